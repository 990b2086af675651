package seen

import (
	"fmt"

	"widerow/model/internal/companion"
)

// format is the only format so far. A newer one is rejected.
const format = "seen/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "what was seen has", Other: "not what this version reads"}

// Decode reads what people have seen. Unknown fields are kept and written back by
// Encode.
func Decode(text []byte) (*Seen, error) {
	saved, err := companion.Decode[Seen](form, text)
	if err != nil {
		return nil, err
	}
	s := saved.Content
	s.unknown = saved.Unknown
	for id, person := range s.People {
		if year := person.At.Year(); year < 1 || year > 9999 {
			return nil, fmt.Errorf("person %s: the year %d", id, year)
		}
	}
	return s, nil
}

// Encode returns the saved form: the same bytes for the same content.
func (s *Seen) Encode() []byte { return companion.Encode(format, s, s.unknown) }
