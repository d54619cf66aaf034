//! What the command needs of the system that the standard library hides: the one file of the command
//! with `unsafe`.
//!
//! - **Which standard streams were closed.** The standard library opens /dev/null in their place
//!   before `main`, so that what is written would be lost without a word.
//! - **That memory is refused.** The standard library aborts the process then. The command says it
//!   and exits with 2, as it does in any other trouble.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::{Errno, fcntl_getfd};

use crate::exit::out_of_memory;

static IS_CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

/// Whether standard input (0), output (1) or error (2) was closed when the process began.
pub(crate) fn was_closed(descriptor: usize) -> bool {
    IS_CLOSED[descriptor].load(Ordering::Relaxed)
}

extern "C" fn note_closed() {
    use rustix::stdio::{stderr, stdin, stdout};
    for (descriptor, is_closed) in [stdin(), stdout(), stderr()].iter().zip(&IS_CLOSED) {
        is_closed.store(fcntl_getfd(descriptor) == Err(Errno::BADF), Ordering::Relaxed);
    }
}

// SAFETY: the system calls what stands in this section before `main`, with arguments that a C
// function without parameters need not look at. The function makes system calls, and uses nothing
// that the standard library would have to set up before.
#[used]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
static NOTE_CLOSED: extern "C" fn() = note_closed;

/// Ends the process at once. What `exit` does besides may ask for memory, or wait for a lock that
/// is held.
pub(crate) fn exit(status: u8) -> ! {
    // SAFETY: it takes any number, and gives nothing back.
    unsafe { libc::_exit(status.into()) }
}

/// The system's memory; where there is none left, the process ends.
struct OrEnd;

#[global_allocator]
static MEMORY: OrEnd = OrEnd;

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        out_of_memory();
    }
    memory
}

// SAFETY: all is left to the system's allocator, with what it was asked for.
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(memory, layout) }
    }
}
