package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// randomUpdate writes a random type or attribute.
func randomUpdate(m *model.Model, random *rand.Rand) *model.Update {
	kind := pick(random, []model.UpdateKind{model.Insert, model.Change, model.Change, model.Delete})
	var of model.ID
	if random.IntN(2) == 0 || len(m.Concepts.Relationships) == 0 {
		of = pick(random, model.Sorted(m.Concepts.Entities)).ID
	} else {
		of = pick(random, model.Sorted(m.Concepts.Relationships)).ID
		if m.Concepts.Relationships[of].Identifying {
			return nil
		}
	}
	update := &model.Update{Kind: kind, Writes: map[model.ID]*model.Write{}, Name: fmt.Sprint(kind, " ", m.Title(of))}
	element := of
	if kind == model.Change || kind == model.Delete && random.IntN(4) == 0 {
		attributes := slices.DeleteFunc(model.Sorted(m.AttributesOf(of)), func(a model.Item[*model.Attribute]) bool {
			return a.Value.Key != model.NoKey || a.Value.Derived || a.Value.Parent != ""
		})
		if len(attributes) == 0 {
			return nil
		}
		chosen := pick(random, attributes)
		if element = chosen.ID; chosen.Value.MultiValued {
			update.Kind = pick(random, []model.UpdateKind{model.Insert, model.Delete})
		}
		update.Name = fmt.Sprint(update.Kind, " ", m.Title(element))
	}
	update.Writes["w0"] = &model.Write{Element: element}
	return update
}
