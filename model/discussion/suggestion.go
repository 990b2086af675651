package discussion

import (
	"slices"
	"strings"
	"time"

	"widerow/model"
)

// Suggestion is a change of the model that somebody proposes in a comment. Others
// carry it out, or do not.
type Suggestion struct {
	Patch   string      `json:"patch"`   // from the model that the author saw, as package diff encodes it
	Changes []string    `json:"changes"` // the patch in words, a line each
	Applied *Acceptance `json:"applied,omitempty"`
}

// Acceptance says who has carried out a suggestion, and which revision of the model
// it made.
type Acceptance struct {
	By       Person    `json:"by"`
	At       time.Time `json:"at"`
	Revision int       `json:"revision"`
}

// Limits of a suggestion. A larger change is a matter for a proposal.
const (
	MaxPatch      = 64 << 10 // bytes
	maxSuggestion = 50       // lines of words
)

// NewSuggestion returns a suggestion to be added with a comment. words describe its changes.
func NewSuggestion(patch []byte, words []string) (*Suggestion, error) {
	if len(words) == 0 {
		return nil, model.Reject("There is nothing to suggest yet: change a field first.")
	}
	if len(patch) > MaxPatch || len(words) > maxSuggestion {
		return nil, model.Reject("This change is too large for a suggestion. Nothing was saved: make it in a proposal (Proposals → Propose changes).")
	}
	suggestion := &Suggestion{Patch: string(patch)}
	for _, line := range words {
		suggestion.Changes = append(suggestion.Changes, strings.ToValidUTF8(line, "\uFFFD"))
	}
	return suggestion, nil
}

// Suggested returns the suggestion of a comment. It fails if there is none or if it has already
// been applied.
func (d *Discussion) Suggested(thread, comment model.ID) (*Suggestion, error) {
	found := d.Thread(thread)
	switch {
	case found == nil:
		return nil, model.Reject("There is no such thread of comments. Reload the page.")
	case found.Comments[comment] == nil || found.Comments[comment].Suggestion == nil:
		return nil, model.Reject("This comment suggests no change. Reload the page.")
	}
	suggestion := found.Comments[comment].Suggestion
	if applied := suggestion.Applied; applied != nil {
		return nil, model.Reject("%s has applied this suggestion already.", applied.By.Name)
	}
	return suggestion, nil
}

// Accept notes that a suggestion was carried out, and resolves its thread.
func (d *Discussion) Accept(thread, comment model.ID, accepted Acceptance) (*Discussion, error) {
	suggestion, err := d.Suggested(thread, comment)
	if err != nil {
		return nil, err
	}
	changed, err := d.change(thread)
	if err != nil {
		return nil, err
	}
	accepted.By, accepted.At = cleanPerson(accepted.By), saved(accepted.At)
	after, applied := *changed.Comments[comment], *suggestion
	applied.Changes, applied.Applied = slices.Clone(suggestion.Changes), &accepted
	after.Suggestion = &applied
	changed.Comments[comment] = &after
	if changed.Resolved == nil {
		changed.Resolved = &Resolution{accepted.By, accepted.At}
	}
	return d.changed(thread, changed), nil
}
