package connections

import (
	"fmt"

	"widerow/model/internal/companion"
)

// format is the only format so far. A newer one is rejected.
const format = "connections/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the connections have", Other: "not connections that this program reads"}

// Decode reads the saved form. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Directory, error) {
	saved, err := companion.Decode[Directory](form, text)
	if err != nil {
		return nil, err
	}
	d := saved.Content
	d.unknown = saved.Unknown
	for id, connection := range d.Connections {
		connection.switchOn()
		if err := connection.check(); err != nil {
			return nil, fmt.Errorf("connection %s: %w", id, err)
		}
	}
	return d, nil
}

// Encode returns the saved form: the same bytes for the same content.
func (d *Directory) Encode() []byte { return companion.Encode(format, d, d.unknown) }
