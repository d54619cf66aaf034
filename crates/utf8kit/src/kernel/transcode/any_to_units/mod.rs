//! CESU-8 to its 16-bit units, whatever surrogates are among them.

mod blocks;

use super::utf8_lanes::AnyUnits16;
use super::{Transcode, parts, utf8_lanes};

/// CESU-8 to 16-bit units. Whether surrogates are paired is not asked.
pub(crate) enum AnyToUnits {}

impl Transcode for AnyToUnits {
    const NAME: &'static str = "CESU-8 to units";

    shapes! {
        plain: parts::plain::convert::<_, Self>,
        blocks: parts::from_utf8::convert::<_, Self>,
        lanes: utf8_lanes::convert::<_, AnyUnits16>,
    }
}
