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

// Opposite returns the heading turned by 180 degrees.
func (h Heading) Opposite() Heading { return h.Turned(2) }

// Turned returns the heading turned clockwise by that many quarter turns.
func (h Heading) Turned(quarters Heading) Heading { return (h + quarters) % 4 }

// Horizontal reports whether the heading is Right or Left.
func (h Heading) Horizontal() bool { return h == Right || h == Left }
