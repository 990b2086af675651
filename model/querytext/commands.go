package querytext

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Commands changes a query into the content of a text. Parts that stay keep their IDs, so that the
// patch is small and merges. If the model has no such query, an Add of it with the same ID must
// come before the commands.
func Commands(m *model.Model, query model.ID, parts Parts) []edit.Command {
	now := m.Workflow.Queries[query]
	if now == nil {
		now = &model.Query{}
	}
	e := &textEdit{model: m, access: query}
	e.fields(now, parts)
	synchronize(e, model.FindKind, now.Find, parts.Find, findLikeness, findValues)
	synchronize(e, model.GivenKind, now.Given, parts.Given, givenLikeness, givenValues)
	synchronize(e, model.SortKind, now.SortBy, parts.SortBy, sortLikeness, sortValues)
	return e.commands
}

type textEdit struct {
	model    *model.Model
	access   model.ID // the query or update
	commands []edit.Command
}

func (e *textEdit) set(element model.ID, field, was, value string) {
	if was != value {
		e.commands = append(e.commands, edit.Set{Element: element, Field: field, Was: was, Value: value})
	}
}

func (e *textEdit) fields(now *model.Query, parts Parts) {
	e.set(e.access, "distinct", checked(now.Distinct), checked(parts.Distinct))
	e.set(e.access, "limit", rows(now.Limit), rows(parts.Limit))
	e.set(e.access, "page_size", rows(now.PageSize), rows(parts.PageSize))
	e.set(e.access, "path", joinedIDs(now.Path), joinedIDs(parts.Path))
	e.set(e.access, "twice", joinedIDs(now.Twice), joinedIDs(parts.Twice))
	e.set(e.access, "ends", model.EndsText(now.Ends), model.EndsText(parts.Ends))
}

func checked(is bool) string {
	if is {
		return "true"
	}
	return ""
}

func joinedIDs(set model.IDSet) string {
	var ids []string
	for _, id := range set.Sorted() {
		ids = append(ids, string(id))
	}
	return strings.Join(ids, " ")
}

// likeness scores the similarity of a part and a wanted one: 0 means that they are two different
// parts, 2 that they differ in details at most.
type likeness[T any] func(part, wanted T) int

func findLikeness(part, wanted model.Find) int {
	switch {
	case itemOf(part) == itemOf(wanted):
		return 2
	case findReference(part) == findReference(wanted):
		return 1
	}
	return 0
}

func givenLikeness(part, wanted model.Given) int {
	switch {
	case givenReference(part) != givenReference(wanted):
		return 0
	case part.Operator == wanted.Operator:
		return 2
	}
	return 1
}

func sortLikeness(part, wanted model.SortBy) int {
	if sortReference(part) == sortReference(wanted) {
		return 2
	}
	return 0
}

// fieldValue is a field of a part and its text as a form shows it.
type fieldValue struct{ name, text string }

func referenceValues(r reference) []fieldValue {
	return []fieldValue{{"attribute", string(r.id)}, {"participant", string(r.participant)}, {"name", r.name}}
}

func findValues(_ *model.Model, find model.Find) []fieldValue {
	return append(referenceValues(findReference(find)), fieldValue{"aggregate", string(find.Aggregate)}, fieldValue{"grouped", checked(find.Grouped)})
}

func givenValues(m *model.Model, given model.Given) []fieldValue {
	return append(referenceValues(givenReference(given)), fieldValue{"operator", string(given.Operator)}, fieldValue{"bounds", string(given.Bounds)},
		fieldValue{"count", m.ExpressionText(given.Count)}, fieldValue{"source", string(given.Source)}, fieldValue{"constant", given.Constant})
}

func sortValues(_ *model.Model, sort model.SortBy) []fieldValue {
	return append(referenceValues(sortReference(sort)), fieldValue{"descending", checked(sort.Descending)})
}

// synchronize removes the parts that are not wanted, sets the fields of those that
// stay, brings them into order and adds the missing ones.
func synchronize[T any, P interface {
	*T
	model.Ordered
}](e *textEdit, kind model.Kind, now map[model.ID]P, wanted []T, like likeness[T], values func(*model.Model, T) []fieldValue) {
	parts := model.Sorted(now)
	kept := match(parts, wanted, like) // index of wanted → ID, or ""
	for _, part := range parts {
		if !slices.Contains(kept, part.ID) {
			e.commands = append(e.commands, edit.Remove{Element: part.ID})
		}
	}
	for i, id := range kept {
		if id != "" {
			e.change(id, values(e.model, *now[id]), values(e.model, wanted[i]))
		}
	}
	e.order(idsOf(parts), kept)
	for i, id := range kept {
		if id == "" {
			e.add(kind, values(e.model, wanted[i]), firstKept(kept[i:]))
		}
	}
}

// match finds a part for each wanted one, the most similar first, each once.
func match[T any, P interface {
	*T
	model.Ordered
}](parts []model.Item[P], wanted []T, like likeness[T]) []model.ID {
	kept := make([]model.ID, len(wanted))
	for least := 2; least > 0; least-- {
		for i, want := range wanted {
			for _, part := range parts {
				if kept[i] == "" && !slices.Contains(kept, part.ID) && like(*part.Value, want) >= least {
					kept[i] = part.ID
				}
			}
		}
	}
	return kept
}

func (e *textEdit) change(id model.ID, now, wanted []fieldValue) {
	for i, value := range wanted {
		e.set(id, value.name, now[i].text, value.text)
	}
}

func (e *textEdit) add(kind model.Kind, values []fieldValue, before model.ID) {
	texts := map[string]string{}
	for _, value := range values {
		if value.text != "" {
			texts[value.name] = value.text
		}
	}
	e.commands = append(e.commands, edit.Add{Kind: kind, Parent: e.access, Values: texts, Before: before})
}

func firstKept(kept []model.ID) model.ID {
	for _, id := range kept {
		if id != "" {
			return id
		}
	}
	return ""
}

// order moves as few of the kept parts as possible to their new places: those
// outside of a longest run that is in order already.
func (e *textEdit) order(now, kept []model.ID) {
	wanted := slices.DeleteFunc(slices.Clone(kept), func(id model.ID) bool { return id == "" })
	now = slices.DeleteFunc(slices.Clone(now), func(id model.ID) bool { return !slices.Contains(wanted, id) })
	places := make([]int, len(wanted))
	for i, id := range wanted {
		places[i] = slices.Index(now, id)
	}
	still := map[model.ID]bool{}
	for _, place := range longestRun(places) {
		still[now[place]] = true
	}
	for i, id := range wanted {
		if still[id] {
			continue
		}
		from := slices.Index(now, id)
		now = slices.Delete(now, from, from+1)
		to := 0
		if i > 0 {
			to = slices.Index(now, wanted[i-1]) + 1
		}
		now = slices.Insert(now, to, id)
		if to != from {
			e.commands = append(e.commands, edit.Move{Element: id, By: to - from})
		}
	}
}

// longestRun returns the longest increasing subsequence of places.
func longestRun(places []int) []int {
	longest := make([][]int, len(places))
	var best []int
	for i, place := range places {
		for j := range i {
			if places[j] < place && len(longest[j]) > len(longest[i]) {
				longest[i] = longest[j]
			}
		}
		longest[i] = append(slices.Clone(longest[i]), place)
		if len(longest[i]) > len(best) {
			best = longest[i]
		}
	}
	return best
}

func idsOf[T any](items []model.Item[T]) []model.ID {
	ids := make([]model.ID, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	return ids
}
