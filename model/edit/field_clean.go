package edit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
)

// Limits on the other texts that a form accepts, in characters.
const (
	maxLineLength = 500
	maxNoteLength = 5000
)

// clean trims a text and rejects it if it is too long, or contains control
// characters or characters that XML, and so SVG, cannot represent. A name, a
// label or a role is a display name.
func (f Field) clean(text string) (string, error) {
	lines := f.Input == LinesInput || f.Input == OptionsInput
	if lines {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("%s is not valid UTF-8 text", f.Label)
	}
	text = strings.TrimSpace(text)
	for position, character := range text {
		if lines && (character == '\n' || character == '\t') {
			continue
		}
		if unicode.IsControl(character) || character == '\uFFFE' || character == '\uFFFF' {
			return "", fmt.Errorf("%s contains the control character U+%04X at character %d; remove it",
				f.Label, character, utf8.RuneCountInString(text[:position])+1)
		}
	}
	if f.Input == TextInput {
		if err := displayname.Check(text); err != nil {
			return "", fmt.Errorf("%s %w", f.Label, err)
		}
	}
	if length := utf8.RuneCountInString(text); length > f.limit() {
		return "", fmt.Errorf("%s has %d characters; the limit is %d", f.Label, length, f.limit())
	}
	return text, nil
}

func (f Field) limit() int {
	switch {
	case f.MaxLength > 0:
		return f.MaxLength
	case f.Input == LinesInput, f.Input == OptionsInput, f.Input == ReferencesInput:
		return maxNoteLength
	case f.Input == TextInput:
		return model.MaxNameLength
	}
	return maxLineLength
}

// formatOptions returns options as lines "key = value". Further lines of a value
// start with a space.
func formatOptions(options map[string]string) string {
	var text strings.Builder
	for _, key := range model.SortedKeys(options) {
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(key + " = " + strings.ReplaceAll(options[key], "\n", "\n "))
	}
	return text.String()
}

// parseOptions parses the output of formatOptions.
func parseOptions(text string) (map[string]string, error) {
	options := map[string]string{}
	last := ""
	for number, line := range strings.Split(text, "\n") {
		if rest, continued := strings.CutPrefix(line, " "); continued && last != "" {
			options[last] += "\n" + rest
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		key, value, found := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || key == "" || value == "" {
			return nil, fmt.Errorf("line %d must be like `key = value`, got %q", number+1, model.Shorten(line, 40))
		}
		if _, twice := options[key]; twice {
			return nil, fmt.Errorf("line %d gives %s a second time", number+1, key)
		}
		options[key], last = value, key
	}
	return options, nil
}
