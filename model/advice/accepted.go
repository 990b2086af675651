package advice

import (
	"math"

	"widerow/model"
)

// Acceptance returns the decision to leave a finding as it is, nil if there is none. lifted reports that a number of the
// finding has changed since by more than a half, so that the decision no longer counts.
func Acceptance(m *model.Model, finding *Finding) (accepted *model.Accepted, lifted bool) {
	if len(m.Accepted) == 0 {
		return nil, false
	}
	accepted = m.Accepted[finding.Key()]
	if accepted == nil {
		return nil, false
	}
	for _, number := range finding.Numbers {
		was, known := accepted.Numbers[number.Name]
		if known && math.Abs(number.Value-was) > math.Abs(was)/2 {
			return accepted, true
		}
	}
	return accepted, false
}

// Open returns the findings that are not accepted.
func Open(m *model.Model, findings []Finding) []Finding {
	var open []Finding
	for i := range findings {
		if accepted, lifted := Acceptance(m, &findings[i]); accepted == nil || lifted {
			open = append(open, findings[i])
		}
	}
	return open
}

// NumbersByName are the numbers of a finding as a document keeps them.
func (f *Finding) NumbersByName() map[string]float64 {
	var numbers map[string]float64
	for _, number := range f.Numbers {
		if numbers == nil {
			numbers = map[string]float64{}
		}
		numbers[number.Name] = number.Value
	}
	return numbers
}
