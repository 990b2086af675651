package sharing

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/internal/secret"
)

// MaxLinks is the largest number of links of a model.
const MaxLinks = 200

// Scope is the part of a model that a link shows.
type Scope string

// Scopes. A link never shows more: no history, no other model.
const (
	WholeModel  Scope = "model"    // the newest revision, all diagrams
	OneDiagram  Scope = "diagram"  // the newest revision, the diagram of Target
	OneRevision Scope = "revision" // the revision of Target
	OneProposal Scope = "proposal" // the proposal of Target, as it changes
)

// Scopes are all scopes.
var Scopes = []Scope{WholeModel, OneDiagram, OneRevision, OneProposal}

// Link shows a part of a model to whoever has its address, until it is taken back.
// The secret in the address is shown once and not stored.
type Link struct {
	Scope    Scope     `json:"scope"`
	Target   string    `json:"target,omitempty"` // see Scope
	Name     string    `json:"name,omitempty"`   // whom it is for
	Comments bool      `json:"comments,omitempty"`
	Hash     string    `json:"hash"` // see secret.Hash
	By       model.ID  `json:"by"`
	Made     time.Time `json:"made"`
	Ends     time.Time `json:"ends,omitzero"` // zero: never
}

// Ended reports whether a link no longer works at a time.
func (l *Link) Ended(now time.Time) bool { return !l.Ends.IsZero() && !now.Before(l.Ends) }

// AddLink adds a link and returns its secret, which cannot be had again. Hash and Made
// of the argument are ignored. The error is a *model.Rejected.
func (s *Sharing) AddLink(id model.ID, link Link, now time.Time) (next *Sharing, text string, err error) {
	link.Name = strings.TrimSpace(link.Name)
	if err := s.checkLink(&link, now); err != nil {
		return nil, "", err
	}
	text = secret.New()
	link.Hash, link.Made = secret.Hash(text), moment(now)
	if !link.Ends.IsZero() {
		link.Ends = moment(link.Ends)
	}
	next = s.clone()
	next.Links[id] = &link
	return next, text, nil
}

func (s *Sharing) checkLink(link *Link, now time.Time) error {
	if err := displayname.Check(link.Name); err != nil {
		return model.Reject("The name of the link %s.", err)
	}
	switch {
	case utf8.RuneCountInString(link.Name) > 60:
		return model.Reject("The name of the link has %d characters; at most 60 are allowed.", utf8.RuneCountInString(link.Name))
	case !slices.Contains(Scopes, link.Scope):
		return model.Reject("%q is nothing that a link can show: choose model, diagram, revision or proposal.", link.Scope)
	case (link.Scope == WholeModel) != (link.Target == ""):
		return model.Reject("A link to a %s needs to say which one, a link to the model does not.", cmp.Or(link.Scope, WholeModel))
	case link.Ended(now):
		return model.Reject("The link would end before it begins: choose a later date.")
	case len(s.Links) >= MaxLinks:
		return model.Reject("A model has %d links at most: take one back first.", MaxLinks)
	}
	return nil
}

// RemoveLink takes a link back. The error is ErrNoLink if there is none.
func (s *Sharing) RemoveLink(id model.ID) (*Sharing, error) {
	if s.Links[id] == nil {
		return nil, ErrNoLink
	}
	next := s.clone()
	delete(next.Links, id)
	return next, nil
}

// FindLink returns the link with a secret, or nil if it was taken back or has ended.
func (s *Sharing) FindLink(text string, now time.Time) (model.ID, *Link) {
	hash := secret.Hash(text)
	for id, link := range s.Links {
		if link.Hash == hash && !link.Ended(now) {
			return id, link
		}
	}
	return "", nil
}

// ListedLinks returns the IDs of all links, the newest first.
func (s *Sharing) ListedLinks() []model.ID {
	ids := make([]model.ID, 0, len(s.Links))
	for id := range s.Links {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b model.ID) int {
		return cmp.Or(s.Links[b].Made.Compare(s.Links[a].Made), cmp.Compare(a, b))
	})
	return ids
}

// moment is a time as documents store it.
func moment(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
