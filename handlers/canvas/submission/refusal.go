package submission

import "widerow/model"

// FirstKeyspace is the name of the first keyspace of a model, or "".
func FirstKeyspace(m *model.Model) string {
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		return keyspace.Value.Name
	}
	return ""
}

// Refusal is an error of a form that the model is not fit for: why, and what to do.
type Refusal struct{ Title, Advice string }

func (r *Refusal) Error() string { return r.Title }
