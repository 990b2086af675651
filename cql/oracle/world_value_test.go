package oracle

import (
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// fill gives attributes random values. A key is new, a partial key one of a few.
func (w *world) fill(values map[model.ID]value, attributes map[model.ID]*model.Attribute) {
	for _, item := range model.Sorted(attributes) {
		switch {
		case item.Value.Parent != "":
		case item.Value.Key == model.Key:
			w.made++
			values[item.ID] = w.value(item.ID, 100+w.made)
		case item.Value.Key == model.PartialKey:
			values[item.ID] = w.value(item.ID, 1+w.random.IntN(4))
		default:
			w.refill(values, attributes, item.ID)
		}
	}
}

// refill gives an attribute outside the key a random value, or none.
func (w *world) refill(values map[model.ID]value, attributes map[model.ID]*model.Attribute, id model.ID) {
	switch attribute := attributes[id]; {
	case attribute.MultiValued:
		var parts []value
		for range w.random.IntN(differentValues + 1) {
			parts = append(parts, w.compound(id, attributes, nil))
		}
		values[id] = valueOfSet(parts)
	case w.random.IntN(5) == 0 && !slices.ContainsFunc(partsOf(attributes, id), func(part model.ID) bool { return w.needed[part] }):
		for _, part := range partsOf(attributes, id) {
			values[part] = null
		}
	case attribute.Unique && attribute.UniqueWithin == "":
		w.made++
		values[id] = w.value(id, 100+w.made)
	case attribute.Unique: // another owner may have it, too
		values[id] = w.value(id, 100+w.random.IntN(4*weakInstances))
	default:
		values[id] = w.compound(id, attributes, values)
	}
}

// partsOf lists an attribute and all its parts.
func partsOf(attributes map[model.ID]*model.Attribute, id model.ID) []model.ID {
	found := []model.ID{id}
	for i := 0; i < len(found); i++ {
		for _, part := range model.Sorted(attributes) {
			if part.Value.Parent == found[i] {
				found = append(found, part.ID)
			}
		}
	}
	return found
}

// compound returns a random value of an attribute, which may have parts, and adds the values of the
// parts.
func (w *world) compound(id model.ID, attributes map[model.ID]*model.Attribute, values map[model.ID]value) value {
	parts := map[model.ID]value{}
	for _, part := range model.Sorted(attributes) {
		if part.Value.Parent == id {
			parts[part.ID] = w.compound(part.ID, attributes, values)
		}
	}
	if values != nil {
		maps.Copy(values, parts)
	}
	if len(parts) > 0 {
		return composed(attributes, parts)
	}
	return w.value(id, w.random.IntN(differentValues))
}

// composed is the value of a composite attribute with these parts.
func composed(attributes map[model.ID]*model.Attribute, parts map[model.ID]value) value {
	var literals, texts []string
	for id, part := range parts {
		name := model.Identifier(attributes[id].Name)
		text := part.text
		if part.isNull() {
			text = "" // as the driver returns it
		}
		literals, texts = append(literals, name+": "+part.literal), append(texts, name+":"+text)
	}
	slices.Sort(literals)
	slices.Sort(texts)
	return value{literal: "{" + strings.Join(literals, ", ") + "}", text: "map[" + strings.Join(texts, " ") + "]"}
}

// value returns one of the different values of an attribute.
func (w *world) value(id model.ID, number int) value {
	if constants := w.constants[id]; len(constants) > 0 && w.random.IntN(2) == 0 && number < 100 {
		return constants[number%len(constants)]
	}
	t, _ := w.m.AttributeType(id)
	return valueOf(t.Unfrozen().Name, number)
}
