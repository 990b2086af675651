package typeface

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/go-text/typesetting/language"
)

// SubsetWOFF returns a WOFF 1.0 font with the glyphs that were used and their
// components. If each character has a glyph of its own, the glyphs are
// renumbered, and kerning and substitutions are left out because the style
// switches them off. If a script is shaped, the glyphs keep their numbers,
// which the tables of its rules refer to. Hints are left out. The source is an
// embedded TrueType font with glyf outlines, so a malformed one is a broken
// build. Formats: https://www.w3.org/TR/WOFF/ and the OpenType specification
// 1.9.
func SubsetWOFF(f *Face, used *UsedGlyphs) ([]byte, error) {
	if !used.shaped {
		tables, _, err := f.Subset(nil, slices.Sorted(maps.Keys(used.runes)))
		return writeWOFF(tables), err
	}
	tables, err := f.shapedSubset(used)
	return writeWOFF(tables), err
}

// shapedSubset returns the tables of a subset that keeps the shaping rules.
func (f *Face) shapedSubset(used *UsedGlyphs) (sfntTables, error) {
	tables, err := readTables(f.text)
	if err != nil {
		return nil, err
	}
	s := subsetter{tables: tables, number: map[uint16]uint16{}, numbered: true}
	s.add(0) // .notdef
	for glyph := range used.glyphs {
		s.add(glyph)
	}
	glyf, loca, err := s.outlines()
	if err != nil {
		return nil, err
	}
	subset := s.output(glyf, loca, f.numbers(used))
	for _, tag := range []string{"GSUB", "GPOS", "GDEF"} {
		if rules := tables[tag]; rules != nil {
			subset[tag] = rules
		}
	}
	return subset, nil
}

// numbers returns the glyphs of the used runes and of all others of the script.
// Shaping decomposes letters and looks up their parts.
func (f *Face) numbers(used *UsedGlyphs) map[rune]uint16 {
	mapping := map[rune]uint16{}
	note := func(r rune) {
		if found := f.glyphOf(r); found.number != 0 {
			mapping[r] = found.number
		}
	}
	for r := range used.runes {
		note(r)
	}
	if f.script == language.Common {
		return mapping // emoji do not decompose
	}
	for _, pair := range f.ranges {
		for r := pair[0]; r <= pair[1]; r++ {
			note(r)
		}
	}
	return mapping
}

// Subset returns the tables of a new font with glyphs in the given order from 1
// on, possibly with duplicates, followed by the glyphs of runes. It also
// returns the new glyph number of each rune.
func (f *Face) Subset(glyphs []uint16, runes []rune) (sfntTables, map[rune]uint16, error) {
	tables, err := readTables(f.text)
	if err != nil {
		return nil, nil, err
	}
	s := subsetter{tables: tables, number: map[uint16]uint16{}}
	s.add(0) // .notdef
	for _, glyph := range glyphs {
		s.number[glyph] = uint16(len(s.kept))
		s.kept = append(s.kept, glyph)
	}
	mapping := map[rune]uint16{}
	for _, r := range runes {
		if found := f.glyphOf(r); found.number != 0 {
			mapping[r] = s.add(found.number)
		}
	}
	glyf, loca, err := s.outlines()
	if err != nil {
		return nil, nil, err
	}
	return s.output(glyf, loca, mapping), mapping, nil
}

// sfntTables are the tables of a font by their tag.
type sfntTables map[string][]byte

func readTables(font []byte) (sfntTables, error) {
	if len(font) < 12 || binary.BigEndian.Uint32(font) != 0x00010000 {
		return nil, fmt.Errorf("subset font: no TrueType font")
	}
	count := int(binary.BigEndian.Uint16(font[4:]))
	tables := sfntTables{}
	for i := range count {
		record := font[12+16*i:]
		offset, length := binary.BigEndian.Uint32(record[8:]), binary.BigEndian.Uint32(record[12:])
		if uint64(offset)+uint64(length) > uint64(len(font)) {
			return nil, fmt.Errorf("subset font: table %q ends beyond the file", record[:4])
		}
		tables[string(record[:4])] = font[offset : offset+length]
	}
	for _, tag := range []string{"head", "hhea", "maxp", "hmtx", "loca", "glyf", "OS/2", "name", "post"} {
		if tables[tag] == nil {
			return nil, fmt.Errorf("subset font: no table %q", tag)
		}
	}
	return tables, nil
}

