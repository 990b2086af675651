package derive

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/moves"
	"widerow/model/sizing"
)

// The names of the page that compares splits, besides those of DesignForm:
//
//	rate      new rows a second in a partition
//	days      days that a partition covers now
//	range.ID  days that the range of a query usually covers
//	largest   the size that a partition may have, "none" for any
//	cells     likewise its cells
//	writes    writes a second that a partition bears
const (
	SplitRate    = "rate"
	SplitDays    = "days"
	SplitRange   = "range."
	SplitLargest = "largest"
	SplitCells   = "cells"
	SplitWrites  = "writes"
)

// SplitState returns the names and values that were entered to compare splits, in pairs.
func (f *DesignForm) SplitState() [][2]string {
	var state [][2]string
	for _, name := range []string{SplitRate, SplitDays, SplitLargest, SplitCells, SplitWrites} {
		if value := f.number(name); value != "" {
			state = append(state, [2]string{name, value})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Values)) {
		if value := f.number(name); strings.HasPrefix(name, SplitRange) && value != "" {
			state = append(state, [2]string{name, value})
		}
	}
	return state
}

func (f *DesignForm) number(name string) string { return strings.TrimSpace(f.Values.Get(name)) }

// Rated returns the model with the rows that come at the rate that was entered, or the
// model itself.
func (f *DesignForm) Rated(m *model.Model, table model.ID) (*model.Model, error) {
	rate, days := plainOf(m, f.number(SplitRate), perSecond), plainOf(m, f.number(SplitDays), inDays)
	if rate == "" {
		return m, nil
	}
	if days == "" || moves.HasTimeBucket(m, table) {
		days = moves.Covered(m, table)
	}
	return moves.WithRate(m, table, rate, days)
}

// Needs returns the goals of a split, with the problems of the entered numbers by name. A number
// with a problem is replaced by its default.
func (f *DesignForm) Needs(m *model.Model) (moves.Needs, map[string]string) {
	needs, problems := moves.DefaultNeeds, map[string]string{}
	f.limit(&needs.Bytes, SplitLargest, problems, sizing.ParseBytes)
	count := func(text string) (float64, error) { return positive(m, text) }
	f.limit(&needs.Cells, SplitCells, problems, count)
	f.limit(&needs.MostWrites, SplitWrites, problems, count)
	if rate := f.number(SplitRate); rate != "" {
		if value, missing, err := m.Evaluate(m.BindExpression(rate)); err == nil && len(missing) == 0 {
			needs.Writes = value
		}
	}
	if days := plainOf(m, f.number(SplitDays), inDays); days != "" {
		if _, err := positive(m, days); err != nil {
			problems[SplitDays] = "Days: " + err.Error()
		} else {
			needs.Days = days
		}
	}
	needs.Ranges = map[model.ID]float64{}
	for name := range f.Values {
		query, is := strings.CutPrefix(name, SplitRange)
		if text := plainOf(m, f.number(name), inDays); is && text != "" {
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

// conversion makes a number of a value with a unit: time is the power of the second in it.
type conversion struct {
	time int
	by   string
}

var (
	inDays    = conversion{1, " / 1 day"}
	perSecond = conversion{-1, " * 1 second"}
)

// plainOf returns an expression of the number that a text means: of "10 minutes" in days.
func plainOf(m *model.Model, text string, to conversion) string {
	if _, time, missing, err := m.EvaluateUnit(m.BindExpression(text)); err == nil && len(missing) == 0 && time == to.time {
		return "(" + text + ")" + to.by
	}
	return text
}

// limit reads a limit, "none" for no limit.
func (f *DesignForm) limit(limit *float64, name string, problems map[string]string, parse func(string) (float64, error)) {
	text := f.number(name)
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

// DesignForm is the form of the page of design moves. Its names:
//
//	move           the chosen move, the first one if it is missing
//	pattern        the chosen pattern, instead of a move
//	new.move.NAME  a parameter of the move
//	mark           what was shown, to apply nothing else
//
// The page that compares splits has further names: see split.go.
type DesignForm struct {
	Values url.Values
	// Stale reports that something else would be applied than was shown.
	Stale bool
}
