package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
)

// addFact reads "stored Player.links map", "total handles Ticket", "disjoint Person" or "wrong Q4".
func (d *domain) addFact(words []string) error {
	if len(words) == 0 {
		return nil
	}
	switch {
	case words[0] == "stored" && len(words) == 3:
		parts, problems := querytext.Parse(d.m, "SELECT "+words[1])
		if len(problems) > 0 {
			return fmt.Errorf("%+v", problems)
		}
		return d.apply(edit.Set{Element: parts.Find[0].Attribute, Field: "stored_as", Value: words[2]})
	case words[0] == "total" && len(words) == 3:
		end, err := d.end(words[1], words[2])
		if err != nil {
			return err
		}
		return d.apply(edit.Set{Element: end, Field: "total", Value: "true"})
	case words[0] == "wrong":
		d.known[strings.Join(words[1:], " ")] = true
		return nil
	case words[0] == "disjoint" && len(words) == 2:
		for id, hierarchy := range d.m.Concepts.Hierarchies {
			if d.m.Title(hierarchy.Supertype) == words[1] {
				return d.apply(edit.Set{Element: id, Field: "disjoint", Value: "true"})
			}
		}
	}
	return fmt.Errorf("what is %q", words)
}

// end finds an end of a relationship type by its role or its entity type.
func (d *domain) end(relationship, name string) (model.ID, error) {
	for _, item := range model.Sorted(d.m.Concepts.Relationships) {
		for _, end := range model.Sorted(item.Value.Participants) {
			if item.Value.Name == relationship && (end.Value.Role == name || end.Value.Role == "" && d.m.Title(end.Value.Entity) == name) {
				return end.ID, nil
			}
		}
	}
	return "", fmt.Errorf("no end %s of %s", name, relationship)
}

// forms are the forms of tables that a domain chooses by their name.
var forms = map[string]mapping.Form{"collected": mapping.Collected, "precomputed": mapping.Precomputed, "counted": mapping.Counted}

// choices are the alternatives that a domain chooses instead of the first ones.
func (d *domain) choices(first *mapping.Derivation) (map[model.ID]mapping.Choice, error) {
	choices := map[model.ID]mapping.Choice{}
	for query, form := range d.forms {
		alternatives := first.Plan(query).Alternatives
		at := slices.IndexFunc(alternatives, func(a mapping.Alternative) bool { return a.Form == form })
		if at < 0 {
			return nil, fmt.Errorf("%s has no table in the form that the domain asks for", d.m.Title(query))
		}
		choices[query] = mapping.Choice{Key: alternatives[at].Signature()}
	}
	return choices, nil
}

func (d *domain) addQueryLine(line string) error {
	said, is := strings.CutPrefix(line, "= ")
	last := model.ID(fmt.Sprintf("q%d", len(d.m.Workflow.Queries)))
	words := strings.Fields(said)
	switch {
	case !is:
		for _, entry := range querytext.Entries(line) {
			if err := d.addQuery(entry.Name, entry.Text); err != nil {
				return err
			}
		}
		return nil
	case said == "question":
		d.questions[last] = true
		return nil
	case forms[said] != mapping.Rows:
		d.forms[last] = forms[said]
		return nil
	case words[0] == "via":
		for name := range strings.SplitSeq(strings.TrimPrefix(said, "via "), ",") {
			for id, relationship := range d.m.Concepts.Relationships {
				if relationship.Name == strings.TrimSpace(name) {
					d.via[last] = append(d.via[last], id)
				}
			}
		}
		return nil
	case len(words) == 5 && words[2] == "is":
		one, err := d.end(words[0], words[1])
		if err != nil {
			return err
		}
		other, err := d.end(words[3], words[4])
		if d.same[last] == nil {
			d.same[last] = map[model.ID]model.ID{}
		}
		d.same[last][one] = other
		return err
	}
	return fmt.Errorf("what is %q", said)
}

// addQuery adds a query by its text.
func (d *domain) addQuery(name, text string) error {
	number := len(d.m.Workflow.Queries) + 1
	id := model.ID(fmt.Sprintf("q%d", number))
	parts, problems := querytext.Parse(d.m, text)
	if len(problems) > 0 {
		return fmt.Errorf("%s: %+v", text, problems)
	}
	if err := d.apply(edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": fmt.Sprint("Q", number), "name": cmp.Or(name, text)}}); err != nil {
		return err
	}
	return d.apply(querytext.Commands(d.m, id, parts)...)
}
