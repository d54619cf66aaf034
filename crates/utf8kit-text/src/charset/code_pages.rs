//! Code pages of one byte a character that the WHATWG does not have: of DOS, and EBCDIC.
//!
//! A page lists its characters in the order of their bytes. Below them, the bytes of a page of DOS are
//! ASCII, and those of EBCDIC are controls. Whatever a page lists as U+FFFD is no character there. The
//! facts are those of the Unicode Consortium's mapping files; a test compares them with iconv.

/// A code page.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct CodePage {
    /// Its name, in lower case: itself a label.
    pub(super) name: &'static str,
    labels: &'static [&'static str],
    below: Below,
    characters: &'static str,
}

#[derive(PartialEq, Eq, Hash, Debug)]
enum Below {
    /// Bytes below 80.
    Ascii,
    /// Bytes below 40.
    EbcdicControls,
}

/// A code page as it is looked up.
pub(super) struct Table {
    /// By byte.
    characters: [char; 256],
    /// By character, with its byte.
    bytes: Vec<(char, u8)>,
}

impl CodePage {
    /// The name and the other labels.
    pub(super) fn all_labels(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.labels.iter().copied())
    }

    pub(super) const fn has_ascii(&self) -> bool {
        matches!(self.below, Below::Ascii)
    }

    pub(super) fn table(&self) -> Table {
        let mut characters = ['\u{FFFD}'; 256];
        let ascii = (0..0x80).map(char::from);
        let all = match self.below {
            Below::Ascii => ascii.chain(self.characters.chars()).collect::<String>(),
            Below::EbcdicControls => [EBCDIC_CONTROLS, self.characters].concat(),
        };
        for (slot, character) in characters.iter_mut().zip(all.chars()) {
            *slot = character;
        }
        let is_known = |&(character, _): &(char, u8)| character != '\u{FFFD}';
        let mut bytes: Vec<_> = characters.into_iter().zip(0..=u8::MAX).filter(is_known).collect();
        bytes.sort_unstable();
        Table { characters, bytes }
    }
}

impl Table {
    pub(super) fn characters(&self) -> [Option<char>; 256] {
        self.characters.map(|character| Some(character).filter(|&it| it != '\u{FFFD}'))
    }

    /// Decodes `src` into the start of `utf8`, which grows if need be. Gives how many bytes were
    /// written and read; it stops before a byte that is no character.
    pub(super) fn decode(&self, src: &[u8], utf8: &mut Vec<u8>) -> (usize, usize) {
        utf8.resize(utf8.len().max(3 * src.len()), 0);
        let mut written = 0;
        for (read, &byte) in src.iter().enumerate() {
            let character = self.characters[usize::from(byte)];
            if character == '\u{FFFD}' {
                return (written, read);
            }
            written += character.encode_utf8(&mut utf8[written..]).len();
        }
        (written, src.len())
    }

    /// Encodes `text` into `dst`, which has room for it. Gives how many bytes were read and written,
    /// and the character that has no byte, if there is one.
    pub(super) fn encode(&self, text: &str, dst: &mut [u8]) -> (usize, usize, Option<char>) {
        let mut written = 0;
        for (read, character) in text.char_indices() {
            let Ok(found) = self.bytes.binary_search_by_key(&character, |&(known, _)| known) else {
                return (read, written, Some(character));
            };
            dst[written] = self.bytes[found].1;
            written += 1;
        }
        (text.len(), written, None)
    }
}

const EBCDIC_CONTROLS: &str = "\
    \u{0}\u{1}\u{2}\u{3}\u{9C}\u{9}\u{86}\u{7F}\
    \u{97}\u{8D}\u{8E}\u{B}\u{C}\u{D}\u{E}\u{F}\
    \u{10}\u{11}\u{12}\u{13}\u{9D}\u{85}\u{8}\u{87}\
    \u{18}\u{19}\u{92}\u{8F}\u{1C}\u{1D}\u{1E}\u{1F}\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{A}\u{17}\u{1B}\
    \u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{5}\u{6}\u{7}\
    \u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\
    \u{98}\u{99}\u{9A}\u{9B}\u{14}\u{15}\u{9E}\u{1A}\
";

