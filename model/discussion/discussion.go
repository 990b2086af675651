// Package discussion holds what people say about a model: threads of comments,
// each about an element or about the whole model.
//
// A thread refers to its element by the element's id, so it holds through
// renames, moves and new layouts. When the element is removed, the thread keeps
// what it was about in words.
//
// A Discussion is immutable once shared, like a model: the acts in act.go return a
// changed copy, which shares with it all that is unchanged (sorted.go). So neither an act
// nor a question about few threads takes longer if there are many, and an act is saved
// as the part that it changed (part.go). Read Discussion first, then act.go.
package discussion

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/internal/codec"
)

// Discussion is all that was said about a model. Its threads are listed by what questions
// about them need; put keeps these lists.
type Discussion struct {
	threads  *sorted[byID, *Thread]
	listed   *sorted[place, *Thread]
	anchors  *sorted[anchor, anchored]
	concerns *sorted[concern, *Thread]
	people   *sorted[byName, bool] // the authors of comments

	unknown  []codec.Unknown
	open     int // threads
	comments int
	newest   int // the highest Order
}

// Thread is a list of comments. The first one opened it.
type Thread struct {
	About    About                 `json:"about"`
	Comments map[model.ID]*Comment `json:"comments"`
	Resolved *Resolution           `json:"resolved,omitempty"`

	concerns []string // see Person.Concerns
}

// About is the anchor of a thread. An empty Element is the whole model.
type About struct {
	Element model.ID   `json:"element,omitempty"`
	Kind    model.Kind `json:"kind"`
	Words   string     `json:"words"` // the title of the element when the thread was opened
	Spot    *Spot      `json:"spot,omitempty"`
	Line    *Line      `json:"line,omitempty"`
}

// Spot is a place in the drawing of the element, told from the upper left corner of its
// box, so that it moves with the box.
type Spot struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// farthest bounds the distance of a spot from its box, in units of the drawing.
const farthest = 20_000

// At returns a place near a box, not farther than makes sense.
func At(x, y int) *Spot {
	return &Spot{min(max(x, -farthest), farthest), min(max(y, -farthest), farthest)}
}

// Line is a line of CQL that declares a part of the element: of the script of the schema,
// or of the statements of a query or an update. It is not known by its number, so that it
// is found again after renames, in another order, and in statements that were made anew.
type Line struct {
	Part string `json:"part"` // as package cql names it, such as "column" or "option compaction"
	Text string `json:"text"` // the line when the thread was opened
}

// Limits of a line, in bytes. A part has at most the id of a column and the name of an option.
const (
	maxPart     = 300
	maxLineText = 500
)

// LineOf returns a line as it is saved, or nil if the line cannot name a part.
func LineOf(part, text string) *Line {
	if part == "" || len(part) > maxPart || !utf8.ValidString(part) || strings.ContainsFunc(part, unicode.IsControl) {
		return nil
	}
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool { return r == ' ' || unicode.IsControl(r) }), " ")
	if len(text) > maxLineText {
		text = strings.ToValidUTF8(text[:maxLineText], "") + "…"
	}
	return &Line{Part: part, Text: text}
}

// Comment is one comment of a thread. Number orders them, since the clocks of
// servers may go back.
type Comment struct {
	Number int `json:"number"` // from 1
	// Order numbers all comments of a model in the order of saving, from 1; package seen records by
	// it who has seen which. 0 is for comments from before there was an Order.
	Order  int       `json:"order,omitempty"`
	Author Person    `json:"author"`
	At     time.Time `json:"at"`
	Text   string    `json:"text"` // Markdown
	Edited time.Time `json:"edited,omitempty"`
	// Suggestion is a change that the comment proposes, or nil.
	Suggestion *Suggestion `json:"suggestion,omitempty"`
}

// Person is somebody who comments. ID does not change with the name.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

// Resolution says who has resolved a thread, and when.
type Resolution struct {
	By Person    `json:"by"`
	At time.Time `json:"at"`
}

// Entry is a thread or a comment with its id.
type Entry[T any] struct {
	ID    model.ID
	Value T
}

// Listed returns the comments of a thread in their order.
func (t *Thread) Listed() []Entry[*Comment] {
	comments := entries(t.Comments)
	slices.SortFunc(comments, func(a, b Entry[*Comment]) int {
		return cmp.Or(cmp.Compare(a.Value.Number, b.Value.Number), cmp.Compare(a.ID, b.ID))
	})
	return comments
}

func entries[T any](of map[model.ID]T) []Entry[T] {
	listed := make([]Entry[T], 0, len(of))
	for id, value := range of {
		listed = append(listed, Entry[T]{id, value})
	}
	return listed
}

// Newest returns the highest Order of a comment.
func (d *Discussion) Newest() int { return d.newest }

// Newest returns the highest Order of a comment of the thread.
func (t *Thread) Newest() (order int) {
	for _, comment := range t.Comments {
		order = max(order, comment.Order)
	}
	return order
}

// Has reports whether a person has written in the thread.
func (t *Thread) Has(person string) bool {
	for _, comment := range t.Comments {
		if person != "" && comment.Author.ID == person {
			return true
		}
	}
	return false
}

// Mentions reports whether a comment of the thread names a person, as @name.
func (t *Thread) Mentions(name string) bool {
	for _, comment := range t.Comments {
		if Mentions(comment.Text, name) {
			return true
		}
	}
	return false
}

// Mentions reports whether a text contains @name as a whole word, in upper or
// lower case.
func Mentions(text, name string) bool {
	text, name = strings.ToLower(text), "@"+strings.ToLower(name)
	for len(name) > 1 {
		before, after, found := strings.Cut(text, name)
		if !found {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if !wordRune(last) && !wordRune(next) {
			return true
		}
		text = after
	}
	return false
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// Wait is the reason why a thread waits for a person.
type Wait string

// The reasons. A mention counts more.
const (
	Mentioned Wait = "mentioned"
	Answered  Wait = "answered"
)

// WaitsFor returns why a thread waits for a person, "" if it does not: it is open,
// others have written since the person did, and have mentioned or answered them.
func (t *Thread) WaitsFor(person Person) (why Wait) {
	if t.Resolved != nil {
		return ""
	}
	for _, comment := range t.Listed() {
		switch said := comment.Value; {
		case person.ID != "" && said.Author.ID == person.ID:
			why = ""
		case Mentions(said.Text, person.Name):
			why = Mentioned
		case why == "" && t.Has(person.ID):
			why = Answered
		}
	}
	return why
}
