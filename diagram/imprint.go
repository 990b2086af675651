package diagram

import (
	"fmt"
	"time"
)

// Imprint is what tells one drawing of a model from another. What is not
// known is left out.
type Imprint struct {
	Revision uint64
	Date     time.Time // of the revision
	Author   string
}

func (i Imprint) revision() string {
	if i.Revision == 0 {
		return ""
	}
	return fmt.Sprintf("r%d", i.Revision)
}

func (i Imprint) date() string {
	if i.Date.IsZero() {
		return ""
	}
	return i.Date.UTC().Format(time.DateOnly)
}

// caption is the line below a picture that stands alone.
func (p *painter) caption() string {
	return sentence(p.drawing.title, p.options.Imprint.revision(), p.options.Imprint.date())
}
