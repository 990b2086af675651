package edit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/carry"
)

// Set sets a field of an element. Was and Value are texts as the form shows them
// (Field.Text). If they are equal, the user did not change the field.
type Set struct {
	Element    model.ID
	Field      string
	Was, Value string
}

// Name returns "RenameColumn" or the like for a name, and "SetColumnRole" or the
// like for other fields.
func (s Set) Name(m *model.Model) string {
	element, _ := m.Element(s.Element)
	if s.Field == "name" || s.Field == "label" {
		return "Rename" + identifier(element.Kind)
	}
	return "Set" + identifier(element.Kind) + camelCase(s.Field)
}

func (s Set) apply(m *model.Model, ids model.IDs) error {
	element, found := m.Element(s.Element)
	if !found {
		return &GoneError{s.Element}
	}
	field, found := FieldOf(element.Kind, s.Field)
	if !found {
		return invalid(s.Element, s.Field, "%s has no field %q", article(element.Kind.Words()), model.Shorten(s.Field, 40))
	}
	was, value, now := sameText(s.Was), sameText(s.Value), sameText(field.Text(m, element))
	if value == was || value == now {
		return nil
	}
	if was != now && !s.sameAs(m, element, field, now) {
		return &Conflict{Element: s.Element, Field: s.Field, Label: field.Label, Saw: s.Was, Theirs: field.Text(m, element), Mine: s.Value}
	}
	addNamed(m, field, s.Value, ids)
	return s.assign(m, element, field)
}

// sameAs reports whether the new value, as the form would show it, equals the
// field's current one: `SET<varchar>` equals set<text>. It assigns the value to
// the document itself, which Apply discards if there is a conflict; copying the
// document for each field of a long form would take seconds.
func (s Set) sameAs(m *model.Model, element model.Element, field Field, now string) bool {
	theirs := field.Text(m, element)
	if field.assign(m, element, s.Value) == nil && sameText(field.Text(m, element)) == now {
		return true
	}
	_ = field.assign(m, element, theirs)
	return false
}

func (s Set) assign(m *model.Model, element model.Element, field Field) error {
	before := model.NameOfValue(element.Value)
	if err := field.assign(m, element, s.Value); err != nil {
		return invalid(s.Element, s.Field, "%s", sentence(err))
	}
	if quantity, renamed := element.Value.(*model.Quantity); renamed && quantity.Name != before {
		return newDraft(m).rebind(s.Element)
	}
	return nil
}

func (s Set) words(before, after *model.Model) string {
	old, wasThere := before.Element(s.Element)
	element, found := after.Element(s.Element)
	field, known := FieldOf(element.Kind, s.Field)
	if !found || !known {
		return ""
	}
	from := ""
	if wasThere {
		from = field.Words(before, old)
	}
	to := field.Words(after, element)
	if from == to {
		return ""
	}
	if s.Field == "name" && wasThere && element.HasName() {
		return s.renamed(before, element, to) + s.followers(before, after, element)
	}
	return s.changed(before, after, field, from, to) + s.followers(before, after, element)
}

func (s Set) renamed(before *model.Model, element model.Element, to string) string {
	if element.Kind == model.ModelKind {
		return "renamed the model to " + model.Shorten(to, 60)
	}
	return fmt.Sprintf("renamed %s %s to %s", element.Kind.Words(), before.ShortTitle(s.Element), model.Shorten(to, 60))
}

// followers lists the columns that followed a change of an attribute, or of the name
// of its entity or relationship type, as they are called now, and counts fields:
// " and 2 columns (hotels.title, rooms.hotel_title)".
func (s Set) followers(before, after *model.Model, element model.Element) string {
	columns, fields := model.IDSet{}, 0
	switch element.Kind {
	case model.AttributeKind:
		columns, fields = carry.Followed(after, before, s.Element), carry.Of(after).FollowedFields(before, s.Element)
	case model.EntityKind, model.RelationshipKind:
		for id := range after.AttributesOf(s.Element) {
			maps.Copy(columns, carry.Followed(after, before, id))
		}
	}
	return andCount(len(columns), "column") + InParentheses(after, columns) + andCount(fields, "field")
}

// mostListed bounds how many columns a revision names.
const mostListed = 6

// InParentheses names elements in parentheses, "" for none.
func InParentheses(m *model.Model, elements model.IDSet) string {
	var titles []string
	for id := range elements {
		titles = append(titles, m.Title(id))
	}
	slices.Sort(titles)
	switch more := len(titles) - mostListed; {
	case len(titles) == 0:
		return ""
	case more > 0:
		titles = append(titles[:mostListed], fmt.Sprintf("%d more", more))
	}
	return " (" + strings.Join(titles, ", ") + ")"
}

// andCount returns " and 2 columns", "" for none.
func andCount(count int, noun string) string {
	switch count {
	case 0:
		return ""
	case 1:
		return " and 1 " + noun
	}
	return fmt.Sprintf(" and %d %ss", count, noun)
}

func (s Set) changed(before, after *model.Model, field Field, from, to string) string {
	title := before.ShortTitle(s.Element)
	if title == "" {
		title = after.ShortTitle(s.Element)
	}
	label := strings.ToLower(field.Label)
	switch {
	case field.Input == LinesInput || field.Input == OptionsInput:
		return fmt.Sprintf("changed %s of %s", label, title)
	case to == "":
		return fmt.Sprintf("cleared %s of %s", label, title)
	case from == "":
		return fmt.Sprintf("set %s of %s to %s", label, title, model.Shorten(to, 40))
	}
	return fmt.Sprintf("set %s of %s from %s to %s", label, title, model.Shorten(from, 40), model.Shorten(to, 40))
}

// sameText normalizes a text for comparison: browsers send line ends as CR LF.
func sameText(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

// sentence returns an error's message with a capital letter.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}

func article(words string) string {
	if strings.ContainsRune("aeiou", rune(words[0])) {
		return "An " + words
	}
	return "A " + words
}

// identifier is the kind as a part of a command's name.
func identifier(k model.Kind) string { return camelCase(string(k)) }

func camelCase(word string) string {
	var text strings.Builder
	for part := range strings.FieldsFuncSeq(word, func(c rune) bool { return c == '_' || c == '-' }) {
		text.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return text.String()
}
