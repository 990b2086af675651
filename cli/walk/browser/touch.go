package browser

import (
	"time"

	"github.com/chromedp/cdproto/input"
)

// Point is a place of the window that a finger touches, in CSS px.
type Point struct{ X, Y float64 }

// At returns the point of a place.
func At(x, y float64) Point { return Point{x, y} }

// Fingers sets the touch points and waits for a frame or two.
func (v *Window) Fingers(at ...Point) {
	v.T.Helper()
	v.Touch(at...)
	time.Sleep(30 * time.Millisecond)
}

// Touch sets the touch points: none ends the touch.
func (v *Window) Touch(at ...Point) {
	v.T.Helper()
	event := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{}}
	for i, finger := range at {
		id := float64(i)
		event.TouchPoints = append(event.TouchPoints, &input.TouchPoint{X: finger.X, Y: finger.Y, ID: &id})
	}
	switch {
	case len(at) == 0:
		event.Type, v.touched = input.DispatchTouchEventTypeTouchEnd, false
	case !v.touched:
		event.Type, v.touched = input.DispatchTouchEventTypeTouchStart, true
	}
	Command(v, input.DispatchTouchEvent, event)
}
