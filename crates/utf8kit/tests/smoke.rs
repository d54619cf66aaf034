use utf8kit::{Level, at_level};
#[test]
fn smoke() {
    let mut seed = 1u64;
    let mut rnd = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let alphabet: &[&[u8]] = &[
        b"a",
        b"b",
        "é".as_bytes(),
        "я".as_bytes(),
        "日".as_bytes(),
        "😀".as_bytes(),
        b"\x80",
        b"\xE2",
        b"\xF0\x9F",
        b"\xC0",
        b"\xED\xA0",
    ];
    for round in 0..200000 {
        let n = rnd() % 700;
        let kinds = [1, 3, 4, 5, 6, 11][(rnd() % 6) as usize];
        let mut v: Vec<u8> = vec![];
        while v.len() < n as usize {
            let mut k = rnd() % kinds;
            if k >= 6 && rnd() % 100 != 0 {
                k = 3;
            }
            v.extend_from_slice(alphabet[k as usize]);
        }
        if round % 3 == 0 && !v.is_empty() {
            let i = rnd() as usize % v.len();
            v[i] = rnd() as u8;
        }
        let cut = rnd() as usize % 8;
        let v = &v[cut.min(v.len())..];
        let std = std::str::from_utf8(v).map_err(|e| (e.valid_up_to(), e.error_len()));
        for level in Level::available() {
            let ours = at_level::from_utf8(level, v)
                .map(|_| ())
                .map_err(|e| (e.valid_up_to(), e.error_len().map(usize::from)));
            let std = std.map(|_| ());
            assert_eq!(ours, std, "{level} {v:02X?}");
            assert_eq!(at_level::is_utf8(level, v), std.is_ok());
            assert_eq!(at_level::count(level, v), v.iter().filter(|b| **b & 0xC0 != 0x80).count());
            let c = rnd() as usize % (v.len() + 1);
            let s = at_level::summary(level, &v[..c]).merge(at_level::summary(level, &v[c..]));
            assert_eq!(s, at_level::summary(level, v));
        }
    }
}
