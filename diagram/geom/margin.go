package geom

import "math"

// Margin is room on the four sides of a box.
type Margin struct {
	Top    float64 `json:"top,omitempty"`
	Right  float64 `json:"right,omitempty"`
	Bottom float64 `json:"bottom,omitempty"`
	Left   float64 `json:"left,omitempty"`
}

func (m Margin) Around(r Rect) Rect {
	return Rect{r.X - m.Left, r.Y - m.Top, math.Ceil(m.Left + r.Width + m.Right), math.Ceil(m.Top + r.Height + m.Bottom)}
}
