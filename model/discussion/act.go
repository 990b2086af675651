package discussion

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"widerow/model"
)

// Limits.
const (
	MaxText     = 64 << 10 // bytes of a comment
	MaxComments = 10_000   // of a model
)

// NewComment is a comment to be added.
type NewComment struct {
	ID   model.ID
	By   Person
	At   time.Time
	Text string // may be empty beside a suggestion

	Suggestion *Suggestion
}

// OpenThread adds a thread with its first comment.
func (d *Discussion) OpenThread(id model.ID, about About, first NewComment) (*Discussion, error) {
	comment, err := d.comment(first)
	if err != nil {
		return nil, err
	}
	comment.Number = 1
	comment.Order = d.newest + 1
	return d.changed(id, &Thread{About: about, Comments: map[model.ID]*Comment{first.ID: comment}}), nil
}

// Reply adds a comment to a thread.
func (d *Discussion) Reply(thread model.ID, reply NewComment) (*Discussion, error) {
	comment, err := d.comment(reply)
	if err != nil {
		return nil, err
	}
	changed, err := d.change(thread)
	if err != nil {
		return nil, err
	}
	for _, other := range changed.Comments {
		comment.Number = max(comment.Number, other.Number+1)
	}
	comment.Order = d.newest + 1
	changed.Comments[reply.ID] = comment
	return d.changed(thread, changed), nil
}

// Edit replaces the text of the comment with the ID of edited. Only its author
// may do that.
func (d *Discussion) Edit(thread model.ID, edited NewComment) (*Discussion, error) {
	changed, err := d.change(thread)
	if err != nil {
		return nil, err
	}
	before := changed.Comments[edited.ID]
	text, err := checkComment(edited.Text, before != nil && before.Suggestion != nil)
	if err != nil {
		return nil, err
	}
	switch {
	case before == nil:
		return nil, model.Reject("There is no such comment. Reload the page.")
	case before.Author.ID == "" || before.Author.ID != edited.By.ID:
		return nil, model.Reject("Only %s can edit this comment.", before.Author.Name)
	case before.Text == text:
		return d, nil
	}
	after := *before
	after.Text, after.Edited = text, saved(edited.At)
	changed.Comments[edited.ID] = &after
	return d.changed(thread, changed), nil
}

// Resolve marks a thread as resolved. It does nothing if the thread is resolved
// already.
func (d *Discussion) Resolve(thread model.ID, by Person, at time.Time) (*Discussion, error) {
	changed, err := d.change(thread)
	if err != nil || changed.Resolved != nil {
		return d, err
	}
	changed.Resolved = &Resolution{cleanPerson(by), saved(at)}
	return d.changed(thread, changed), nil
}

// Reopen makes a resolved thread open again.
func (d *Discussion) Reopen(thread model.ID) (*Discussion, error) {
	changed, err := d.change(thread)
	if err != nil || changed.Resolved == nil {
		return d, err
	}
	changed.Resolved = nil
	return d.changed(thread, changed), nil
}

// change returns a copy of a thread that may be changed; its comments must be replaced,
// not changed.
func (d *Discussion) change(id model.ID) (*Thread, error) {
	thread := d.Thread(id)
	if thread == nil {
		return nil, model.Reject("There is no such thread of comments. Reload the page.")
	}
	return thread.clone(), nil
}

// changed returns the discussion with another state of a thread.
func (d *Discussion) changed(id model.ID, thread *Thread) *Discussion {
	next := *d
	next.put(id, thread)
	return &next
}

// comment checks a new comment.
func (d *Discussion) comment(comment NewComment) (*Comment, error) {
	text, err := checkComment(comment.Text, comment.Suggestion != nil)
	if err != nil {
		return nil, err
	}
	if d.comments >= MaxComments {
		return nil, model.Reject("This model has reached the limit of %d comments. Copy the model: the copy starts without comments.", MaxComments)
	}
	return &Comment{Author: cleanPerson(comment.By), At: saved(comment.At), Text: text, Suggestion: comment.Suggestion}, nil
}

// checkComment returns a text without space around it. Empty reports whether it may
// be empty.
func checkComment(text string, empty bool) (string, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if len(text) > MaxText {
		return "", model.Reject("The comment has %d KB; the limit is %d KB. Nothing was saved: make it shorter, or split it.", (len(text)+1023)>>10, MaxText>>10)
	}
	if !utf8.ValidString(text) {
		return "", model.Reject("The comment is not valid UTF-8 text.")
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return "", model.Reject("The comment contains the control character U+%04X; remove it.", r)
		}
	}
	if !empty && strings.IndexFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0 {
		return "", model.Reject("Write a comment first.")
	}
	return strings.TrimSpace(text), nil
}

// cleanPerson replaces what a saved form cannot hold.
func cleanPerson(person Person) Person {
	return Person{strings.ToValidUTF8(person.ID, "\uFFFD"), strings.ToValidUTF8(person.Name, "\uFFFD")}
}
