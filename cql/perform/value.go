package perform

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model/write"
)

const null = "null"

func isNull(literal string) bool { return literal == "" || strings.EqualFold(literal, null) }

// partsOf are the elements of a list or a set, nil for another value.
func partsOf(literal string) (parts []string) {
	term, ok := parse.ParseTerm(literal)
	if !ok || term.Kind != syntax.ListTerm && term.Kind != syntax.SetTerm {
		return nil
	}
	for i := range term.Terms {
		parts = append(parts, literal[term.Terms[i].Offset:syntax.TermEnd(literal, &term.Terms[i]).Offset])
	}
	return parts
}

// Set writes values as a set, null without one.
func Set(parts []string) string {
	if len(parts) == 0 {
		return null
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// plain writes a literal so that equal values are equal texts.
func plain(literal string) string {
	text := literal
	if inner, quoted := strings.CutPrefix(literal, "'"); quoted {
		text = strings.ReplaceAll(strings.TrimSuffix(inner, "'"), "''", "'")
		if moment, is := momentOf(text); is {
			return moment
		}
		return text
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil && !strings.HasPrefix(text, "0x") && strings.Trim(text, "0123456789-") == "" && len(text) > 15 {
		return strings.TrimLeft(text, "0")
	} else if err == nil {
		return strconv.FormatFloat(number, 'g', 15, 64)
	}
	return strings.ToLower(text)
}

// momentOf writes a date or a timestamp in one way.
func momentOf(text string) (string, bool) {
	const shortest = len(time.DateOnly)
	if len(text) < shortest || text[4] != '-' {
		return "", false
	}
	for _, form := range []string{time.DateOnly, time.RFC3339Nano, "2006-01-02T15:04:05.999-0700", "2006-01-02 15:04:05.999-0700", "2006-01-02 15:04:05.999",
		"2006-01-02T15:04:05.999", "2006-01-02 15:04", "2006-01-02T15:04"} {
		if moment, err := time.Parse(form, text); err == nil {
			return moment.UTC().Format("2006-01-02T15:04:05.000Z"), true
		}
	}
	return "", false
}

func isSame(a, b string) bool { return plain(a) == plain(b) }

// compare orders two values.
func compare(a, b string) int {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(plain(a), plain(b))
}

// value returns a value of the plan as CQL. operator is the operator of the condition with this
// value, which tells the two ends of a range apart.
func (p *Performance) value(v write.Value, one run, operator string) (string, error) {
	if v.Element {
		if element, chosen := one.elements[elementOf(v)]; chosen {
			return element, nil
		}
	}
	switch {
	case v.Step >= 0:
		at, chosen := one.rows[v.Step]
		if !chosen || at < 0 {
			return null, nil
		}
		has, read := p.State.Reads[v.Step].Rows[at].Values[v.From]
		if !read {
			return null, fmt.Errorf("step %d does not read %s", v.Step+1, v.From)
		}
		return has, nil
	case v.Step == write.Given:
		if parameter := p.given(v, operator); parameter != nil {
			return cmp.Or(p.State.Given[parameter.Key], null), nil
		}
		return null, nil
	}
	return null, errAsk
}

// keeps reports whether the plan keeps a row that a read returned.
func (p *Performance) keeps(s *write.Statement, values map[string]string, one run) (bool, error) {
	for _, keep := range s.Keep {
		has, read := values[keep.Column]
		if !read {
			return false, fmt.Errorf("the plan keeps rows by %s, which the statement does not return", keep.Column)
		}
		want, err := p.value(keep.Value, one, string(keep.Operator))
		if err != nil {
			return false, err
		}
		if parts := partsOf(want); len(parts) > 0 {
			if !slices.ContainsFunc(parts, func(part string) bool { return isSame(has, part) }) {
				return false, nil
			}
			continue
		}
		order := compare(has, want)
		switch operator := string(keep.Operator); {
		case isNull(has), operator == "=" && order != 0, operator[0] == '<' && order > 0, operator[0] == '>' && order < 0,
			(operator == "<" || operator == ">") && order == 0:
			return false, nil
		}
	}
	return true, nil
}

// areOne reports whether an instance of a row is the one that the update changes: all pairs are equal.
func (p *Performance) areOne(pairs [][2]write.Value, one run) (bool, error) {
	for _, pair := range pairs {
		first, err := p.value(pair[0], one, "")
		if err != nil {
			return false, err
		}
		whole := pair[1]
		if whole.Step == write.Given {
			whole.Element = false // any of them
		}
		second, err := p.value(whole, one, "")
		if err != nil {
			return false, err
		}
		isIn := slices.ContainsFunc(partsOf(second), func(part string) bool { return isSame(part, first) })
		if isNull(first) || !isSame(first, second) && !isIn {
			return false, nil
		}
	}
	return true, nil
}
