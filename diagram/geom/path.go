package geom

// Step is one command of a path with absolute coordinates.
type Step struct {
	Command StepCommand
	Points  [3]Point // as many as the command takes, the end last
}

// StepCommand is the letter that SVG gives to the step.
type StepCommand byte

// The commands of a path.
const (
	MoveTo  StepCommand = 'M'
	LineTo  StepCommand = 'L'
	CurveTo StepCommand = 'Q' // a quadratic curve
	CubicTo StepCommand = 'C'
	Close   StepCommand = 'Z'
)

var pointCounts = [256]int{MoveTo: 1, LineTo: 1, CurveTo: 2, CubicTo: 3}

// PointCount returns how many points the command takes.
func (c StepCommand) PointCount() int { return pointCounts[c] }

func Move(x, y float64) Step { return Step{MoveTo, [3]Point{{x, y}}} }

func Line(x, y float64) Step { return Step{LineTo, [3]Point{{x, y}}} }

func Curve(cx, cy, x, y float64) Step { return Step{CurveTo, [3]Point{{cx, cy}, {x, y}}} }

func ClosePath() Step { return Step{Command: Close} }

// Polyline returns straight lines through the points.
func Polyline(points ...Point) []Step {
	steps := make([]Step, 0, len(points)+1)
	for i, p := range points {
		if i == 0 {
			steps = append(steps, Move(p.X, p.Y))
		} else {
			steps = append(steps, Line(p.X, p.Y))
		}
	}
	return steps
}

// Polygon returns the closed polyline through the points.
func Polygon(points ...Point) []Step { return append(Polyline(points...), ClosePath()) }

// quarter is how far the control points of a cubic curve lie along the
// sides of a quarter of a circle with the radius 1.
const quarter = 0.5522847498

// Arc returns a quarter of an ellipse, from its end on one axis to its end on
// the other; corner is where the tangents at both ends meet.
func Arc(from, corner, to Point) Step {
	return Step{CubicTo, [3]Point{control(from, corner), control(to, corner), to}}
}

func control(from, to Point) Point {
	return Point{from.X + (to.X-from.X)*quarter, from.Y + (to.Y-from.Y)*quarter}
}

// Steps returns the outline of the rectangle.
func (r Rect) Steps() []Step {
	right, bottom := r.X+r.Width, r.Y+r.Height
	return Polygon(Point{r.X, r.Y}, Point{right, r.Y}, Point{right, bottom}, Point{r.X, bottom})
}
