package querytext

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// Clause is a clause of a query's text.
type Clause struct{ Keyword, Text string }

// Format writes a query as text that Parse reads as the same query. It leaves out
// parts that name nothing.
func Format(m *model.Model, parts Parts) string {
	return strings.Join(clauseLines(m, parts), " ")
}

// Clauses returns the clauses of a query's text. An empty clause is left out.
func Clauses(m *model.Model, parts Parts) []Clause {
	s := newScope(m)
	clauses := []Clause{{"SELECT", s.selectors(parts.Find)}}
	if parts.Distinct {
		clauses[0].Keyword = "SELECT DISTINCT"
	}
	clauses = append(clauses,
		Clause{"WHERE", s.conditions(parts.Given)}, Clause{"GROUP BY", s.groups(parts.Find)}, Clause{"ORDER BY", s.sorting(parts.SortBy)},
		Clause{"LIMIT", rows(parts.Limit)}, Clause{"PAGE", rows(parts.PageSize)}, Clause{"VIA", s.path(parts)})
	return slices.DeleteFunc(clauses, func(c Clause) bool { return c.Text == "" && c.Keyword != "SELECT DISTINCT" })
}

func rows(number int) string {
	if number <= 0 {
		return ""
	}
	return strconv.Itoa(number)
}

func (s *scope) selectors(finds []model.Find) string {
	var items []string
	for _, find := range finds {
		if item := s.selector(find); item != "" {
			items = append(items, item)
		}
	}
	return strings.Join(items, ", ")
}

func (s *scope) selector(find model.Find) string {
	r := findReference(find)
	name := s.format(r)
	switch {
	case find.Aggregate == model.Count && r == (reference{name: "*"}):
		return "count(*)"
	case find.Aggregate != "" && name != "":
		return string(find.Aggregate) + "(" + alone(name) + ")"
	}
	return name
}

func (s *scope) groups(finds []model.Find) string {
	return s.selectors(slices.DeleteFunc(slices.Clone(finds), func(f model.Find) bool { return !f.Grouped }))
}

func (s *scope) conditions(givens []model.Given) string {
	var conditions []string
	for _, given := range givens {
		if name := s.format(givenReference(given)); name != "" {
			conditions = append(conditions, s.condition(name, given))
		}
	}
	return strings.Join(conditions, " AND ")
}

func (s *scope) condition(name string, given model.Given) string {
	value := s.value(given)
	switch given.Operator {
	case model.Range:
		operators := given.Bounds.Operators()
		if len(operators) == 2 && given.Source == model.UserInput {
			return name + " " + operators[0] + " " + value + "_from AND " + name + " " + operators[1] + " " + value + "_to"
		}
		for i, operator := range operators {
			operators[i] = name + " " + operator + " " + value
		}
		return strings.Join(operators, " AND ")
	case model.In:
		return name + " IN " + s.values(given, value)
	case model.Prefix:
		if inner, isString := strings.CutSuffix(value, "'"); isString {
			return name + " LIKE " + inner + "%'"
		}
		return name + " LIKE " + value + "%"
	}
	return name + " = " + value
}

// value is "?" for a value of an earlier query, a named marker for one of the
// user, or a constant.
func (s *scope) value(given model.Given) string {
	switch given.Source {
	case model.UserInput:
		name := given.Name
		if element, found := s.model.Element(given.Attribute); found && given.Attribute != "" {
			if attribute, is := element.Value.(*model.Attribute); is {
				name = attribute.Name
			}
		}
		if name = model.Identifier(name); name == "" {
			name = "value"
		}
		return ":" + name
	case model.ConstantSource:
		return quoteLiteral(given.Constant)
	}
	return "?"
}

// values formats the values of an IN: a list of constants, or a marker and the number of values.
func (s *scope) values(given model.Given, value string) string {
	if given.Source == model.ConstantSource {
		if strings.HasPrefix(value, "(") {
			return value
		}
		return "(" + value + ")"
	}
	if given.Count.IsEmpty() {
		return value
	}
	return value + "[" + s.model.ExpressionText(given.Count) + "]"
}

func (s *scope) sorting(sorts []model.SortBy) string {
	var items []string
	for _, sort := range sorts {
		name := s.format(sortReference(sort))
		if name == "" {
			continue
		}
		if sort.Descending {
			name += " DESC"
		}
		items = append(items, name)
	}
	return strings.Join(items, ", ")
}

