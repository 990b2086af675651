"""Makes the fonts of the scripts that stand beside Arimo and the CJK fonts, of signs and of emoji, from Noto.

    npm pack @expo-google-fonts/noto-sans-arabic@0.4.3 @expo-google-fonts/noto-sans-devanagari@0.4.1 @expo-google-fonts/noto-sans-thai@0.4.2 @expo-google-fonts/noto-emoji@0.4.7
    apt-get download fonts-noto-core=20201225-1   (of Debian 12; and unpack each of the five here)
    pip install fonttools==4.68.0
    python3 scripts.py FOLDER_OF_ARABIC FOLDER_OF_DEVANAGARI FOLDER_OF_THAI FOLDER_OF_EMOJI FOLDER_OF_CORE

Left out are what Arimo has, hints and vertical metrics; layout features stay, for they are what shaping is made of. Scripts that few
names are in have no bold cut. The files are packed: they are read when a name first needs them.
"""
import gzip
import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

BOTH = "Armenian Georgian Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Lao Khmer Myanmar Ethiopic".split()
REGULAR = "Syriac Thaana NKo Tibetan Cherokee CanadianAboriginal Mongolian OlChiki Tifinagh MeeteiMayek Javanese Yi Adlam".split()
SIGNS = "Math Symbols Symbols2".split()
SERIF = {"Tibetan"}  # there is no Noto Sans


def as_list(coverage, font):
    coverage.Format = 1
    return {"GlyphArray": sorted(coverage.glyphs or [], key=font.getGlyphID)}


# go-text v0.3.5 misses glyphs of coverage tables that are written as ranges (its issue 278).
otTables.Coverage.preWrite = as_list


def characters(file):
    return set(TTFont(file).getBestCmap())


def cut(source, target, taken):
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["vmtx", "vhea", "VORG", "STAT", "DSIG", "gasp", "cvt ", "fpgm", "prep", "MATH"]
    wanted = set(font.getBestCmap()) - taken
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font["post"].formatType = 3.0
    out = io.BytesIO()
    font.save(out)
    with open(f"{target}.ttf.gz", "wb") as file:
        file.write(gzip.compress(out.getvalue(), 9, mtime=0))
    return wanted


def main(arabic, devanagari, thai, emoji, core):
    taken = characters("Arimo-Regular.ttf") - {0x200C, 0x200D, 0x25CC}
    for folder, name in [(arabic, "Arabic"), (devanagari, "Devanagari"), (thai, "Thai")]:
        for weight, cut_name in [("400Regular", "Regular"), ("700Bold", "Bold")]:
            cut(f"{folder}/{weight}/NotoSans{name}_{weight}.ttf", f"NotoSans{name}-{cut_name}", taken)
    core += "/usr/share/fonts/truetype/noto"
    for name in BOTH + REGULAR:
        style = "Serif" if name in SERIF else "Sans"
        for weight in ["Regular", "Bold"] if name in BOTH else ["Regular"]:
            cut(f"{core}/Noto{style}{name}-{weight}.ttf", f"Noto{style}{name}-{weight}", taken)
    taken |= characters("NotoSansCJK-Regular.ttf") | {0x2744}  # the diagrams draw their own snowflake
    taken |= cut(f"{emoji}/400Regular/NotoEmoji_400Regular.ttf", "NotoEmoji-Regular", taken)
    for name in SIGNS:
        taken |= cut(f"{core}/NotoSans{name}-Regular.ttf", f"NotoSans{name}-Regular", taken)


main(*sys.argv[1:])
