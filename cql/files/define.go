package files

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// filling is a value in the place of a placeholder. Columns count characters
// from 1 in the line of the expanded text (at, width) and of the file
// (writtenAt, writtenWidth).
type filling struct{ at, width, writtenAt, writtenWidth int }

// placeholder is ${name} or {{name}}, with blanks inside.
var placeholder = regexp.MustCompile(`\$\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}|\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}`)

// fill expands the placeholders that have a value. Values have no line end, so
// that lines stay where they are.
func (f *File) fill(values map[string]string) {
	f.expanded = f.Text
	if len(values) == 0 || !placeholder.MatchString(f.Text) {
		return
	}
	f.fillings = map[int][]filling{}
	lines := strings.Split(f.Text, "\n")
	for i, line := range lines {
		lines[i] = f.fillLine(i+1, line, values)
	}
	f.expanded = strings.Join(lines, "\n")
}

func (f *File) fillLine(number int, line string, values map[string]string) string {
	var filled strings.Builder
	end, shift := 0, 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(line, -1) {
		name := line[max(at[2], at[4]):max(at[3], at[5])]
		value, defined := values[name]
		if !defined {
			continue
		}
		filled.WriteString(line[end:at[0]])
		filled.WriteString(value)
		end = at[1]
		filling := filling{writtenAt: 1 + utf8.RuneCountInString(line[:at[0]]), writtenWidth: utf8.RuneCountInString(line[at[0]:at[1]]),
			width: utf8.RuneCountInString(value)}
		filling.at = filling.writtenAt + shift
		shift += filling.width - filling.writtenWidth
		f.fillings[number] = append(f.fillings[number], filling)
	}
	filled.WriteString(line[end:])
	return filled.String()
}

// written returns the column in the file of a column in the expanded text. A
// column inside a value is the start of its placeholder, or the end.
func (f *File) written(line, column int, end bool) int {
	shift := 0
	for _, filling := range f.fillings[line] {
		switch {
		case column <= filling.at && !(end && column == filling.at && filling.width == 0):
			return column + shift
		case column < filling.at+filling.width && !end:
			return filling.writtenAt
		case column <= filling.at+filling.width && end:
			return filling.writtenAt + filling.writtenWidth
		}
		shift += filling.writtenWidth - filling.width
	}
	return column + shift
}
