package submission

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// parsePlace reads where a new box goes.
func (f *Form) parsePlace() error {
	if !f.Values.Has("at.x") {
		return nil
	}
	x, errX := strconv.ParseFloat(f.Values.Get("at.x"), 64)
	y, errY := strconv.ParseFloat(f.Values.Get("at.y"), 64)
	if errX != nil || errY != nil {
		return badForm(fmt.Errorf("at %q, %q", f.Values.Get("at.x"), f.Values.Get("at.y")))
	}
	f.at = &model.Position{X: x, Y: y}
	return nil
}

func (f *Form) placementOf(arguments []string) *placement {
	if len(arguments) == 2 {
		p := &placement{accesses: []model.ID{model.ID(arguments[0])}, to: model.ID(arguments[1]), from: beforeByValues}
		if arguments[1] == newStep {
			p.to = ""
		}
		return p
	}
	p := &placement{to: model.ID(f.Values.Get("workflow.to")), from: model.ID(f.Values.Get("workflow.from"))}
	for _, id := range f.Values["workflow.access"] {
		if len(p.accesses) < maxPlaced && !slices.Contains(p.accesses, model.ID(id)) {
			p.accesses = append(p.accesses, model.ID(id))
		}
	}
	return p
}

func (f *Form) parsePaste(ids model.IDs, elements []model.ID) error {
	revision, err := strconv.ParseUint(f.Values.Get("paste.revision"), 10, 64)
	if err != nil || len(elements) > MaxCommands {
		return badForm(fmt.Errorf("paste.revision=%q, %d elements", f.Values.Get("paste.revision"), len(elements)))
	}
	at, err := pastedPlaces(f.Values["paste.at"])
	if err != nil {
		return err
	}
	f.Pasted = &Pasted{Model: f.Values.Get("paste.model"), Revision: revision,
		command: edit.Paste{Elements: elements, Keyspace: model.ID(f.Values.Get("paste.keyspace")), First: ids.New(), Diagram: string(f.Diagram), At: at}}
	return nil
}

// pastedPlaces reads where the copies of elements are put.
func pastedPlaces(texts []string) (map[model.ID]model.Position, error) {
	if len(texts) > MaxCommands {
		return nil, badForm(fmt.Errorf("%d places", len(texts)))
	}
	at := map[model.ID]model.Position{}
	for _, text := range texts {
		parts := strings.Fields(text)
		if len(parts) != 3 {
			return nil, badForm(fmt.Errorf("paste.at=%q", text))
		}
		x, errX := strconv.ParseFloat(parts[1], 64)
		y, errY := strconv.ParseFloat(parts[2], 64)
		if errX != nil || errY != nil {
			return nil, badForm(fmt.Errorf("paste.at=%q", text))
		}
		at[model.ID(parts[0])] = model.Position{X: x, Y: y}
	}
	return at, nil
}

// addParts makes the commands for the parts of the element that the form adds. They
// are applied after it: without it they would have no parent.
func (f *Form) addParts(ids model.IDs, kind model.Kind) {
	for _, part := range NewParts[kind] {
		values := map[string]string{}
		for _, field := range part.Fields {
			values[field.Field] = strings.TrimSpace(f.Values.Get("new." + string(kind) + "." + field.Input))
		}
		if values[part.Fields[0].Field] != "" {
			f.parts = append(f.parts, edit.Add{Kind: part.Kind, Parent: f.added, ID: ids.New(), Values: values})
		}
	}
}
