package geom

import "math"

// Margin is the space on each side of a box, in px.
type Margin struct {
	Top    float64 `json:"top,omitempty"`
	Right  float64 `json:"right,omitempty"`
	Bottom float64 `json:"bottom,omitempty"`
	Left   float64 `json:"left,omitempty"`
}

// Around returns r with the margin added on each side. Its width and height are
// rounded up to whole pixels.
func (m Margin) Around(r Rect) Rect {
	return Rect{r.X - m.Left, r.Y - m.Top, math.Ceil(m.Left + r.Width + m.Right), math.Ceil(m.Top + r.Height + m.Bottom)}
}
