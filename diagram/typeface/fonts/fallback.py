"""Makes the fallback fonts of the diagrams from Noto Sans SC and Noto Sans KR.

    npm pack @expo-google-fonts/noto-sans-sc@0.4.3 @expo-google-fonts/noto-sans-kr@0.4.3   (and unpack both here)
    pip install fonttools==4.68.0
    python3 fallback.py FOLDER_OF_NOTO_SANS_SC FOLDER_OF_NOTO_SANS_KR   (here: about ten minutes)

Left out are what Arimo has, hints, layout features and vertical metrics, and
characters that a text engine composes with their neighbours: their width is
not that of their glyph. The bold font has the characters of GB 2312, Big5,
JIS X 0208 and KS X 1001, two thirds of the regular one's.
"""
import sys

from fontTools import merge, subset
from fontTools.ttLib import TTFont

COMPOSED = [(0x1100, 0x11FF), (0x20D0, 0x20FF), (0x302A, 0x302F), (0x3099, 0x309A), (0xA960, 0xA97F), (0xD7B0, 0xD7FF), (0xFE00, 0xFE2F)]
DROPPED = ["vmtx", "vhea", "VORG", "GSUB", "GPOS", "GDEF", "BASE", "STAT", "DSIG", "gasp", "cvt ", "fpgm", "prep"]


def characters(font):
    return {c for c in font.getBestCmap() if not any(low <= c <= high for low, high in COMPOSED)}


def usual(character):
    for standard in ["gb2312", "big5", "shift_jis", "euc_kr"]:
        try:
            chr(character).encode(standard)
            return True
        except UnicodeEncodeError:
            pass
    return False


def part(font, wanted, file):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += DROPPED
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.save(file)
    return file


def main(chinese, korean):
    taken = set(TTFont("Arimo-Regular.ttf").getBestCmap())
    for folder, name in [("400Regular", "Regular"), ("700Bold", "Bold")]:
        sc = TTFont(f"{chinese}/{folder}/NotoSansSC_{folder}.ttf")
        kr = TTFont(f"{korean}/{folder}/NotoSansKR_{folder}.ttf")
        first = characters(sc) - taken
        second = characters(kr) - taken - first
        if name == "Bold":
            first, second = set(filter(usual, first)), set(filter(usual, second))
        parts = [part(sc, first, "sc.ttf"), part(kr, second, "kr.ttf")]
        merged = merge.Merger().merge(parts)
        merged["post"].formatType = 3.0
        merged.save(f"NotoSansCJK-{name}.ttf")


main(*sys.argv[1:])
