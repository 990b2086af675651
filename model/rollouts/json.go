package rollouts

import "widerow/model/internal/companion"

// format is the only format so far. A newer one is rejected.
const format = "rollouts/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the rollouts have", Other: "not rollouts that this program reads"}

// Decode reads rollouts. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Rollouts, error) {
	saved, err := companion.Decode[Rollouts](form, text)
	if err != nil {
		return nil, err
	}
	r := saved.Content
	r.unknown = saved.Unknown
	return r, nil
}

// Encode returns the saved form: the same bytes for the same rollouts.
func (r *Rollouts) Encode() []byte { return companion.Encode(format, r, r.unknown) }
