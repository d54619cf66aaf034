//! Which charsets there are on both sides, and what is to be tried of each.

use super::programs::Program;
use crate::support::Place;
use crate::utf8;

/// What a peer calls something else than we do, or what is nearer to our charset than what has its
/// name.
const OTHER_NAMES: [(&str, Program, &str); 7] = [
    ("big5", Program::Iconv, "big5-hkscs"),
    ("big5", Program::Uconv, "big5-hkscs"),
    ("euc-jp", Program::Iconv, "euc-jp-ms"),
    ("euc-kr", Program::Iconv, "cp949"),
    ("euc-kr", Program::Uconv, "windows-949"),
    ("shift_jis", Program::Iconv, "cp932"),
    ("x-mac-cyrillic", Program::Iconv, "mac-uk"),
];

/// EBCDIC: text in lines of ASCII is none there.
pub(super) const EBCDIC: [&str; 4] = ["ibm037", "ibm500", "ibm1047", "ibm1140"];

/// One of our charsets, and where else it is found.
pub(super) struct Shared {
    pub(super) charset: String,
    pub(super) kind: Kind,
    /// A program, and its name for the charset.
    pub(super) peers: Vec<(Program, String)>,
}

/// How a charset's sequences of bytes are made up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    SingleByte,
    /// A byte above 7F and another; in EUC-JP a third, in GB 18030 a third and a fourth.
    DoubleByte,
    /// ISO-2022-JP.
    Escapes,
    /// UTF-8 and what is like it.
    Utf8,
    /// Two or four bytes, this end first.
    Units {
        width: usize,
        is_little: bool,
    },
}

/// All of our charsets but EBCDIC, each with what of `programs` has it.
pub(super) fn shared(here: &Place, programs: &[Program]) -> Vec<Shared> {
    let list = String::from_utf8(utf8(here, &["convert", "--list"], b"").stdout).unwrap();
    let mut all = Vec::new();
    for line in list.lines() {
        let charset = line.split(' ').next().unwrap().to_owned();
        if EBCDIC.contains(&&*charset) {
            continue;
        }
        let others = OTHER_NAMES.iter().filter(|(ours, ..)| *ours == charset);
        let names = programs
            .iter()
            .map(|&program| (program, charset.clone()))
            .chain(others.map(|&(_, program, name)| (program, name.to_owned())));
        let peers: Vec<_> = names
            .filter(|(program, name)| {
                programs.contains(program) && program.strict(here, name, "UTF-8", b"").0
            })
            .collect();
        all.push(Shared { kind: kind(&charset), charset, peers });
    }
    let of = |program| {
        let has = |shared: &&Shared| shared.peers.iter().any(|peer| peer.0 == program);
        all.iter().filter(has).count()
    };
    for (program, least) in [(Program::Iconv, 43), (Program::Uconv, 44)] {
        assert!(!programs.contains(&program) || of(program) >= least, "{program:?} has too few");
    }
    all
}

fn kind(charset: &str) -> Kind {
    match charset {
        "utf-8" | "cesu-8" | "mutf-8" | "wtf-8" => Kind::Utf8,
        "utf-16" | "utf-16le" => Kind::Units { width: 2, is_little: true },
        "utf-16be" => Kind::Units { width: 2, is_little: false },
        "utf-32" | "utf-32le" => Kind::Units { width: 4, is_little: true },
        "utf-32be" => Kind::Units { width: 4, is_little: false },
        "big5" | "euc-jp" | "euc-kr" | "gb18030" | "gbk" | "shift_jis" => Kind::DoubleByte,
        "iso-2022-jp" => Kind::Escapes,
        _ => Kind::SingleByte,
    }
}

impl Kind {
    /// ASCII in a charset of this kind.
    pub(super) fn ascii(self, text: &str) -> Vec<u8> {
        match self {
            Kind::Units { width, is_little } => {
                text.bytes().flat_map(|byte| unit(byte.into(), width, is_little)).collect()
            }
            _ => text.into(),
        }
    }
}

/// A code unit of so many bytes.
pub(super) fn unit(value: u32, width: usize, is_little: bool) -> Vec<u8> {
    match is_little {
        true => value.to_le_bytes()[..width].to_vec(),
        false => value.to_be_bytes()[4 - width..].to_vec(),
    }
}
