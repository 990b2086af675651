package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/moves"
)

// Remedy repairs a finding as one edit, which can be undone.
type Remedy struct {
	// ID names the kind of remedy: "option gc_grace_seconds", "remove", or the name of a move of physical design.
	ID string
	// Title says in a few words what a press does.
	Title   string
	element model.ID
	// field is the field to set; option, if set, selects one line of a field with options. An
	// option without a value is left out.
	field, option, value string
	// moves are moves of physical design, of which the first that applies is made.
	moves []moves.Name
}

// setOption sets an option of a table or keyspace, or leaves it to its default.
func setOption(element model.ID, option, value string) *Remedy {
	title := fmt.Sprintf("Set %s = %s", option, value)
	if value == "" {
		title = fmt.Sprintf("Leave %s to its default", option)
	}
	return &Remedy{ID: "option " + option, Title: title, element: element, field: "options", option: option, value: value}
}

func remove(element model.ID, what string) *Remedy {
	return &Remedy{ID: "remove", Title: "Remove the " + what, element: element}
}

func setField(element model.ID, field, value, title string) *Remedy {
	return &Remedy{ID: "set " + field, Title: title, element: element, field: field, value: value}
}

// move is a remedy by the first of some moves of physical design that applies to a table.
func move(table model.ID, title string, names ...moves.Name) *Remedy {
	return &Remedy{ID: string(names[0]), Title: title, element: table, moves: names}
}

// Commands returns the edit. It fails if the remedy does not apply to the element as it is.
func (r *Remedy) Commands(m *model.Model, ids model.IDs) ([]edit.Command, error) {
	if len(r.moves) > 0 {
		offers := moves.Offers(m, r.element)
		for _, name := range r.moves {
			if i := slices.IndexFunc(offers, func(offer moves.Move) bool { return offer.Name == name }); i >= 0 {
				return offers[i].Commands(ids)
			}
		}
		return nil, fmt.Errorf("no move of physical design applies to %s", m.Title(r.element))
	}
	if r.field == "" {
		return []edit.Command{edit.Remove{Element: r.element}}, nil
	}
	element, found := m.Element(r.element)
	if !found {
		return nil, &edit.GoneError{Element: r.element}
	}
	field, found := edit.FieldOf(element.Kind, r.field)
	if !found {
		return nil, fmt.Errorf("%s has no field %s", m.Title(r.element), r.field)
	}
	was, value := field.Text(m, element), r.value
	if r.option != "" {
		value = withOption(was, r.option, r.value)
	}
	return []edit.Command{edit.Set{Element: r.element, Field: r.field, Was: was, Value: value}}, nil
}

// withOption replaces an option among lines "key = value". Lines that begin with a space continue the one before.
func withOption(text, option, value string) string {
	var lines []string
	skipped := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		key, _, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(line, " ") {
			skipped = strings.TrimSpace(key) == option
		}
		if !skipped {
			lines = append(lines, line)
		}
	}
	if value != "" {
		lines = append(lines, option+" = "+value)
	}
	return strings.Join(lines, "\n")
}

// RemedyAll returns one edit with the remedies of several findings. Those that do not apply are left out; their keys are
// returned.
func RemedyAll(m *model.Model, ids model.IDs, findings []Finding) (after *model.Model, commands []edit.Command, left []string) {
	after = m
	for _, finding := range findings {
		next, repair := after, []edit.Command(nil)
		err := fmt.Errorf("%s has no remedy", finding.Code)
		if finding.Remedy != nil {
			if repair, err = finding.Remedy.Commands(after, ids); err == nil {
				next, err = edit.Apply(after, ids, repair...)
			}
		}
		if err != nil {
			left = append(left, finding.Key())
			continue
		}
		after, commands = next, append(commands, repair...)
	}
	return after, commands, left
}

// replicationText words settings of replication as the field of a keyspace does.
func replicationText(settings map[string]string) string {
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		lines = append(lines, key+" = "+settings[key])
	}
	return strings.Join(lines, "\n")
}
