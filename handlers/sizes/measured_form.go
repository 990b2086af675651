package sizes

import (
	"fmt"
	"net/url"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/measured"
)

// Measuring is the form of the page of measured sizes. Its names:
//
//	text, file   outputs of tools
//	node, date   where and when they were made; no date is today
//	do           read; keep, although something cannot be read; use:TABLE or use:all;
//	             remove:MEASUREMENT
type Measuring struct {
	Values   url.Values
	Text     string
	Problem  string // with the form
	Problems []string
	Matched  map[model.ID][]measured.Reading
	Unknown  []string
	Read     bool // something was read
}

// ReadInputs reads the outputs and finds their tables.
func (f *Measuring) ReadInputs(m *model.Model, inputs []Input) {
	var readings []measured.Reading
	for _, input := range inputs {
		output := measured.Parse(input.Text)
		readings = append(readings, output.Readings...)
		for _, problem := range output.Problems {
			text := problem.String()
			if input.Name != "" {
				text = input.Name + ", " + strings.ToLower(text[:1]) + text[1:]
			}
			f.Problems = append(f.Problems, text)
		}
		if input.Name == "" {
			f.Text = input.Text
		}
	}
	f.Matched, f.Unknown = measured.Match(m, readings)
	f.Read = len(readings) > 0
	switch {
	case len(f.Problems) > 0:
	case !f.Read:
		f.Problem = "The output was read, but none of its tables has any data yet. Flush the tables with nodetool flush and try again."
	case len(f.Matched) == 0:
		f.Problem = "None of these tables is in the model. Tables are found by keyspace and name."
	}
}

// Use returns the calibrations that the form asks for: of one table or of all.
func (f *Measuring) Use(m *model.Model, ids model.IDs, table string) (commands []edit.Command, words string) {
	count := 0
	for _, relation := range model.Sorted(m.Physical.Relations) {
		if table != "all" && table != string(relation.ID) {
			continue
		}
		if c := measured.Calibrate(m, relation.ID, ids); len(c.Commands) > 0 {
			count++
			commands, words = append(commands, c.Commands...), c.Words
		}
	}
	if count > 1 {
		words = fmt.Sprintf("calibrated %d tables by measured sizes", count)
	}
	return commands, words
}

func measuring(b *feature.Context) *Measuring {
	if b.Answer == nil {
		return nil
	}
	form, _ := b.Answer.Form.(*Measuring)
	return form
}

// Input is one text of the form: the text of a file if it has a name.
type Input struct{ Name, Text string }
