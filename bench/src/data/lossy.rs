//! Texts with bad bytes in them, and without.

use super::{Case, Random, texts};
use crate::Result;
use crate::args::Args;

/// A bad byte in so many, in the mean; or none.
const RATES: [Option<usize>; 3] = [None, Some(1000), Some(97)];

pub(super) fn texts(args: &Args) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for rate in RATES {
        for (text, clean) in texts::all(args)?.into_iter().zip(texts::all(args)?) {
            let group = match rate {
                Some(rate) => format!("{}, a bad byte in {rate}", clean.group),
                None => format!("{}, clean", clean.group),
            };
            let case = Case::new(group, clean.name.clone(), move || {
                let mut input = text.input()?;
                if let Some(rate) = rate {
                    spoil(&mut input.bytes, rate);
                }
                Ok(input)
            });
            cases.push(Case { clean: Some(Box::new(clean)), ..case });
        }
    }
    Ok(cases)
}

/// At random places, wherever in a character that is.
fn spoil(bytes: &mut [u8], rate: usize) {
    let mut random = Random::new("bad bytes");
    let mut at = random.below(rate);
    while let Some(byte) = bytes.get_mut(at) {
        *byte = 0xFF;
        at += random.between((1, 2 * rate - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_bytes_are_bad() {
        for rate in RATES.into_iter().flatten() {
            let mut bytes = vec![b'a'; 1 << 20];
            spoil(&mut bytes, rate);
            let bad = bytes.iter().filter(|&&byte| byte == 0xFF).count();
            let wanted = bytes.len() / rate;
            assert!(bad.abs_diff(wanted) * 10 <= wanted, "{bad} of {wanted}");
        }
    }
}
