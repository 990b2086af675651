// Package guardrails reads the guardrails of a server from cassandra.yaml or a part of it, or from the output of
// SELECT * FROM system_views.settings. Package advice maps each guardrail to the rule that it limits.
//
// Start with the function Read.
package guardrails

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxBytes is the longest text that is read.
const maxBytes = 1 << 20

// Read returns the settings of a text by their names as cassandra.yaml has them, values as text: lists separated by commas,
// "null" for none. The error says where the text is wrong.
func Read(text []byte) (map[string]string, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	switch {
	case len(text) > maxBytes:
		return nil, fmt.Errorf("it has %d bytes; cassandra.yaml has at most %d", len(text), maxBytes)
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("it is empty: paste cassandra.yaml, or the output of SELECT * FROM system_views.settings")
	}
	if settings := table(string(text)); len(settings) > 0 {
		return settings, nil
	}
	var read any
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("it is not YAML: %s", strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", " "), "yaml: "))
	}
	lines, isMap := read.(map[string]any)
	if read != nil && !isMap {
		return nil, errors.New("it is not YAML with settings: a line is NAME: VALUE, as in cassandra.yaml")
	}
	if len(lines) == 0 {
		return nil, errors.New("it has no setting: a line is NAME: VALUE, as in cassandra.yaml")
	}
	settings := map[string]string{}
	for name, value := range lines {
		add(settings, name, value)
	}
	return settings, nil
}

// add flattens the section `guardrails:`, which 4.0 had in other products.
func add(settings map[string]string, name string, value any) {
	switch value := value.(type) {
	case nil:
		settings[name] = "null"
	case map[string]any:
		if name == "guardrails" {
			for inner, of := range value {
				add(settings, inner, of)
			}
			return
		}
		settings[name] = strings.Join(slices.Sorted(maps.Keys(value)), ", ")
	case []any:
		var all []string
		for _, one := range value {
			all = append(all, fmt.Sprint(one))
		}
		settings[name] = strings.Join(all, ", ")
	default:
		settings[name] = fmt.Sprint(value)
	}
}

// table reads the columns name and value of what cqlsh prints, below its prompt too, or of CSV. It returns nil for
// another text.
func table(text string) map[string]string {
	rows := printed(text)
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(text)), "name,") {
		reader := csv.NewReader(strings.NewReader(text))
		reader.FieldsPerRecord = -1
		rows, _ = reader.ReadAll()
	}
	for i, header := range rows {
		name, value := slices.Index(header, "name"), slices.Index(header, "value")
		if name < 0 || value < 0 {
			continue
		}
		settings := map[string]string{}
		for _, row := range rows[i+1:] {
			if len(row) > max(name, value) && row[name] != "" {
				settings[row[name]] = strings.Trim(row[value], "[]{}")
			}
		}
		return settings
	}
	return nil
}

// printed returns the cells of each line that has columns.
func printed(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "|") {
			continue
		}
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}