pub(super) static ALL: &[CodePage] = &[
    CodePage {
        name: "ibm437",
        labels: &["437", "cp437", "cspc8codepage437", "oem-us"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèïîìÄÅ\
            ÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm737",
        labels: &["737", "cp737"],
        below: Below::Ascii,
        characters: "\
            ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠ\
            ΡΣΤΥΦΧΨΩαβγδεζηθ\
            ικλμνξοπρσςτυφχψ\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            ωάέήϊίόύϋώΆΈΉΊΌΎ\
            Ώ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm775",
        labels: &["775", "cp775", "cspc775baltic"],
        below: Below::Ascii,
        characters: "\
            ĆüéāäģåćłēŖŗīŹÄÅ\
            ÉæÆōöĢ¢ŚśÖÜø£Ø×¤\
            ĀĪóŻżź”¦©®¬½¼Ł«»\
            ░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐\
            └┴┬├─┼ŲŪ╚╔╩╦╠═╬Ž\
            ąčęėįšųūž┘┌█▄▌▐▀\
            ÓßŌŃõÕµńĶķĻļņĒŅ’\
            \u{AD}±“¾¶§÷„°∙·¹³²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm850",
        labels: &["850", "cp850", "cspc850multilingual"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèïîìÄÅ\
            ÉæÆôöòûùÿÖÜø£Ø×ƒ\
            áíóúñÑªº¿®¬½¼¡«»\
            ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
            ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
            \u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm852",
        labels: &["852", "cp852", "cspcp852"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäůćçłëŐőîŹÄĆ\
            ÉĹĺôöĽľŚśÖÜŤťŁ×č\
            áíóúĄąŽžĘę¬źČş«»\
            ░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
            └┴┬├─┼Ăă╚╔╩╦╠═╬¤\
            đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
            ÓßÔŃńňŠšŔÚŕŰýÝţ´\
            \u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm855",
        labels: &["855", "cp855", "csibm855"],
        below: Below::Ascii,
        characters: "\
            ђЂѓЃёЁєЄѕЅіІїЇјЈ\
            љЉњЊћЋќЌўЎџЏюЮъЪ\
            аАбБцЦдДеЕфФгГ«»\
            ░▒▓│┤хХиИ╣║╗╝йЙ┐\
            └┴┬├─┼кК╚╔╩╦╠═╬¤\
            лЛмМнНоОп┘┌█▄Пя▀\
            ЯрРсСтТуУжЖвВьЬ№\
            \u{AD}ыЫзЗшШэЭщЩчЧ§■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm857",
        labels: &["857", "cp857", "csibm857"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèïîıÄÅ\
            ÉæÆôöòûùİÖÜø£ØŞş\
            áíóúñÑĞğ¿®¬½¼¡«»\
            ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
            ºªÊËÈ\u{FFFD}ÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµ\u{FFFD}×ÚÛÙìÿ¯´\
            \u{AD}±\u{FFFD}¾¶§÷¸°¨·¹³²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm858",
        labels: &["858", "cp858", "ibm00858", "cp00858", "pc-multilingual-850+euro"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèïîìÄÅ\
            ÉæÆôöòûùÿÖÜø£Ø×ƒ\
            áíóúñÑªº¿®¬½¼¡«»\
            ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
            ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
            \u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm860",
        labels: &["860", "cp860", "csibm860"],
        below: Below::Ascii,
        characters: "\
            ÇüéâãàÁçêÊèÍÔìÃÂ\
            ÉÀÈôõòÚùÌÕÜ¢£Ù₧Ó\
            áíóúñÑªº¿Ò¬½¼¡«»\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm861",
        labels: &["861", "cp861", "cp-is", "csibm861"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèÐðÞÄÅ\
            ÉæÆôöþûÝýÖÜø£Ø₧ƒ\
            áíóúÁÍÓÚ¿⌐¬½¼¡«»\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm862",
        labels: &["862", "cp862", "cspc862latinhebrew"],
        below: Below::Ascii,
        characters: "\
            אבגדהוזחטיךכלםמן\
            נסעףפץצקרשת¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm863",
        labels: &["863", "cp863", "csibm863"],
        below: Below::Ascii,
        characters: "\
            ÇüéâÂà¶çêëèïî‗À§\
            ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ\
            ¦´óú¨¸³¯Î⌐¬½¼¾«»\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm865",
        labels: &["865", "cp865", "csibm865"],
        below: Below::Ascii,
        characters: "\
            ÇüéâäàåçêëèïîìÄÅ\
            ÉæÆôöòûùÿÖÜø£Ø₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«¤\
            ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
            ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩\
            ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm869",
        labels: &["869", "cp869", "cp-gr", "csibm869"],
        below: Below::Ascii,
        characters: "\
            \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ά\u{FFFD}·¬¦‘’Έ―Ή\
            ΊΪΌ\u{FFFD}\u{FFFD}ΎΫ©Ώ²³ά£έήί\
            ϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»\
            ░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐\
            └┴┬├─┼ΠΡ╚╔╩╦╠═╬Σ\
            ΤΥΦΧΨΩαβγ┘┌█▄δε▀\
            ζηθικλμνξοπρσςτ΄\
            \u{AD}±υφχ§ψ΅°¨ωϋΰώ■\u{A0}\
        ",
    },
    CodePage {
        name: "ibm037",
        labels: &[
            "037",
            "cp037",
            "ebcdic-cp-us",
            "ebcdic-cp-ca",
            "ebcdic-cp-nl",
            "ebcdic-cp-wt",
            "csibm037",
        ],
        below: Below::EbcdicControls,
        characters: "\
            \u{20}\u{A0}âäàáãåçñ¢.<(+|\
            &éêëèíîïìß!$*);¬\
            -/ÂÄÀÁÃÅÇÑ¦,%_>?\
            øÉÊËÈÍÎÏÌ`:#@'=\"\
            Øabcdefghi«»ðýþ±\
            °jklmnopqrªºæ¸Æ¤\
            µ~stuvwxyz¡¿ÐÝÞ®\
            ^£¥·©§¶¼½¾[]¯¨´×\
            {ABCDEFGHI\u{AD}ôöòóõ\
            }JKLMNOPQR¹ûüùúÿ\
            \\÷STUVWXYZ²ÔÖÒÓÕ\
            0123456789³ÛÜÙÚ\u{9F}\
        ",
    },
    CodePage {
        name: "ibm500",
        labels: &["500", "cp500", "ebcdic-cp-be", "ebcdic-cp-ch", "csibm500"],
        below: Below::EbcdicControls,
        characters: "\
            \u{20}\u{A0}âäàáãåçñ[.<(+!\
            &éêëèíîïìß]$*);^\
            -/ÂÄÀÁÃÅÇÑ¦,%_>?\
            øÉÊËÈÍÎÏÌ`:#@'=\"\
            Øabcdefghi«»ðýþ±\
            °jklmnopqrªºæ¸Æ¤\
            µ~stuvwxyz¡¿ÐÝÞ®\
            ¢£¥·©§¶¼½¾¬|¯¨´×\
            {ABCDEFGHI\u{AD}ôöòóõ\
            }JKLMNOPQR¹ûüùúÿ\
            \\÷STUVWXYZ²ÔÖÒÓÕ\
            0123456789³ÛÜÙÚ\u{9F}\
        ",
    },
    CodePage {
        name: "ibm1047",
        labels: &["1047", "cp1047", "ibm-1047"],
        below: Below::EbcdicControls,
        characters: "\
            \u{20}\u{A0}âäàáãåçñ¢.<(+|\
            &éêëèíîïìß!$*);^\
            -/ÂÄÀÁÃÅÇÑ¦,%_>?\
            øÉÊËÈÍÎÏÌ`:#@'=\"\
            Øabcdefghi«»ðýþ±\
            °jklmnopqrªºæ¸Æ¤\
            µ~stuvwxyz¡¿Ð[Þ®\
            ¬£¥·©§¶¼½¾Ý¨¯]´×\
            {ABCDEFGHI\u{AD}ôöòóõ\
            }JKLMNOPQR¹ûüùúÿ\
            \\÷STUVWXYZ²ÔÖÒÓÕ\
            0123456789³ÛÜÙÚ\u{9F}\
        ",
    },
    CodePage {
        name: "ibm1140",
        labels: &["1140", "cp1140", "ibm01140", "ebcdic-us-37+euro"],
        below: Below::EbcdicControls,
        characters: "\
            \u{20}\u{A0}âäàáãåçñ¢.<(+|\
            &éêëèíîïìß!$*);¬\
            -/ÂÄÀÁÃÅÇÑ¦,%_>?\
            øÉÊËÈÍÎÏÌ`:#@'=\"\
            Øabcdefghi«»ðýþ±\
            °jklmnopqrªºæ¸Æ€\
            µ~stuvwxyz¡¿ÐÝÞ®\
            ^£¥·©§¶¼½¾[]¯¨´×\
            {ABCDEFGHI\u{AD}ôöòóõ\
            }JKLMNOPQR¹ûüùúÿ\
            \\÷STUVWXYZ²ÔÖÒÓÕ\
            0123456789³ÛÜÙÚ\u{9F}\
        ",
    },
];
