//! A terminal that the command's standard error, and standard output if need be, can be.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Both ends of a pseudoterminal.
pub(crate) struct Terminal {
    /// What a person would see.
    screen: File,
    tty: OwnedFd,
}

impl Terminal {
    pub(crate) fn new(columns: u16) -> Terminal {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let name = ptsname(&screen, Vec::new()).unwrap();
        let tty = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&tty, size).unwrap();
        Terminal { screen: screen.into(), tty }
    }

    /// For one of a command's outputs.
    pub(crate) fn tty(&self) -> OwnedFd {
        self.tty.try_clone().unwrap()
    }

    /// Types text, or a control character.
    pub(crate) fn type_in(&mut self, text: &str) {
        self.screen.write_all(text.as_bytes()).unwrap();
    }

    /// Reads on until `text` has come, and gives all that has.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        let mut shown = String::new();
        while !shown.contains(text) {
            let mut bytes = [0; 4096];
            let read = self.screen.read(&mut bytes).unwrap();
            shown += std::str::from_utf8(&bytes[..read]).unwrap();
        }
        shown
    }

    /// What else is shown before all who could write are gone.
    pub(crate) fn rest(self) -> String {
        let Terminal { mut screen, tty } = self;
        drop(tty);
        let mut shown = Vec::new();
        // A terminal that nobody writes to any more is an error, once all has been read.
        let _ = screen.read_to_end(&mut shown);
        String::from_utf8(shown).unwrap()
    }
}
