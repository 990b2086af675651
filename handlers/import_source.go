package handlers

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// source is an imported file, or pasted text, which has no name.
type source struct{ name, text string }

// maxFiles bounds the files of one import.
const maxFiles = 200

// importSources returns the uploaded files sorted by name, or else the pasted
// text or the sources that a preview sends again.
func importSources(c echo.Context) (sources []source, problem string, err error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, "", badForm(err)
	}
	form, err := c.MultipartForm()
	if err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return nil, "", badForm(err)
	}
	if form != nil {
		if sources, problem, err = uploaded(form.File["file"]); len(sources) > 0 || problem != "" || err != nil {
			return sources, problem, err
		}
	}
	names := values["source"]
	for i, text := range values["text"] {
		one := source{text: normalLines(text)}
		if i < len(names) {
			one.name = cleanFileName(names[i])
		}
		sources = append(sources, one)
	}
	return sources, "", nil
}

// uploaded reads the files. Browsers send an empty one if none was chosen.
func uploaded(headers []*multipart.FileHeader) ([]source, string, error) {
	headers = slices.DeleteFunc(slices.Clone(headers), func(h *multipart.FileHeader) bool { return h.Size == 0 && h.Filename == "" })
	if len(headers) > maxFiles {
		return nil, fmt.Sprintf("These are %d files; at most %d can be imported at once.", len(headers), maxFiles), nil
	}
	var sources []source
	for _, header := range headers {
		content, err := header.Open()
		if err != nil {
			return nil, "", fmt.Errorf("open upload: %w", err)
		}
		text, err := io.ReadAll(content)
		content.Close()
		if err != nil {
			return nil, "", fmt.Errorf("read upload: %w", err)
		}
		sources = append(sources, source{cleanFileName(header.Filename), string(text)})
	}
	sort.SliceStable(sources, func(i, j int) bool { return sources[i].name < sources[j].name })
	return sources, "", nil
}

func cleanFileName(name string) string {
	if name == "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, filepath.Base(name))
}

// unreadable says which source is not text, and why.
func unreadable(sources []source) string {
	empty := true
	for _, one := range sources {
		name := one.name
		if name == "" {
			name = "The text"
		}
		switch {
		case strings.HasPrefix(one.text, "\xff\xfe"), strings.HasPrefix(one.text, "\xfe\xff"):
			return name + " is text in UTF-16. Save it as UTF-8 and try again."
		case strings.HasPrefix(one.text, "PK\x03\x04"), strings.HasPrefix(one.text, "\x1f\x8b"):
			return name + " is an archive. Unpack it and choose the files in it."
		case strings.Contains(one.text, "\x00"):
			return name + " is not text: it contains zero bytes."
		case !utf8.ValidString(one.text):
			return name + " is not text in UTF-8. Save it as UTF-8 and try again."
		}
		empty = empty && strings.TrimSpace(withoutBOM(one.text)) == ""
	}
	if empty {
		return "Choose a file or paste a script: there is nothing to import yet."
	}
	return ""
}

// withoutBOM drops the byte order mark that some editors put at the start.
func withoutBOM(text string) string { return strings.TrimPrefix(text, "\ufeff") }

// joined is several sources as one script.
type joined struct {
	text    string
	sources []source
	starts  []int // the line at which each begins, from 1
	ends    []int // the offset at which each but the last ends
}

// join concatenates sources. The separator ends the last statement and a
// trailing comment of each; ends tells the parser where an unclosed string or
// comment must stop.
func join(sources []source) joined {
	all := joined{sources: sources}
	var text strings.Builder
	line := 1
	for i, one := range sources {
		if i > 0 {
			all.ends = append(all.ends, text.Len())
			text.WriteString("\n;\n")
			line += 2
			one.text = withoutBOM(one.text)
		}
		all.starts = append(all.starts, line)
		text.WriteString(one.text)
		line += strings.Count(one.text, "\n")
	}
	all.text = text.String()
	return all
}

// place returns the source of a line and the line number in that source.
func (j joined) place(line int) (file string, at int) {
	for i := len(j.starts) - 1; i >= 0; i-- {
		if line >= j.starts[i] {
			return j.sources[i].name, line - j.starts[i] + 1
		}
	}
	return "", line
}
