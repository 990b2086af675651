package check

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
)

// New returns the findings of after that are not in before. It ignores places in a
// text, since lines above move them. If findings are otherwise equal, the surplus
// ones are new. A finding whose words differ by renamed elements only is not new.
func New(before, after []Finding, renames Renames) []Finding {
	fresh := without(after, before, identityOf)
	if len(renames) == 0 || len(fresh) == 0 {
		return fresh
	}
	return without(fresh, without(before, after, identityOf), renames.identityOf)
}

// without returns the findings that are left after each one of known takes away an
// identical one.
func without(findings, known []Finding, identify func(Finding) identity) []Finding {
	count := map[identity]int{}
	for _, finding := range known {
		count[identify(finding)]++
	}
	left := []Finding{}
	for _, finding := range findings {
		if count[identify(finding)]--; count[identify(finding)] < 0 {
			left = append(left, finding)
		}
	}
	return left
}

// identity holds the fields that two findings about the same thing have in common.
type identity struct {
	severity               cql.Severity
	code, message, element string
}

func identityOf(f Finding) identity { return identity{f.Severity, f.Code, f.Message, f.Element} }

// Names are the names of the elements of a model, which findings mention.
type Names map[model.ID]string

// NamesOf returns the names of all elements, without those of their parents.
func NamesOf(m *model.Model) Names {
	names := Names{}
	for element := range m.Elements() {
		title := m.TitleOf(element)
		names[element.ID] = title[strings.LastIndexByte(title, '.')+1:]
	}
	return names
}

// Renames maps the old and the new name of each renamed element to the same word.
// Names are listed by their first word, longer ones first.
type Renames map[string][]renamed

type renamed struct{ name, to string }

// RenamesOf compares the names of two models.
func RenamesOf(before, after Names) Renames {
	group := map[string]string{}
	for id, was := range before {
		if is, found := after[id]; found && is != was {
			join(group, was, is)
		}
	}
	renames := Renames{}
	for name, to := range group {
		first := written.FindString(name)
		renames[first] = append(renames[first], renamed{name, to})
	}
	for _, names := range renames {
		slices.SortFunc(names, func(a, b renamed) int { return len(b.name) - len(a.name) })
	}
	return renames
}

// join gives two names, and those that were joined with them, one word.
func join(group map[string]string, a, b string) {
	word, other := cmp.Or(group[a], a), cmp.Or(group[b], b)
	for name, its := range group {
		if its == other {
			group[name] = word
		}
	}
	group[a], group[b] = word, word
}

// written matches a word of a name: letters, digits and underscores.
var written = regexp.MustCompile(`[\p{L}\p{N}_]+`)

func (r Renames) identityOf(f Finding) identity {
	f.Message, f.Element = r.apply(f.Message), r.apply(f.Element)
	return identityOf(f)
}

// apply replaces the names in a text.
func (r Renames) apply(text string) string {
	var out strings.Builder
	end := 0
	for _, word := range written.FindAllStringIndex(text, -1) {
		if word[0] < end {
			continue // inside a name of several words
		}
		for _, named := range r[text[word[0]:word[1]]] {
			if rest, found := strings.CutPrefix(text[word[0]:], named.name); found && !startsWord(rest) {
				out.WriteString(text[end:word[0]] + named.to)
				end = word[0] + len(named.name)
				break
			}
		}
	}
	return out.String() + text[end:]
}

func startsWord(text string) bool {
	at := written.FindStringIndex(text)
	return at != nil && at[0] == 0
}
