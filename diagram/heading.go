package diagram

// heading is one of the four directions along the axes.
type heading uint8

// The headings, clockwise.
const (
	right heading = iota
	below
	left
	above
)

func (h heading) opposite() heading { return h.turned(2) }

// turned returns the heading some quarter turns clockwise.
func (h heading) turned(quarters heading) heading { return (h + quarters) % 4 }

func (h heading) horizontal() bool { return h == right || h == left }