// subsetter numbers the kept glyphs in the order in which they are added.
type subsetter struct {
	tables sfntTables
	kept   []uint16
	number map[uint16]uint16
	// numbered keeps the original numbers. The glyphs between are empty.
	numbered bool
}

func (s *subsetter) add(glyph uint16) uint16 {
	if number, ok := s.number[glyph]; ok {
		return number
	}
	number := uint16(len(s.kept))
	if s.numbered {
		number = glyph
	}
	s.kept = append(s.kept, glyph)
	s.number[glyph] = number
	return number
}

// outlines copies the glyphs' data. s.kept grows as components of composite
// glyphs are found.
func (s *subsetter) outlines() (glyf, loca []byte, err error) {
	copied := map[uint16][]byte{}
	for i := 0; i < len(s.kept); i++ {
		if copied[s.kept[i]], err = s.outline(s.kept[i]); err != nil {
			return nil, nil, err
		}
	}
	if s.numbered {
		s.kept = s.kept[:0]
		for glyph := range binary.BigEndian.Uint16(s.tables["maxp"][4:]) {
			s.kept = append(s.kept, glyph)
		}
	}
	for _, glyph := range s.kept {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, copied[glyph]...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), nil
}

func (s *subsetter) outline(glyph uint16) ([]byte, error) {
	start, end := s.location(glyph)
	if start > end || int(end) > len(s.tables["glyf"]) {
		return nil, fmt.Errorf("subset font: glyph %d lies outside of the table", glyph)
	}
	data := s.tables["glyf"][start:end]
	switch {
	case len(data) < 10:
		return nil, nil // a space
	case int16(binary.BigEndian.Uint16(data)) < 0:
		return s.composite(slices.Clone(data)), nil
	}
	return simple(data), nil
}

func (s *subsetter) location(glyph uint16) (start, end uint32) {
	loca := s.tables["loca"]
	if long := binary.BigEndian.Uint16(s.tables["head"][50:]) == 1; long {
		return binary.BigEndian.Uint32(loca[4*int(glyph):]), binary.BigEndian.Uint32(loca[4*int(glyph)+4:])
	}
	return 2 * uint32(binary.BigEndian.Uint16(loca[2*int(glyph):])), 2 * uint32(binary.BigEndian.Uint16(loca[2*int(glyph)+2:]))
}

// simple removes the hinting instructions of a simple glyph.
func simple(data []byte) []byte {
	contours := int(binary.BigEndian.Uint16(data))
	at := 10 + 2*contours
	instructions := int(binary.BigEndian.Uint16(data[at:]))
	short := append(slices.Clone(data[:at]), 0, 0)
	return append(short, data[at+2+instructions:]...)
}

// Flags of a composite glyph's components (OpenType, table glyf).
const (
	argumentsAreWords = 0x0001
	haveScale         = 0x0008
	moreComponents    = 0x0020
	haveTwoScales     = 0x0040
	haveMatrix        = 0x0080
	haveInstructions  = 0x0100
)

// composite renumbers the components of a glyph and removes its instructions.
func (s *subsetter) composite(data []byte) []byte {
	for at := 10; ; {
		flags := binary.BigEndian.Uint16(data[at:])
		binary.BigEndian.PutUint16(data[at:], flags&^haveInstructions)
		part := binary.BigEndian.Uint16(data[at+2:])
		binary.BigEndian.PutUint16(data[at+2:], s.add(part))
		at += 4 + componentLength(flags)
		if flags&moreComponents == 0 {
			return data[:at]
		}
	}
}

func componentLength(flags uint16) int {
	length := 2
	if flags&argumentsAreWords != 0 {
		length = 4
	}
	switch {
	case flags&haveScale != 0:
		length += 2
	case flags&haveTwoScales != 0:
		length += 4
	case flags&haveMatrix != 0:
		length += 8
	}
	return length
}

