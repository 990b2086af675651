package diagram

import (
	"fmt"
	"time"
)

// Revision identifies the version of the model that is drawn. The picture omits
// zero fields.
type Revision struct {
	Number uint64
	Date   time.Time // of the revision
	Author string
}

func (r Revision) number() string {
	if r.Number == 0 {
		return ""
	}
	return fmt.Sprintf("r%d", r.Number)
}

func (r Revision) date() string {
	if r.Date.IsZero() {
		return ""
	}
	return r.Date.UTC().Format(time.DateOnly)
}

// caption returns the line below a standalone picture.
func (p *painter) caption() string {
	return sentence(p.drawing.title, p.options.Revision.number(), p.options.Revision.date())
}