// path lists relationship types in the order of the concepts.
func (s *scope) path(parts Parts) string {
	var names []string
	for _, kind := range s.types {
		if !parts.Path[kind.id] || !kind.relationship {
			continue
		}
		name := alone(s.format(reference{id: kind.id})) + s.endOf(parts, kind.id)
		names = append(names, name)
		if parts.Twice[kind.id] {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// endOf returns the role of what takes part in a relationship type of a path, in parentheses.
func (s *scope) endOf(parts Parts, relationship model.ID) string {
	for _, end := range model.Sorted(s.model.Concepts.Relationships[relationship].Participants) {
		role := parts.Ends[end.ID]
		if role == "" {
			continue
		}
		name := s.format(reference{id: end.Value.Entity, participant: role})
		if at := strings.Index(name, "("); at >= 0 {
			return alone(name[at:])
		}
	}
	return ""
}

// alone returns the name of a whole type without its star.
func alone(name string) string {
	name = strings.TrimSuffix(name, ".*")
	if reserved[strings.ToUpper(name)] || reservedInUpdates[strings.ToUpper(name)] {
		return quoteName(name, true)
	}
	return name
}

// format returns a name in full, or "" if it refers to nothing. If types share a
// name, it is the first form that resolves to what is meant.
func (s *scope) format(r reference) string {
	if r.id == "" {
		return s.freeName(r.name)
	}
	for i, kind := range s.types {
		path := kind.pathOf(r.id)
		if kind.id != r.id && len(path) == 0 {
			continue
		}
		for _, arguments := range s.distinctions(i, r.participant) {
			segments := []segment{{text: kind.name, arguments: arguments}}
			for _, name := range path {
				segments = append(segments, segment{text: name})
			}
			if kind.id == r.id {
				segments = append(segments, segment{star: true})
			}
			if best, _ := s.best(segments, kind.id == r.id); len(best) == 1 && best[0] == r {
				return formatSegments(segments)
			}
		}
		// Two attributes share the path, or the participant is of another type.
		return formatSegments(append([]segment{{text: kind.name}}, segmentsOf(path)...))
	}
	return s.missing(r)
}

func segmentsOf(path []string) []segment {
	if len(path) == 0 {
		return []segment{{star: true}}
	}
	segments := make([]segment, len(path))
	for i, name := range path {
		segments[i].text = name
	}
	return segments
}

// missing returns the name of an element that is no concept any more.
func (s *scope) missing(r reference) string {
	if title := s.model.Title(r.id); title != "" {
		return formatPath([]string{title})
	}
	return ""
}

func (s *scope) freeName(name string) string {
	switch {
	case name == "":
		return ""
	case len(s.types) > 0:
		return "*." + formatPath(split(name))
	}
	return formatPath(split(name))
}

// split divides a free name at its points, unless a part would be empty.
func split(name string) []string {
	parts := strings.Split(name, ".")
	if slices.Contains(parts, "") {
		return []string{name}
	}
	return parts
}

// distinctions returns the arguments that tell a type or a role apart, the
// shortest first.
func (s *scope) distinctions(index int, participant model.ID) [][]string {
	kind := s.types[index]
	ordinal := []string{strconv.Itoa(s.ordinal(index))}
	if participant == "" {
		forms := [][]string{nil}
		if kind.relationship {
			var names []string
			for _, item := range kind.participants {
				if entity := s.model.Concepts.Entities[item.Value.Entity]; entity != nil {
					names = append(names, entity.Name)
				}
			}
			forms = append(forms, names)
		}
		return append(forms, ordinal)
	}
	for _, r := range s.roles(kind.id) {
		if r.id != participant {
			continue
		}
		if r.name == "" {
			return [][]string{{r.relationship}, {r.relationship, strconv.Itoa(r.number)}}
		}
		return [][]string{{r.name}, {r.relationship, r.name}, {r.relationship, strconv.Itoa(r.number)}}
	}
	return nil
}

func formatSegments(path []segment) string {
	var text strings.Builder
	for i, segment := range path {
		if i > 0 {
			text.WriteByte('.')
		}
		if segment.star {
			text.WriteByte('*')
			continue
		}
		call := aggregates[strings.ToLower(segment.text)] && len(segment.arguments) > 0
		if call {
			text.WriteString(`"` + segment.text + `"`)
		} else {
			text.WriteString(quoteName(segment.text, len(path) == 1))
		}
		if len(segment.arguments) > 0 {
			var arguments []string
			for _, argument := range segment.arguments {
				if _, err := strconv.Atoi(argument); err != nil {
					argument = quoteName(argument, false)
				}
				arguments = append(arguments, argument)
			}
			text.WriteString("(" + strings.Join(arguments, ", ") + ")")
		}
	}
	return text.String()
}

func formatPath(path []string) string { return formatSegments(segmentsOf(path)) }

// FormatLines is Format with each clause on a line of its own.
func FormatLines(m *model.Model, parts Parts) string {
	return strings.Join(clauseLines(m, parts), "\n")
}

func clauseLines(m *model.Model, parts Parts) []string {
	var lines []string
	for _, clause := range Clauses(m, parts) {
		lines = append(lines, strings.TrimSpace(clause.Keyword+" "+clause.Text))
	}
	return lines
}
