package apply

import (
	"widerow/model"
)

// Pair returns a copy of after in which the elements of the schema have the IDs of their namesakes
// in before. byID means that equal IDs denote the same element whatever its name, since the models
// are versions of one document. Otherwise IDs have no meaning, and elements that before lacks get
// new ones.
func Pair(before, after *model.Model, byID bool) *model.Model {
	parts, known := map[part]model.ID{}, map[model.ID]model.Kind{}
	for _, element := range partsOf(before.Physical, nil) {
		known[element.id] = element.part.kind
		if _, found := parts[element.part]; !found {
			parts[element.part] = element.id
		}
	}
	m := newMatcher(parts)
	written := partsOf(after.Physical, nil)
	if byID {
		for _, element := range written {
			if known[element.id] == element.part.kind {
				m.take(element.id, element.id)
			}
		}
	}
	m.all(written)
	fresh := model.SeededIDs([]byte("paired"))
	for _, element := range written {
		if m.ids[element.id] != "" {
			continue
		}
		id := element.id
		for known[id] != "" || !byID && id == element.id {
			id = fresh.New()
		}
		m.ids[element.id] = id
	}
	paired := after.Clone()
	paired.Physical = translate(after.Physical, m.ids)
	return paired
}
