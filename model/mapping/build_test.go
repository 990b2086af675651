package mapping

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// builder builds a document whose IDs are its names.
type builder struct {
	t *testing.T
	m *model.Model
}

func build(t *testing.T) *builder {
	t.Helper()
	return &builder{t, model.New("Test")}
}

func id(parts ...string) model.ID {
	return model.ID(strings.ReplaceAll(model.Identifier(strings.Join(parts, "")), "_", ""))
}

func (b *builder) do(commands ...edit.Command) {
	b.t.Helper()
	after, err := edit.Apply(b.m, model.RandomIDs(), commands...)
	if err != nil {
		b.t.Fatalf("Apply(%+v): %v", commands, err)
	}
	b.m = after
}

func (b *builder) add(kind model.Kind, parent, id model.ID, pairs ...string) {
	b.t.Helper()
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	b.do(edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
}

// entity adds an entity type with attributes: "id key", "at partial", "tags multi". The name of a
// weak one begins with "weak ". The ID of an attribute joins the name of its type and its own in
// one word.
func (b *builder) entity(name string, attributes ...string) {
	b.t.Helper()
	weak := ""
	if rest, found := strings.CutPrefix(name, "weak "); found {
		name, weak = rest, "true"
	}
	b.add(model.EntityKind, "", id(name), "name", name, "weak", weak)
	b.attributes(name, attributes...)
}

func (b *builder) attributes(owner string, attributes ...string) {
	b.t.Helper()
	for _, attribute := range attributes {
		name, kind, _ := strings.Cut(attribute, " ")
		pairs := []string{"name", name}
		switch kind {
		case "multi":
			pairs = append(pairs, "multi_valued", "true")
		case "":
		default:
			pairs = append(pairs, "key", kind)
		}
		b.add(model.AttributeKind, id(owner), id(owner, name), pairs...)
	}
}

// relationship adds a relationship type: "has" or "identifying has", with
// participants "Hotel 1" or "Person n as report".
func (b *builder) relationship(name string, participants ...string) {
	b.t.Helper()
	identifying := ""
	if rest, found := strings.CutPrefix(name, "identifying "); found {
		name, identifying = rest, "true"
	}
	b.add(model.RelationshipKind, "", id(name), "name", name, "identifying", identifying)
	for i, participant := range participants {
		words := strings.Fields(participant)
		pairs := []string{"entity", string(id(words[0])), "cardinality", words[1]}
		if len(words) == 4 {
			pairs = append(pairs, "role", words[3])
		}
		b.add(model.ParticipantKind, id(name), id(name, fmt.Sprint("p", string(rune('a'+i)))), pairs...)
	}
}

// query adds a query in words: "find Room.number Night.free given Hotel.id
// Night.date:range sort Night.date:desc". A part with "/" is in a role.
func (b *builder) query(label, words string) {
	b.t.Helper()
	query := id(label)
	b.add(model.QueryKind, "", query, "label", label, "name", "What "+label+" asks")
	clause := ""
	for i, word := range strings.Fields(words) {
		switch word {
		case "find", "given", "sort", "group":
			clause = word
			continue
		}
		b.part(query, clause, word, model.ID(fmt.Sprintf("%spart%d", query, i)))
	}
}

// answer chooses the first path of each query that is open.
func (b *builder) answer() {
	b.t.Helper()
	for _, query := range model.SortedIDs(b.m.Workflow.Queries) {
		if plan := Explore(b.m, query); plan.IsOpen() && !plan.Path.Chosen {
			b.do(edit.Set{Element: query, Field: "path", Value: plan.Path.Signature()})
		}
	}
}

func (b *builder) part(query model.ID, clause, word string, part model.ID) {
	b.t.Helper()
	name, option, _ := strings.Cut(word, ":")
	name, role, _ := strings.Cut(name, "/")
	pairs := []string{"attribute", string(id(strings.ReplaceAll(name, ".", "")))}
	if _, exists := b.m.Element(id(strings.ReplaceAll(name, ".", ""))); !exists {
		pairs = []string{"name", name}
	}
	if role != "" {
		pairs = append(pairs, "participant", role)
	}
	switch clause {
	case "find", "group":
		if option != "" {
			pairs = append(pairs, "aggregate", option)
		}
		if clause == "group" {
			pairs = append(pairs, "grouped", "true")
		}
		b.add(model.FindKind, query, part, pairs...)
	case "given":
		operator, count, _ := strings.Cut(option, "=")
		if operator != "" {
			pairs = append(pairs, "operator", operator)
		}
		if count != "" {
			pairs = append(pairs, "count", count)
		}
		b.add(model.GivenKind, query, part, pairs...)
	case "sort":
		b.add(model.SortKind, query, part, append(pairs, "descending", map[string]string{"desc": "true"}[option])...)
	}
}

// columnsInWords writes columns as the notation does: "hotel_id K, date C↓, {tags}".
func columnsInWords(columns []Column) string {
	var words []string
	for _, c := range columns {
		name := map[model.Collection]string{model.SetOf: "{" + c.Name + "}", model.MapOf: "<" + c.Name + ">", model.ListOf: "[" + c.Name + "]", model.UserDefined: "*" + c.Name + "*"}[c.Collection]
		if name == "" {
			name = c.Name
		}
		mark := map[model.Role]string{model.Partition: " K", model.Clustering: " C↑", model.Static: " S", model.RoleCounter: " ++"}[c.Role]
		if c.Role == model.Clustering && c.Descending {
			mark = " C↓"
		}
		words = append(words, name+mark)
	}
	return strings.Join(words, ", ")
}
