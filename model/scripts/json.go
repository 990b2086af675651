package scripts

import "widerow/model/internal/companion"

// format is the only format so far. A newer one is rejected.
const format = "scripts/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the scripts have", Other: "not scripts that this program reads"}

// Decode reads scripts. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Scripts, error) {
	saved, err := companion.Decode[Scripts](form, text)
	if err != nil {
		return nil, err
	}
	s := saved.Content
	s.unknown = saved.Unknown
	return s, s.check()
}

// Encode returns the saved form: the same bytes for the same scripts.
func (s *Scripts) Encode() []byte { return companion.Encode(format, s, s.unknown) }
