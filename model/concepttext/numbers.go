package concepttext

import (
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// numbers is a number in the typical and the worst case, as written: (100/500).
type numbers struct{ typical, worst string }

// fields adds the numbers to the values of an element.
func (n numbers) fields(values map[string]string, typical, worst string) {
	if n.typical != "" {
		values[typical] = n.typical
	}
	if n.worst != "" {
		values[worst] = n.worst
	}
}

// cutNumbers splits off the numbers in parentheses at the end of a line.
func (r *reader) cutNumbers(l line) (rest line, n numbers) {
	before, after, found := l.cut('(')
	if !found || !strings.HasSuffix(after.text(), ")") {
		return l, n
	}
	typical, worst, _ := newLine(after.of, after.start, after.end-1).cut('/')
	for _, part := range []line{typical, worst} {
		if part.text() == "" {
			continue
		}
		if _, _, err := r.model.Evaluate(r.model.BindExpression(part.text())); err != nil {
			r.report(part.span, "Write numbers as (100) or, typical and worst, as (100/500): %v", err)
		}
	}
	if typical.text() == "" {
		r.report(l.span, "Write numbers as (100) or, typical and worst, as (100/500)")
	}
	return before, numbers{typical.text(), worst.text()}
}

// setNumbers sets the numbers of an element of the model.
func (r *reader) setNumbers(kind model.Kind, element model.ID, n numbers, typical, worst string) {
	values := map[string]string{}
	n.fields(values, typical, worst)
	for _, name := range []string{typical, worst} {
		if value, given := values[name]; given {
			r.set(kind, element, name, value)
		}
	}
}

// set adds the command that sets a field of an element, unless it has the value. One that the
// text adds has none.
func (r *reader) set(kind model.Kind, element model.ID, name, value string) {
	was := ""
	if found, is := r.model.Element(element); is {
		field, _ := edit.FieldOf(kind, name)
		was = field.Text(r.model, found)
	}
	if was != value {
		r.commands = append(r.commands, edit.Set{Element: element, Field: name, Was: was, Value: value})
	}
}

// isNumber reports whether parentheses after an attribute hold a number, not the
// parts of a composite one.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789._e ") == "" }