// output assembles the tables of the new font.
func (s *subsetter) output(glyf, loca []byte, mapping map[rune]uint16) sfntTables {
	count := uint16(len(s.kept))
	head, hhea, maxp := slices.Clone(s.tables["head"]), slices.Clone(s.tables["hhea"]), slices.Clone(s.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0)      // checksum of the whole font, which WOFF readers ignore
	binary.BigEndian.PutUint16(head[50:], 1)     // long format of loca
	binary.BigEndian.PutUint16(hhea[34:], count) // number of metrics
	binary.BigEndian.PutUint16(maxp[4:], count)
	post := slices.Clone(s.tables["post"][:32])
	binary.BigEndian.PutUint32(post, 0x00030000) // no glyph names
	return sfntTables{
		"head": head, "hhea": hhea, "maxp": maxp, "hmtx": s.metrics(), "loca": loca, "glyf": glyf,
		"cmap": characterMap(mapping), "OS/2": s.tables["OS/2"], "name": names(s.tables["name"]), "post": post,
	}
}

func (s *subsetter) metrics() []byte {
	full := int(binary.BigEndian.Uint16(s.tables["hhea"][34:]))
	hmtx, short := s.tables["hmtx"], []byte(nil)
	for _, glyph := range s.kept {
		i := int(glyph)
		if _, used := s.number[glyph]; !used {
			short = append(short, 0, 0, 0, 0)
			continue
		}
		if i < full {
			short = append(short, hmtx[4*i:4*i+4]...)
			continue
		}
		short = append(short, hmtx[4*full-4:4*full-2]...)
		bearing := 4*full + 2*(i-full)
		short = append(short, hmtx[bearing:bearing+2]...)
	}
	return short
}

// characterMap returns a cmap of format 12, which covers all of Unicode.
func characterMap(mapping map[rune]uint16) []byte {
	runes := slices.Sorted(maps.Keys(mapping))
	var out bytes.Buffer
	put := func(values ...any) {
		for _, value := range values {
			binary.Write(&out, binary.BigEndian, value) // writing to a bytes.Buffer cannot fail
		}
	}
	put(uint16(0), uint16(1), uint16(3), uint16(10), uint32(12))
	put(uint16(12), uint16(0), uint32(16+12*len(runes)), uint32(0), uint32(len(runes)))
	for _, r := range runes {
		put(uint32(r), uint32(r), uint32(mapping[r]))
	}
	return out.Bytes()
}

// names keeps the English copyright, family and style for Windows, which every
// reader uses.
func names(table []byte) []byte {
	count, storage := int(binary.BigEndian.Uint16(table[2:])), int(binary.BigEndian.Uint16(table[4:]))
	var records, text []byte
	kept := uint16(0)
	for i := range count {
		record := table[6+12*i : 18+12*i]
		platform, language, id := binary.BigEndian.Uint16(record), binary.BigEndian.Uint16(record[4:]), binary.BigEndian.Uint16(record[6:])
		if platform != 3 || language != 0x409 || id > 2 {
			continue
		}
		length, offset := int(binary.BigEndian.Uint16(record[8:])), storage+int(binary.BigEndian.Uint16(record[10:]))
		records = append(records, record[:10]...)
		records = binary.BigEndian.AppendUint16(records, uint16(len(text)))
		text = append(text, table[offset:offset+length]...)
		kept++
	}
	out := binary.BigEndian.AppendUint16(nil, 0)
	out = binary.BigEndian.AppendUint16(out, kept)
	out = binary.BigEndian.AppendUint16(out, uint16(6+len(records)))
	return append(append(out, records...), text...)
}

// Rule returns the @font-face rule of a subset, with the font as a data URL.
func (f *Face) Rule(used *UsedGlyphs) string {
	woff, err := SubsetWOFF(f, used)
	if err != nil {
		panic(f.CSS() + ": " + err.Error()) // cannot fail for an embedded font
	}
	return "@font-face{" + f.CSS() + ";src:url(data:font/woff;base64," + base64.StdEncoding.EncodeToString(woff) + ") format(\"woff\")}\n"
}
