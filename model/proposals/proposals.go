// Package proposals holds the proposals to change a model: what and why, who is
// asked to review, what they said, and which checks block a merge.
// What a proposal changes is in its branch, a chain of its own.
//
// Proposals are immutable once shared, like a model: acts (act.go) return a
// changed copy. What follows from the acts and the branch is in standing.go.
package proposals

import (
	"cmp"
	"slices"
	"time"

	"widerow/model"
	"widerow/model/internal/codec"
)

// Proposals is the saved document: all proposals to change a model.
type Proposals struct {
	Proposals map[model.ID]*Proposal `json:"proposals,omitempty"` // by Key
	Rules     Rules                  `json:"rules"`

	unknown []codec.Unknown
}

// State is the state to which its author or a merge has brought a proposal.
type State string

// The states. Whether an open proposal is approved follows from its reviews.
const (
	Draft  State = "draft"
	Open   State = "open"
	Merged State = "merged"
	Closed State = "closed"
)

// Proposal is a proposal. Its branch has the same number.
type Proposal struct {
	Number    int                  `json:"number"`
	Title     string               `json:"title"`
	Text      string               `json:"text,omitempty"` // Markdown: what and why
	Author    Person               `json:"author"`
	At        time.Time            `json:"at"`
	State     State                `json:"state"`
	Reviewers []Person             `json:"reviewers,omitempty"` // by name; their id is known once they have reviewed
	Reviews   map[model.ID]*Review `json:"reviews,omitempty"`
	Merge     *Merge               `json:"merge,omitempty"`
	Closed    *Ending              `json:"closed,omitempty"`
}

// Person is a person as known when they acted. ID does not change with the name.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

// Verdict is the verdict of a reviewer.
type Verdict string

// The verdicts.
const (
	Approves Verdict = "approve"
	Requests Verdict = "changes"
)

// Review is a verdict about the content that the reviewer saw.
type Review struct {
	Number  int       `json:"number"` // from 1
	By      Person    `json:"by"`
	At      time.Time `json:"at"`
	Verdict Verdict   `json:"verdict"`
	Text    string    `json:"text,omitempty"` // Markdown
	Content string    `json:"content"`        // see Content
}

// Merge is the merge of a proposal into its model.
type Merge struct {
	Revision int       `json:"revision"` // of the model
	Branch   int       `json:"branch"`   // the revision of the branch that was merged
	By       Person    `json:"by"`
	At       time.Time `json:"at"`
}

// Ending is the end of a proposal without a merge.
type Ending struct {
	By Person    `json:"by"`
	At time.Time `json:"at"`
}

// Key is the key of a proposal in the document.
func Key(number int) model.ID { return model.ID("p" + itoa(number)) }

// Of returns the proposal of a number, or nil.
func (p *Proposals) Of(number int) *Proposal { return p.Proposals[Key(number)] }

// Listed returns all proposals, the newest first.
func (p *Proposals) Listed() []*Proposal {
	listed := make([]*Proposal, 0, len(p.Proposals))
	for _, proposal := range p.Proposals {
		listed = append(listed, proposal)
	}
	slices.SortFunc(listed, func(a, b *Proposal) int { return cmp.Compare(b.Number, a.Number) })
	return listed
}

// Open counts the proposals that are neither merged nor closed.
func (p *Proposals) Open() (count int) {
	for _, proposal := range p.Proposals {
		if !proposal.Ended() {
			count++
		}
	}
	return count
}

// Ended reports whether a proposal is merged or closed: its branch does not
// change any more.
func (p *Proposal) Ended() bool { return p.State == Merged || p.State == Closed }

// Listed returns the reviews in their order.
func (p *Proposal) Listed() []*Review {
	listed := make([]*Review, 0, len(p.Reviews))
	for _, review := range p.Reviews {
		listed = append(listed, review)
	}
	slices.SortFunc(listed, func(a, b *Review) int { return cmp.Compare(a.Number, b.Number) })
	return listed
}

// Concerns returns texts of which two persons that are the same have one in common. An
// index of people is kept by them.
func (p Person) Concerns() (texts []string) {
	if p.ID != "" {
		texts = append(texts, "id "+p.ID)
	}
	if p.Name != "" {
		texts = append(texts, "name "+folded(p.Name))
	}
	return texts
}

// Is reports whether two persons are the same: by id, or by name if one of them
// has none.
func (p Person) Is(other Person) bool {
	if p.ID != "" && other.ID != "" {
		return p.ID == other.ID
	}
	return p.Name != "" && folded(p.Name) == folded(other.Name)
}
