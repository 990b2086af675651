// Package review draws the work on changes: comparisons, proposals, comments, merges and the inbox.
package review

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"slices"

	"github.com/a-h/templ"

	"widerow/web"
)

// ReviewDocument is a proposal as one file: what it changes, what follows, and what
// was said, for people who have no access to the server.
type ReviewDocument struct {
	ComparePage
	Pictures []DocumentPicture
}

// DocumentPicture shows the differences in one diagram, as an SVG file.
type DocumentPicture struct {
	Title string
	SVG   []byte
}

//go:embed review_document.css
var documentStyle string

// DocumentPolicy is the content security policy of a file that has its style and its
// pictures in it: it loads nothing, and runs nothing that somebody has written into it.
var DocumentPolicy = fmt.Sprintf("default-src 'none'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", hashSource(documentStyle))

// hashSource names a style sheet in a policy by its hash.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// style writes the style sheet, in which nothing of users is.
func (ReviewDocument) style() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, "<style>"+documentStyle+"</style>")
		return err
	})
}

func (p DocumentPicture) source() templ.SafeURL { return web.Inlined(p.SVG) }

// Threads are the parts of the conversation, the resolved threads last.
func (d ReviewDocument) Threads() []ReviewEntry {
	entries := slices.Clone(d.Review.Entries)
	for _, thread := range d.Review.Resolved {
		entries = append(entries, ReviewEntry{Thread: &thread})
	}
	return entries
}
