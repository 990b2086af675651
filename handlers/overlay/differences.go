package overlay

import (
	"widerow/cql/compare"
	"widerow/diagram/figure"
	"widerow/model"
)

// Differences returns the sign of each element that a list of changes is about,
// with the number of its first change. The first change has number 1.
func Differences(changes []compare.Change) map[model.ID]figure.Difference {
	found := map[model.ID]figure.Difference{}
	for i, change := range changes {
		if _, known := found[change.ID]; known || change.ID == "" {
			continue
		}
		found[change.ID] = figure.Difference{Sign: figure.Sign(change.Kind), Number: i + 1}
	}
	return found
}
