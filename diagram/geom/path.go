package geom

// Step is one command of a path, with absolute coordinates.
type Step struct {
	Command StepCommand
	Points  [3]Point // as many as the command takes, the end point last
}

// StepCommand is the letter of the command in SVG path data.
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

// PointCount returns the number of points that the command takes.
func (c StepCommand) PointCount() int { return pointCounts[c] }

// Move returns the step that starts a subpath at x, y.
func Move(x, y float64) Step { return Step{MoveTo, [3]Point{{x, y}}} }

// Line returns the step that draws a straight line to x, y.
func Line(x, y float64) Step { return Step{LineTo, [3]Point{{x, y}}} }

// Curve returns the step that draws a quadratic curve to x, y with the control
// point cx, cy.
func Curve(cx, cy, x, y float64) Step { return Step{CurveTo, [3]Point{{cx, cy}, {x, y}}} }

// ClosePath returns the step that closes the subpath.
func ClosePath() Step { return Step{Command: Close} }

// Polyline returns the open path of straight lines through the points.
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

// quarter is the distance of a cubic curve's control points from its ends when
// it approximates a quarter of the unit circle.
const quarter = 0.5522847498

// Arc returns a quarter of an ellipse from one axis to the other. The tangents
// at its ends meet at corner.
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
