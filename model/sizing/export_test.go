package sizing

import "widerow/model"

// Of computes the size of one relation. It is Unknown if the relation does not
// exist.
func Of(m *model.Model, relation model.ID, formula Formula) Size {
	return Options{Formula: formula}.Of(m, relation)
}

// All computes the sizes of all relations.
func All(m *model.Model, formula Formula) map[model.ID]Size { return Options{Formula: formula}.All(m) }
