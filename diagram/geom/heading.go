package geom

// Heading is one of the four directions along the axes.
type Heading uint8

// The headings, clockwise.
const (
	Right Heading = iota
	Below
	Left
	Above
)

func (h Heading) Opposite() Heading { return h.Turned(2) }

// Turned returns the heading some quarter turns clockwise.
func (h Heading) Turned(quarters Heading) Heading { return (h + quarters) % 4 }

func (h Heading) Horizontal() bool { return h == Right || h == Left }
