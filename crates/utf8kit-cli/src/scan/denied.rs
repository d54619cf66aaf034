//! Well-formed characters that `--deny` makes findings.

use crate::rules::Rule;

/// What is denied.
#[derive(Clone, Copy, Default)]
pub(crate) struct Denied {
    pub(crate) nul: bool,
    pub(crate) noncharacters: bool,
    pub(crate) bidi: bool,
    pub(crate) controls: bool,
}

impl Denied {
    /// The rule that `character` breaks, whether it is denied or not. Each breaks at most one.
    pub(crate) const fn rule(character: char) -> Option<Rule> {
        match character {
            '\0' => Some(Rule::Nul),
            // Form feeds separate the sections of many a source file.
            '\t' | '\n' | '\x0C' | '\r' => None,
            '\x01'..='\x1F' | '\x7F'..='\u{9F}' => Some(Rule::Control),
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Rule::Bidi),
            '\u{FDD0}'..='\u{FDEF}' => Some(Rule::Noncharacter),
            _ if character as u32 & 0xFFFE == 0xFFFE => Some(Rule::Noncharacter),
            _ => None,
        }
    }

    fn denies(self, rule: Rule) -> bool {
        match rule {
            Rule::Nul => self.nul,
            Rule::Control => self.controls,
            Rule::Bidi => self.bidi,
            Rule::Noncharacter => self.noncharacters,
            _ => false,
        }
    }

    /// Which bytes a denied character may start with.
    pub(crate) fn leads(self) -> Leads {
        let mut leads = Leads { are_any: false, is_lead: [false; 256] };
        for character in '\0'..=char::MAX {
            if Denied::rule(character).is_some_and(|rule| self.denies(rule)) {
                let mut form = [0; 4];
                character.encode_utf8(&mut form);
                leads.is_lead[usize::from(form[0])] = true;
                leads.are_any = true;
            }
        }
        leads
    }

    /// The first denied character of well-formed text, and where it is.
    pub(crate) fn find(self, leads: &Leads, text: &[u8]) -> Option<(usize, char)> {
        if !leads.are_any {
            return None;
        }
        let mut from = 0;
        loop {
            let is_lead = |&byte: &u8| leads.is_lead[usize::from(byte)];
            let at = from + text[from..].iter().position(is_lead)?;
            let character = utf8kit::decode_first(&text[at..])?.ok()?;
            if Denied::rule(character).is_some_and(|rule| self.denies(rule)) {
                return Some((at, character));
            }
            from = at + character.len_utf8();
        }
    }
}

/// The first bytes of denied characters.
pub(crate) struct Leads {
    are_any: bool,
    is_lead: [bool; 256],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_what_is_denied_is_found() {
        let all = Denied { nul: true, noncharacters: true, bidi: true, controls: true };
        let leads = all.leads();
        let mut counts = [0; 4];
        for character in '\0'..=char::MAX {
            let text = format!("aé{character}");
            let found = all.find(&leads, text.as_bytes());
            let rule = Denied::rule(character);
            assert_eq!(found, rule.map(|_| (3, character)));
            match rule {
                Some(Rule::Nul) => counts[0] += 1,
                Some(Rule::Control) => counts[1] += 1,
                Some(Rule::Bidi) => counts[2] += 1,
                Some(_) => counts[3] += 1,
                None => {}
            }
        }
        // C0 without NUL and four that text has, DEL, C1; 66 noncharacters (Unicode 23.7).
        assert_eq!(counts, [1, 27 + 1 + 32, 9, 66]);
        let none = Denied::default();
        assert_eq!(none.find(&none.leads(), b"\0"), None);
        let bidi = Denied { bidi: true, ..none };
        assert_eq!(
            bidi.find(&bidi.leads(), "\0\u{2028}\u{202E}".as_bytes()),
            Some((4, '\u{202E}'))
        );
    }
}
