package querytext

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// resolve returns what a path of names refers to. whole allows a type.
func (s *scope) resolve(path []segment, whole bool) (reference, *Problem) {
	if free, problem := s.free(path); free != nil || problem != nil {
		if problem != nil {
			return reference{}, problem
		}
		return *free, nil
	}
	best, ok := s.best(path, whole)
	switch {
	case len(best) == 1 && ok:
		return best[0], nil
	case len(best) > 1:
		return reference{}, s.ambiguous(path, best)
	}
	return reference{}, s.unknown(path, whole)
}

// free returns a name without a concept: any name in a model without concepts, and
// *.name in others.
func (s *scope) free(path []segment) (*reference, *Problem) {
	names := path
	switch {
	case path[0].star && len(path) == 1:
		return nil, &Problem{Start: path[0].start, End: path[0].end, Message: "* returns everything; name what the query returns, such as " + s.example()}
	case path[0].star:
		names = path[1:]
	case len(s.types) > 0:
		return nil, nil
	}
	texts := make([]string, len(names))
	for i, name := range names {
		if name.star || len(name.arguments) > 0 {
			return nil, &Problem{Start: name.start, End: name.end, Message: "This model has no concepts; write just a name"}
		}
		texts[i] = name.text
	}
	return &reference{name: strings.Join(texts, ".")}, nil
}

// example returns an attribute of the model as the text has it.
func (s *scope) example() string {
	for _, kind := range s.types {
		for _, item := range kind.attributes {
			return s.format(reference{id: item.ID})
		}
	}
	return "hotel_id"
}

// best returns the closest candidates, each once.
func (s *scope) best(path []segment, whole bool) ([]reference, bool) {
	found := s.candidates(path, whole)
	if len(found) == 0 {
		return nil, false
	}
	least := slices.MinFunc(found, func(a, b candidate) int { return a.rank - b.rank }).rank
	var best []reference
	for _, c := range found {
		if c.rank == least && !slices.Contains(best, c.reference) {
			best = append(best, c.reference)
		}
	}
	return best, true
}

// ambiguous lists the names in full.
func (s *scope) ambiguous(path []segment, meant []reference) *Problem {
	const most = 4
	var names []string
	for _, each := range meant[:min(len(meant), most)] {
		names = append(names, s.format(each))
	}
	text := joined(path)
	return &Problem{
		Start: path[0].start, End: path[len(path)-1].end, Suggestion: names[0],
		Message: fmt.Sprintf("%s is ambiguous; write %s", text, list(names, "or")),
	}
}

// unknown returns the problem of a path without candidates: a name that does not exist, or a type
// where only an attribute fits.
func (s *scope) unknown(path []segment, whole bool) *Problem {
	if !whole {
		if types := s.typesLike(path); len(types) > 0 {
			return s.wholeType(path, types[0])
		}
	}
	if len(path) > 1 {
		for i, kind := range s.types {
			if compare(path[0].text, kind.name) == different {
				continue
			}
			typed, _ := s.closeType(i, path[0])
			if typed == different {
				return s.unknownRole(path[0], kind)
			}
			if owner, id := s.inherited(kind.id, path[len(path)-1].text); id != "" {
				return s.inheritedAttribute(path, kind, owner, reference{id: id}, whole)
			}
			return s.unknownAttribute(path, kind)
		}
	}
	return s.unknownName(path, whole)
}

// typesLike returns the types that a path names as a whole.
func (s *scope) typesLike(path []segment) []conceptType {
	var types []conceptType
	for i, kind := range s.types {
		typed, _ := s.closeType(i, path[0])
		if typed < different && (len(path) == 1 || len(path) == 2 && path[1].star) {
			types = append(types, kind)
		}
	}
	return types
}

func (s *scope) wholeType(path []segment, kind conceptType) *Problem {
	message := fmt.Sprintf("%s is %s; name one of its attributes", kind.name, kind.words())
	problem := &Problem{Start: path[0].start, End: path[len(path)-1].end}
	if len(kind.attributes) > 0 {
		problem.Suggestion = s.format(reference{id: kind.attributes[0].ID})
		message += ", such as " + problem.Suggestion
	}
	problem.Message = message
	return problem
}

func (t conceptType) words() string {
	if t.relationship {
		return "a relationship type"
	}
	return "an entity type"
}

func (s *scope) unknownRole(name segment, kind conceptType) *Problem {
	problem := &Problem{Start: name.start, End: name.end}
	wanted := strings.Join(name.arguments, ", ")
	if kind.relationship {
		problem.Message = fmt.Sprintf("%s does not connect %s", kind.name, wanted)
		return problem
	}
	var names []string
	for _, r := range s.roles(kind.id) {
		if formatted := s.format(reference{id: kind.id, participant: r.id}); strings.Contains(formatted, "(") {
			names = append(names, strings.TrimSuffix(formatted, ".*"))
		}
	}
	problem.Message = fmt.Sprintf("%s has no role %s", kind.name, wanted)
	if len(names) > 0 {
		problem.Message += "; write " + list(names[:min(len(names), 4)], "or")
		problem.Suggestion = names[0]
	}
	return problem
}

