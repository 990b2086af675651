package measured

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Match finds the tables of readings in a document, by keyspace and name. unknown are
// the tables that the document lacks, without those of Cassandra itself.
func Match(m *model.Model, readings []Reading) (matched map[model.ID][]Reading, unknown []string) {
	names := map[string]model.ID{}
	for id, relation := range m.Physical.Relations {
		if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
			names[keyspace.Name+"."+relation.Name] = id
		}
	}
	matched = map[model.ID][]Reading{}
	for _, reading := range readings {
		name := reading.Keyspace + "." + reading.Table
		switch id, found := names[name]; {
		case found:
			matched[id] = append(matched[id], reading)
		case !isSystem(reading.Keyspace) && !slices.Contains(unknown, name):
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return matched, unknown
}

func isSystem(keyspace string) bool {
	return keyspace == "system" || strings.HasPrefix(keyspace, "system_")
}

// Keep returns the commands that keep readings in a document, as measurements on a node
// and a day. A newer one of the same tool and node replaces the older.
func Keep(m *model.Model, matched map[model.ID][]Reading, node, date string) []edit.Command {
	var commands []edit.Command
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for _, reading := range matched[relation.ID] {
			known := relation.Value.MeasurementOf(reading.Tool, node)
			if known == "" {
				commands = append(commands, edit.Add{Kind: model.MeasurementKind, Parent: relation.ID, Values: map[string]string{
					"node": node, "date": date, "tool": reading.Tool, "figures": reading.Figures.Text()}})
				continue
			}
			was := relation.Value.Measured[known]
			commands = append(commands, edit.Set{Element: known, Field: "date", Was: was.Date, Value: date},
				edit.Set{Element: known, Field: "figures", Was: was.Figures.Text(), Value: reading.Figures.Text()})
		}
	}
	return commands
}

// Words describes for the history what was kept.
func Words(matched map[model.ID][]Reading, node string) string {
	words := fmt.Sprintf("kept measured sizes of %d tables", len(matched))
	if len(matched) == 1 {
		words = "kept measured sizes of 1 table"
	}
	if node != "" {
		words += " on " + node
	}
	return words
}
