// Package typefacetest provides texts and helpers to test fonts with.
package typefacetest

// Scripts are names in each documented script, with the family that sets it.
var Scripts = []struct{ Family, Text string }{
	{"Widerow CJK", "酒店客房ホテル호텔"}, {"Arimo", "מלון_Größe_Ж"}, {"Arimo", "מָלוֹן"},
	{"Arimo", "e\u0301\u0323galite\u0301_Ж\u0300"}, {"Noto Sans Arabic", "فندق_الغرف_المتاحة"},
	{"Noto Sans Devanagari", "होटल_कक्ष_क्षेत्र"},
	{"Noto Sans Thai", "โรงแรม_ที่พัก"}, {"Noto Sans Armenian", "հյուրանոց"}, {"Noto Sans Georgian", "სასტუმრო"}, {"Noto Sans Bengali", "হোটেল_কক্ষ"},
	{"Noto Sans Gurmukhi", "ਹੋਟਲ_ਕਮਰਾ"}, {"Noto Sans Gujarati", "હોટેલ_રૂમ"}, {"Noto Sans Oriya", "ହୋଟେଲ_କୋଠରୀ"}, {"Noto Sans Tamil", "விடுதி_அறைகள்"},
	{"Noto Sans Telugu", "హోటల్_గదులు"}, {"Noto Sans Kannada", "ಹೋಟೆಲ್_ಕೊಠಡಿ"}, {"Noto Sans Malayalam", "ഹോട്ടൽ_മുറികൾ"}, {"Noto Sans Sinhala", "හෝටලය_කාමර"},
	{"Noto Sans Lao", "ໂຮງແຮມ_ຫ້ອງ"}, {"Noto Sans Khmer", "សណ្ឋាគារ_បន្ទប់"}, {"Noto Sans Myanmar", "ဟိုတယ်_အခန်း"}, {"Noto Sans Ethiopic", "ሆቴል_ክፍል"},
	{"Noto Sans Syriac", "ܒܝܬܐ_ܕܐܟܣܢܝܐ"}, {"Noto Sans Thaana", "ހޮޓަލް"}, {"Noto Sans NKo", "ߒߞߏ_ߛߓߍ"}, {"Noto Serif Tibetan", "མགྲོན་ཁང"},
	{"Noto Sans Cherokee", "ᏣᎳᎩ"}, {"Noto Sans Canadian Aboriginal", "ᐃᓄᒃᑎᑐᑦ"}, {"Noto Sans Mongolian", "ᠮᠣᠩᠭᠣᠯ"}, {"Noto Sans Ol Chiki", "ᱥᱟᱱᱛᱟᱲᱤ"},
	{"Noto Sans Tifinagh", "ⵜⵉⴼⵉⵏⴰⵖ"}, {"Noto Sans Meetei Mayek", "ꯃꯤꯇꯩ_ꯂꯣꯟ"}, {"Noto Sans Javanese", "ꦲꦏ꧀ꦱꦫꦗꦮ"}, {"Noto Sans Yi", "ꆈꌠꉙ"},
	{"Noto Sans Adlam", "𞤀𞤣𞤤𞤢𞤥"}, {"Noto Emoji", "😀🚀❤🏨👩\u200d💻🇨🇳👍🏽"}, {"Noto Sans Math", "𝓗𝓸𝓽𝓮𝓵⟶⟨⟩"}, {"Noto Sans Symbols", "🜁⚢⚭"}, {"Noto Sans Symbols 2", "✗✘🖫"},
}
