//! Converts standard input: `cargo run --release -p utf8kit --example convert utf-8 utf-16le <in
//! >out`.
//!
//! Which types of `utf8kit::convert` are meant is known only when the program runs, so each is
//! named here once as a source and once as a target.

use std::io::{Read as _, Write as _};

use utf8kit::Encoding;
use utf8kit::convert::{Latin1, To, Utf8, Utf16Le, strict_owned};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut encoding = || arguments.next().and_then(Encoding::for_label).ok_or("which encoding?");
    let (from, to) = (encoding()?, encoding()?);
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let converted = match from {
        Encoding::Utf8 => converted::<Utf8>(&bytes, to)?,
        Encoding::Utf16Le => converted::<Utf16Le>(&bytes, to)?,
        Encoding::Latin1 => converted::<Latin1>(&bytes, to)?,
        _ => return Err(format!("not from {from}").into()),
    };
    std::io::stdout().write_all(&converted)?;
    Ok(())
}

/// All of `bytes` as `to`.
fn converted<S>(bytes: &[u8], to: Encoding) -> Result<Vec<u8>, Box<dyn std::error::Error>>
where
    S: To<Utf8, Unit = u8> + To<Utf16Le, Unit = u8> + To<Latin1, Unit = u8>,
{
    Ok(match to {
        Encoding::Utf8 => strict_owned::<S, Utf8>(bytes)?.into_bytes(),
        Encoding::Utf16Le => strict_owned::<S, Utf16Le>(bytes)?,
        Encoding::Latin1 => strict_owned::<S, Latin1>(bytes)?,
        _ => return Err(format!("not to {to}").into()),
    })
}
