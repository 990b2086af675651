package versions

import "widerow/model/internal/companion"

// format is the only format so far. A newer one is rejected.
const format = "versions/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the names have", Other: "not versions that this program reads"}

// Decode reads versions. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Versions, error) {
	saved, err := companion.Decode[Versions](form, text)
	if err != nil {
		return nil, err
	}
	v := saved.Content
	v.unknown = saved.Unknown
	return v, v.check()
}

// Encode returns the saved form: the same bytes for the same versions.
func (v *Versions) Encode() []byte { return companion.Encode(format, v, v.unknown) }
