package disk

import (
	"math"
	"math/bits"
)

// Vint returns the number of bytes of an unsigned vint.
func Vint(n uint64) int { return (639 - 9*bits.LeadingZeros64(n|1)) >> 6 }

// Amount is a number that differs from row to row: its mean and its standard
// deviation, which is 0 for a constant.
type Amount struct{ Mean, Deviation float64 }

// Exactly returns a constant.
func Exactly(n float64) Amount { return Amount{Mean: n} }

// Varied returns the amount of which only the average is known. A whole number
// is taken as a constant. A fraction can only be the average of different
// numbers; of those, the deviation is assumed to be that of an even distribution
// from a quarter of the average to seven quarters.
func Varied(mean float64) Amount {
	if mean == math.Trunc(mean) {
		return Amount{Mean: mean}
	}
	return Amount{mean, mean * 0.433}
}

// vint returns the expected number of bytes of the amount as a vint.
func (a Amount) vint() float64 {
	total := 1.0
	for limit := 128.0; limit < 1<<57; limit *= 128 {
		share := a.atLeast(limit)
		if share == 0 {
			break
		}
		total += share
	}
	return total
}

// atLeast returns the share of the values that are limit or more. The values are
// taken as normally distributed.
func (a Amount) atLeast(limit float64) float64 {
	distance := limit - 0.5 - a.Mean
	if a.Deviation <= 0 || math.Abs(distance) > 6*a.Deviation {
		if distance <= 0 {
			return 1
		}
		return 0
	}
	return math.Erfc(distance/(a.Deviation*math.Sqrt2)) / 2
}

// plus returns the amount plus a constant.
func (a Amount) plus(n float64) Amount { return Amount{a.Mean + n, a.Deviation} }

// Plus returns the sum of two independent amounts.
func (a Amount) Plus(b Amount) Amount {
	if a.Deviation == 0 && b.Deviation == 0 {
		return Amount{Mean: a.Mean + b.Mean}
	}
	return Amount{a.Mean + b.Mean, math.Hypot(a.Deviation, b.Deviation)}
}

// Times returns the sum of a number of independent amounts.
func (a Amount) Times(count Amount) Amount {
	variance := count.Mean*a.Deviation*a.Deviation + count.Deviation*count.Deviation*a.Mean*a.Mean
	return Amount{count.Mean * a.Mean, math.Sqrt(variance)}
}

// Prefixed returns the amount with its length before it as a vint.
func (a Amount) Prefixed() Amount { return a.plus(a.vint()) }

// sum collects the mean and the variance of a sum of independent amounts.
type sum struct{ mean, variance float64 }

func (s *sum) add(a Amount) {
	s.mean += a.Mean
	s.variance += a.Deviation * a.Deviation
}

// addShare adds an amount that only a share of the rows has.
func (s *sum) addShare(share float64, a Amount) {
	s.mean += share * a.Mean
	s.variance += share*(a.Deviation*a.Deviation+a.Mean*a.Mean) - share*share*a.Mean*a.Mean
}

func (s *sum) amount() Amount { return Amount{s.mean, math.Sqrt(max(s.variance, 0))} }

// Delta is the difference between a timestamp, an expiry or a TTL and the smallest one in the file,
// the form in which files store them. The differences are spread evenly from Low to High.
type Delta struct {
	Low, High float64
	// Writes is the number of writes in the file, 0 for very many. Of a few, the
	// oldest and the newest count.
	Writes float64
}

// At returns the Delta that is the same for all rows.
func At(n float64) Delta { return Delta{Low: n, High: n} }

// vint returns the expected number of bytes of the delta as a vint.
func (d Delta) vint() float64 {
	between := d.latest(1)
	switch {
	case d.Writes <= 0:
		return between
	case d.Writes <= 1:
		return At(d.Low).latest(1)
	}
	return (At(d.Low).latest(1) + At(d.High).latest(1) + max(d.Writes-2, 0)*between) / max(d.Writes, 2)
}

// latest returns the expected number of bytes of the largest of n deltas.
func (d Delta) latest(n float64) float64 {
	total := 1.0
	for limit := 128.0; limit < 1<<57 && limit <= d.High; limit *= 128 {
		if limit <= d.Low {
			total++
			continue
		}
		total += 1 - math.Pow((limit-d.Low)/(d.High-d.Low), max(n, 1))
	}
	return total
}
