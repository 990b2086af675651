package sizing

import (
	"math"

	"widerow/model"
)

// Growth is the size of a partition over time.
type Growth struct {
	Points    []Point
	Crossings []Crossing // of Limits, in their order
}

// Point is the size after a number of days.
type Point struct{ Day, Typical, Worst float64 }

// Crossing is the day on which a partition comes to be over a limit: infinite for
// never.
type Crossing struct {
	Limit          Limit
	Typical, Worst float64
}

// growthPoints is the number of points after the first.
const growthPoints = 60

// Grow returns the size of a partition that gets a number of rows a day, over a number
// of days. Rows stay on disk for lives days, 0 for ever.
func (s *Size) Grow(perDay model.Value, lives, days float64) Growth {
	if lives <= 0 {
		lives = math.Inf(1)
	}
	var grown Growth
	for i := range growthPoints + 1 {
		day := days * float64(i) / growthPoints
		grown.Points = append(grown.Points, Point{day, s.At(min(day, lives)*perDay.Typical, false).Bytes, s.At(min(day, lives)*perDay.Worst, true).Bytes})
	}
	for _, limit := range Limits {
		grown.Crossings = append(grown.Crossings, Crossing{limit, s.crossing(limit, perDay.Typical, lives, false), s.crossing(limit, perDay.Worst, lives, true)})
	}
	return grown
}

// crossing is the day on which the rows of a day, each day, are over a limit.
func (s *Size) crossing(limit Limit, perDay, lives float64, worst bool) float64 {
	day := s.RowsWithin(limit, worst) / perDay
	if perDay <= 0 || day >= lives {
		return math.Inf(1)
	}
	return day
}