func (s *scope) unknownAttribute(path []segment, kind conceptType) *Problem {
	wanted := path[len(path)-1]
	problem := &Problem{Start: path[1].start, End: wanted.end}
	problem.Message = fmt.Sprintf("%s has no attribute %s", kind.name, joined(path[1:]))
	var names []string
	for _, item := range kind.attributes {
		names = append(names, formatPath(kind.pathOf(item.ID)))
	}
	if near := nearest(joined(path[1:]), names); near != "" {
		problem.Suggestion = near
		problem.Message += "; did you mean " + near + "?"
	} else if len(names) > 0 {
		problem.Message += "; it has " + list(names[:min(len(names), 6)], "and")
	} else {
		problem.Message += "; add it on the Concepts tab"
	}
	return problem
}

// inheritedAttribute explains how to name an attribute of a supertype: alone, the name means all
// instances of the supertype, unless the query names the subtype beside it. whole allows the
// subtype itself.
func (s *scope) inheritedAttribute(path []segment, kind conceptType, owner string, inherited reference, whole bool) *Problem {
	name, sub := s.format(inherited), quoteName(kind.name, true)
	problem := &Problem{Start: path[0].start, End: path[len(path)-1].end, Suggestion: name}
	problem.Message = fmt.Sprintf("%s has no attribute %s; its supertype %s has: ", kind.name, joined(path[1:]), owner)
	switch {
	case s.isNamedBeside(kind, path[0].start):
		problem.Message += fmt.Sprintf("write %s, which is that of the %s", name, kind.name)
	case whole:
		problem.Suggestion = sub
		problem.Message += fmt.Sprintf("write %s, which returns it too; %s alone is that of any %s", sub, name, owner)
	default:
		problem.Suggestion = ""
		problem.Message += fmt.Sprintf("write %s, and select an attribute of %s; alone it is that of any %s", name, sub, owner)
	}
	return problem
}

// isNamedBeside reports whether the text names a type or one of its own attributes in
// another place than the one that starts there.
func (s *scope) isNamedBeside(kind conceptType, start int) bool {
	tokens := lex(s.text)
	for i, at := range tokens {
		if at.start == start || at.kind != wordToken && at.kind != nameToken || compare(at.text, kind.name) == different || i > 0 && tokens[i-1].isSign(".") {
			continue
		}
		if i+2 >= len(tokens) || !tokens[i+1].isSign(".") || tokens[i+2].isSign("*") {
			return true
		}
		if slices.ContainsFunc(kind.attributes, func(a model.Item[*model.Attribute]) bool { return compare(tokens[i+2].text, a.Value.Name) < different }) {
			return true
		}
	}
	return false
}

// inherited returns the attribute of that name of the nearest supertype that has one.
func (s *scope) inherited(entity model.ID, name string) (owner string, id model.ID) {
	for _, super := range s.model.Supertypes(entity) {
		for _, item := range model.Sorted(s.model.Concepts.Entities[super].Attributes) {
			if compare(name, item.Value.Name) < different {
				return s.model.Title(super), item.ID
			}
		}
	}
	return "", ""
}

func (s *scope) unknownName(path []segment, whole bool) *Problem {
	text := joined(path)
	problem := &Problem{Start: path[0].start, End: path[len(path)-1].end}
	what := "an attribute"
	if whole {
		what = "an entity type, a relationship type or an attribute"
	}
	problem.Message = fmt.Sprintf("%s is not %s of this model", text, what)
	if near := s.nearest(path, whole); near != "" {
		problem.Suggestion = near
		problem.Message += "; did you mean " + near + "?"
		return problem
	}
	problem.Message += "; add it on the Concepts tab, or write *." + formatPath([]string{text}) + " for a name without a concept"
	return problem
}

// nearest returns the name that is spelled most like a path.
func (s *scope) nearest(path []segment, whole bool) string {
	text := joined(path)
	if len(path) > 1 {
		var types []string
		for _, kind := range s.types {
			types = append(types, kind.name)
		}
		if near := nearest(path[0].text, types); near != "" {
			return quoteName(near, false) + "." + formatPath(texts(path[1:]))
		}
	}
	names := map[string]string{} // the name alone → in full
	var alone []string
	for _, kind := range s.types {
		if whole {
			names[kind.name], alone = quoteName(kind.name, true), append(alone, kind.name)
		}
		for _, item := range kind.attributes {
			if _, taken := names[item.Value.Name]; !taken {
				names[item.Value.Name], alone = s.format(reference{id: item.ID}), append(alone, item.Value.Name)
			}
		}
	}
	return names[nearest(text, alone)]
}

func texts(path []segment) []string {
	names := make([]string, len(path))
	for i, segment := range path {
		names[i] = segment.text
	}
	return names
}

// joined returns a path for a message.
func joined(path []segment) string { return strings.Join(texts(path), ".") }

// list joins names by commas and, before the last one, a word.
func list(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
