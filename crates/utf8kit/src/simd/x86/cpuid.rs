//! Detection by CPUID and XGETBV, which needs no standard library.

use core::arch::x86_64::{__cpuid_count, _xgetbv, CpuidResult};

/// Bits of leaf 1, ECX.
const SSE3: u32 = 1 << 0;
const SSSE3: u32 = 1 << 9;
const FMA: u32 = 1 << 12;
const SSE41: u32 = 1 << 19;
const SSE42: u32 = 1 << 20;
const POPCNT: u32 = 1 << 23;
const OSXSAVE: u32 = 1 << 27;
const AVX: u32 = 1 << 28;
const F16C: u32 = 1 << 29;

/// Bits of leaf 7, EBX.
const BMI1: u32 = 1 << 3;
const AVX2: u32 = 1 << 5;
const BMI2: u32 = 1 << 8;
const AVX512F: u32 = 1 << 16;
const AVX512DQ: u32 = 1 << 17;
const AVX512CD: u32 = 1 << 28;
const AVX512BW: u32 = 1 << 30;
const AVX512VL: u32 = 1 << 31;

/// Bits of leaf 7, ECX.
const AVX512VBMI: u32 = 1 << 1;
const AVX512VBMI2: u32 = 1 << 6;
const GFNI: u32 = 1 << 8;

/// Bits of leaf 8000_0001, ECX.
const LZCNT: u32 = 1 << 5;

/// Bits of XCR0: the register state that the operating system saves.
const XMM_AND_YMM: u64 = 0b110;
const OPMASK_AND_ZMM: u64 = 0b1110_0000;

pub(crate) fn has_sse42() -> bool {
    // A target feature brings others with it: SSE4.2 brings SSE4.1 and SSE3.
    all(leaf_1_ecx(), SSE3 | SSSE3 | SSE41 | SSE42 | POPCNT)
}

pub(crate) fn has_avx2() -> bool {
    has_sse42()
        && all(leaf_1_ecx(), AVX | OSXSAVE)
        && saved_state() & XMM_AND_YMM == XMM_AND_YMM
        && all(leaf_7().0, BMI1 | AVX2 | BMI2)
        && all(extended_ecx(), LZCNT)
}

pub(crate) fn has_avx512() -> bool {
    let (ebx, ecx) = leaf_7();
    // Without support by the operating system for the wide state, the first use is SIGILL.
    // AVX-512 F brings FMA and F16C with it, which a virtual machine may withhold.
    has_avx2()
        && all(leaf_1_ecx(), FMA | F16C)
        && saved_state() & OPMASK_AND_ZMM == OPMASK_AND_ZMM
        && all(ebx, AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL)
        && all(ecx, AVX512VBMI | AVX512VBMI2 | GFNI)
}

const fn all(word: u32, bits: u32) -> bool {
    word & bits == bits
}

/// CPUID, which older compilers have as an `unsafe` function.
#[allow(unused_unsafe)]
fn cpuid(leaf: u32, sub_leaf: u32) -> CpuidResult {
    // SAFETY: every x86-64 CPU has the instruction.
    unsafe { __cpuid_count(leaf, sub_leaf) }
}

fn leaf_1_ecx() -> u32 {
    cpuid(1, 0).ecx
}

/// EBX and ECX of leaf 7, or zeros where the CPU has no such leaf.
fn leaf_7() -> (u32, u32) {
    if cpuid(0, 0).eax < 7 {
        return (0, 0);
    }
    let leaf = cpuid(7, 0);
    (leaf.ebx, leaf.ecx)
}

fn extended_ecx() -> u32 {
    if cpuid(0x8000_0000, 0).eax < 0x8000_0001 { 0 } else { cpuid(0x8000_0001, 0).ecx }
}

/// XCR0, or 0 where OSXSAVE is not set.
fn saved_state() -> u64 {
    if !all(leaf_1_ecx(), OSXSAVE) {
        return 0;
    }
    // SAFETY: OSXSAVE says that the operating system has enabled XGETBV.
    unsafe { _xgetbv(0) }
}
