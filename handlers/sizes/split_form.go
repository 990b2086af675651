package sizes

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/handlers/derive"
	"widerow/model"
	"widerow/model/moves"
	"widerow/model/sizing"
)

// The names of the page that compares splits, besides those of derive.DesignForm, rate and days among them:
//
//	range.ID  days that the range of a query usually covers
//	largest   the size that a partition may have, "none" for any
//	cells     likewise its cells
//	writes    writes a second that a partition bears
const (
	splitRange   = "range."
	splitLargest = "largest"
	splitCells   = "cells"
	splitWrites  = "writes"
)

// splitForm is the form of the page that compares splits: that of design moves with the goals.
type splitForm struct{ *derive.DesignForm }

// state returns the names and values that were entered to compare splits, in pairs.
func (f splitForm) state() (state [][2]string) {
	for _, name := range []string{derive.FieldRate, derive.FieldDays, splitLargest, splitCells, splitWrites} {
		if value := f.Number(name); value != "" {
			state = append(state, [2]string{name, value})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Values)) {
		if value := f.Number(name); strings.HasPrefix(name, splitRange) && value != "" {
			state = append(state, [2]string{name, value})
		}
	}
	return state
}

// needs returns the goals of a split, with the problems of the entered numbers by name. A number
// with a problem is replaced by its default.
func (f splitForm) needs(m *model.Model) (moves.Needs, map[string]string) {
	needs, problems := moves.DefaultNeeds, map[string]string{}
	f.limit(&needs.Bytes, splitLargest, problems, sizing.ParseBytes)
	count := func(text string) (float64, error) { return positive(m, text) }
	f.limit(&needs.Cells, splitCells, problems, count)
	f.limit(&needs.MostWrites, splitWrites, problems, count)
	if rate := f.Number(derive.FieldRate); rate != "" {
		if value, missing, err := m.Evaluate(m.BindExpression(rate)); err == nil && len(missing) == 0 {
			needs.Writes = value
		}
	}
	if days := moves.InDays(m, f.Number(derive.FieldDays)); days != "" {
		if _, err := positive(m, days); err != nil {
			problems[derive.FieldDays] = "Days: " + err.Error()
		} else {
			needs.Days = days
		}
	}
	needs.Ranges = map[model.ID]float64{}
	for name := range f.Values {
		query, is := strings.CutPrefix(name, splitRange)
		if text := moves.InDays(m, f.Number(name)); is && text != "" {
			days, err := positive(m, text)
			if err != nil {
				problems[name] = "Days: " + err.Error()
				continue
			}
			needs.Ranges[model.ID(query)] = days
		}
	}
	return needs, problems
}

// limit reads a limit, "none" for no limit.
func (f splitForm) limit(limit *float64, name string, problems map[string]string, parse func(string) (float64, error)) {
	text := f.Number(name)
	if text == "" {
		return
	}
	if strings.EqualFold(text, "none") {
		*limit = 0
		return
	}
	value, err := parse(text)
	if err != nil {
		problems[name] = err.Error() + `, or "none"`
		return
	}
	*limit = value
}

// positive evaluates a number above zero: an expression, or digits with commas.
func positive(m *model.Model, text string) (float64, error) {
	if plain, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64); err == nil {
		text = strconv.FormatFloat(plain, 'f', -1, 64)
	}
	value, missing, err := m.Evaluate(m.BindExpression(text))
	switch {
	case err != nil:
		return 0, err
	case len(missing) > 0:
		return 0, fmt.Errorf("%s has no value", missing[0].Name)
	case !(value.Typical > 0):
		return 0, fmt.Errorf("%s is not more than 0", text)
	}
	return value.Typical, nil
}
