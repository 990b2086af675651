// Package upload reads the scripts that a form sends, as files or as text, and
// joins them to one.
package upload

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
	"unicode"
	"unicode/utf8"
)

// File is an uploaded file, or pasted text, which has no name.
type File struct{ Name, Text string }

// MaxFiles bounds the files of one form.
const MaxFiles = 200

// ErrForm reports a form that cannot be read.
var ErrForm = errors.New("the form cannot be read")

// formMemory bounds the memory of a form, in bytes; larger files of it are
// kept on disk while it is read.
const formMemory = 32 << 20

// Read returns the uploaded files sorted by name, or else the pasted text or the
// files that a preview sends again. The problem is one for the visitor.
func Read(r *http.Request) (files []File, problem string, err error) {
	if err := parse(r); err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrForm, err)
	}
	if r.MultipartForm != nil {
		if files, problem, err = uploaded(r.MultipartForm.File["file"]); len(files) > 0 || problem != "" || err != nil {
			return files, problem, err
		}
	}
	names := r.Form["source"]
	for i, text := range r.Form["text"] {
		one := File{Text: strings.ReplaceAll(text, "\r\n", "\n")} // undoes what browsers do to a text area
		if i < len(names) {
			one.Name = cleanFileName(names[i])
		}
		files = append(files, one)
	}
	return files, "", nil
}

// parse reads a form of either encoding. ParseMultipartForm alone would hide why
// a form without files cannot be read.
func parse(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	if err := r.ParseMultipartForm(formMemory); !errors.Is(err, http.ErrNotMultipart) {
		return err
	}
	return nil
}

// uploaded reads the files. Browsers send an empty one if none was chosen.
func uploaded(headers []*multipart.FileHeader) ([]File, string, error) {
	headers = slices.DeleteFunc(slices.Clone(headers), func(h *multipart.FileHeader) bool { return h.Size == 0 && h.Filename == "" })
	if len(headers) > MaxFiles {
		return nil, fmt.Sprintf("These are %d files; at most %d can be imported at once.", len(headers), MaxFiles), nil
	}
	var files []File
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
		files = append(files, File{cleanFileName(header.Filename), string(text)})
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	return files, "", nil
}

func cleanFileName(name string) string {
	if name == "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, filepath.Base(name))
}

// Unreadable names the file that is not text, and why.
func Unreadable(files []File) string {
	empty := true
	for _, one := range files {
		name := one.Name
		if name == "" {
			name = "The text"
		}
		switch {
		case strings.HasPrefix(one.Text, "\xff\xfe"), strings.HasPrefix(one.Text, "\xfe\xff"):
			return name + " is text in UTF-16. Save it as UTF-8 and try again."
		case strings.HasPrefix(one.Text, "PK\x03\x04"), strings.HasPrefix(one.Text, "\x1f\x8b"):
			return name + " is an archive. Unpack it and choose the files in it."
		case strings.Contains(one.Text, "\x00"):
			return name + " is not text: it contains zero bytes."
		case !utf8.ValidString(one.Text):
			return name + " is not text in UTF-8. Save it as UTF-8 and try again."
		}
		empty = empty && strings.TrimSpace(WithoutBOM(one.Text)) == ""
	}
	if empty {
		return "Choose a file or paste a script: there is nothing to import yet."
	}
	return ""
}

// WithoutBOM drops the byte order mark that some editors put at the start.
func WithoutBOM(text string) string { return strings.TrimPrefix(text, "\ufeff") }

// Script is several files as one text.
type Script struct {
	Text   string
	Files  []File
	Ends   []int // the offset at which each but the last ends
	starts []int // the line at which each begins, from 1
}

// Join concatenates files. The separator ends the last statement and a
// trailing comment of each; Ends tells the parser where an unclosed string or
// comment must stop.
func Join(files []File) Script {
	all := Script{Files: files}
	var text strings.Builder
	line := 1
	for i, one := range files {
		if i > 0 {
			all.Ends = append(all.Ends, text.Len())
			text.WriteString("\n;\n")
			line += 2
			one.Text = WithoutBOM(one.Text)
		}
		all.starts = append(all.starts, line)
		text.WriteString(one.Text)
		line += strings.Count(one.Text, "\n")
	}
	all.Text = text.String()
	return all
}

// Place returns the file of a line and the line number in that file.
func (s Script) Place(line int) (file string, at int) {
	for i := len(s.starts) - 1; i >= 0; i-- {
		if line >= s.starts[i] {
			return s.Files[i].Name, line - s.starts[i] + 1
		}
	}
	return "", line
}
