//! What chardetng says of each file: `bench/detection/compare.py` asks it.

use std::{env, fs, io};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

fn main() -> io::Result<()> {
    for path in env::args_os().skip(1) {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&fs::read(path)?, true);
        println!("{}", detector.guess(None, Utf8Detection::Allow).name());
    }
    Ok(())
}
