package sharing

import (
	"fmt"
	"maps"
	"slices"

	"widerow/model/internal/companion"
)

// format is the only format so far. A newer one is rejected.
const format = "sharing/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the roles have", Other: "not roles that this program reads"}

// Decode reads the saved form. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Sharing, error) {
	saved, err := companion.Decode[Sharing](form, text)
	if err != nil {
		return nil, err
	}
	s := saved.Content
	s.unknown = saved.Unknown
	return s, s.check()
}

// Encode returns the saved form: the same bytes for the same content.
func (s *Sharing) Encode() []byte { return companion.Encode(format, s, s.unknown) }

// check rejects a sharing that the changes of this package would not have made.
func (s *Sharing) check() error {
	for _, role := range slices.Concat([]Role{s.Everyone}, slices.Collect(maps.Values(s.People)), slices.Collect(maps.Values(s.Groups))) {
		if role != None && !slices.Contains(Roles, role) {
			return fmt.Errorf("the role %q is unknown", role)
		}
	}
	for id, link := range s.Links {
		if !slices.Contains(Scopes, link.Scope) || len(link.Hash) != 64 {
			return fmt.Errorf("link %s has no scope or no hash", id)
		}
	}
	return nil
}
