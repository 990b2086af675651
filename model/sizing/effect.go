package sizing

import (
	"cmp"
	"slices"

	"widerow/model"
)

// Effect describes the result of multiplying an assumed number by effectTimes.
type Effect struct {
	Assumption
	// Factor is the growth of the partition's bytes as a factor, Added the growth in bytes.
	Factor, Added float64
}

// effectTimes is the factor by which an Effect varies an assumed number.
const effectTimes = 10

// Effects returns what the assumed numbers of a size do, the largest effect first.
func (o Options) Effects(m *model.Model, size *Size) []Effect {
	if size.Level == Unknown || len(size.Assumed) == 0 {
		return nil
	}
	var effects []Effect
	s := newSizer(m, o)
	for _, assumption := range size.varied() {
		bytes := s.instead(size.Relation, assumption.Input(), assumption.Value*effectTimes)
		if bytes > size.Typical.Bytes {
			effects = append(effects, Effect{assumption, bytes / size.Typical.Bytes, bytes - size.Typical.Bytes})
		}
	}
	slices.SortStableFunc(effects, func(a, b Effect) int { return cmp.Compare(b.Added, a.Added) })
	return effects
}

// instead returns the typical bytes with another number than the assumed one.
func (s *sizer) instead(relation model.ID, input Input, value float64) float64 {
	clear(s.types)
	s.options.Instead = map[Input]float64{input: value}
	size := s.size(relation)
	return size.Typical.Bytes
}
