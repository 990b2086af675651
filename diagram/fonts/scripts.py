"""Makes the fonts of the scripts that have to be shaped, and of emoji, from Noto.

    npm pack @expo-google-fonts/noto-sans-arabic@0.4.3 @expo-google-fonts/noto-sans-devanagari@0.4.1 @expo-google-fonts/noto-sans-thai@0.4.2 @expo-google-fonts/noto-emoji@0.4.7   (and unpack each here)
    pip install fonttools==4.68.0
    python3 scripts.py FOLDER_OF_ARABIC FOLDER_OF_DEVANAGARI FOLDER_OF_THAI FOLDER_OF_EMOJI

Left out are what Arimo has, hints and vertical metrics; layout features stay, for they are what shaping is made of.
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

WEIGHTS = [("400Regular", "Regular"), ("700Bold", "Bold")]


def as_list(coverage, font):
    coverage.Format = 1
    return {"GlyphArray": sorted(coverage.glyphs or [], key=font.getGlyphID)}


# go-text v0.3.5 misses glyphs of coverage tables that are written as ranges (its issue 278).
otTables.Coverage.preWrite = as_list


def cut(source, target, taken):
    font = TTFont(source)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["vmtx", "vhea", "VORG", "STAT", "DSIG", "gasp", "cvt ", "fpgm", "prep"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=set(font.getBestCmap()) - taken)
    subsetter.subset(font)
    font["post"].formatType = 3.0
    font.save(target)


def main(arabic, devanagari, thai, emoji):
    taken = set(TTFont("Arimo-Regular.ttf").getBestCmap()) - {0x200C, 0x200D, 0x25CC}
    for folder, name in [(arabic, "Arabic"), (devanagari, "Devanagari"), (thai, "Thai")]:
        for weight, cut_name in WEIGHTS:
            cut(f"{folder}/{weight}/NotoSans{name}_{weight}.ttf", f"NotoSans{name}-{cut_name}.ttf", taken)
    taken |= set(TTFont("NotoSansCJK-Regular.ttf").getBestCmap()) | {0x2744}  # the diagrams draw their own snowflake
    cut(f"{emoji}/400Regular/NotoEmoji_400Regular.ttf", "NotoEmoji-Regular.ttf", taken)


main(*sys.argv[1:])
