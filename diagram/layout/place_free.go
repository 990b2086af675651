package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// nearestFree returns the free place nearest to a rectangle's own. Such a place
// is flush with one of the taken areas.
func nearestFree(r geom.Rect, taken []geom.Rect, more float64) geom.Rect {
	xs, ys := []float64{r.X}, []float64{r.Y}
	for _, t := range taken {
		xs = append(xs, t.X-r.Width-more, t.X+t.Width+more)
		ys = append(ys, t.Y-r.Height-more, t.Y+t.Height+more)
	}
	byDistance := func(from float64) func(a, b float64) int {
		return func(a, b float64) int {
			if first, second := math.Abs(a-from), math.Abs(b-from); first != second {
				return int(geom.Sign(first - second))
			}
			return int(geom.Sign(b - a)) // prefer forwards to backwards
		}
	}
	slices.SortFunc(xs, byDistance(r.X))
	slices.SortFunc(ys, byDistance(r.Y))
	xs, ys = slices.Compact(xs), slices.Compact(ys)
	byTop := slices.SortedFunc(slices.Values(taken), func(a, b geom.Rect) int { return cmp.Compare(a.Y, b.Y) })
	best, least := r, math.Inf(1)
	for _, x := range xs {
		if math.Abs(x-r.X) >= least {
			break
		}
		walls := wallsAt(geom.NewRect(x, r.Y, r.Width, r.Height), byTop)
		for _, y := range ys {
			cost := math.Abs(x-r.X) + math.Abs(y-r.Y)
			if cost >= least {
				break
			}
			if moved := (geom.NewRect(x, y, r.Width, r.Height)); !walled(y, walls) && !moved.OverlapsAny(taken) {
				best, least = moved, cost
				break
			}
		}
	}
	return best
}

// wall is an interval in which a rectangle's top may not lie.
type wall struct{ from, to float64 }

// wallsAt returns the walls above and below a rectangle, from the top,
// shortened where rounding could decide.
func wallsAt(r geom.Rect, byTop []geom.Rect) []wall {
	const short = 1e-6
	var walls []wall
	for _, t := range byTop {
		if r.X >= t.X+t.Width || t.X >= r.X+r.Width {
			continue
		}
		next := wall{t.Y - r.Height + short, t.Y + t.Height - short}
		if last := len(walls) - 1; last >= 0 && next.from < walls[last].to {
			walls[last].to = max(walls[last].to, next.to)
		} else {
			walls = append(walls, next)
		}
	}
	return walls
}

func walled(y float64, walls []wall) bool {
	n, _ := slices.BinarySearchFunc(walls, y, func(w wall, y float64) int { return cmp.Compare(w.to, y) })
	return n < len(walls) && walls[n].from <= y
}
