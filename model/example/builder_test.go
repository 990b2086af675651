package example

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// builder builds a document from commands and gives every element a readable ID.
type builder struct {
	t    *testing.T
	m    *model.Model
	next []model.ID // IDs for the additional elements of a command
}

func build(t *testing.T, name, note string) *builder {
	m := model.New(name)
	m.Note = note
	return &builder{t: t, m: m}
}

// New returns the next ID of the builder's list.
func (b *builder) New() model.ID {
	b.t.Helper()
	if len(b.next) == 0 {
		b.t.Fatal("a command made an element without a foreseen ID")
	}
	id := b.next[0]
	b.next = b.next[1:]
	return id
}

func (b *builder) do(commands ...edit.Command) {
	b.t.Helper()
	after, err := edit.Apply(b.m, b, commands...)
	if err != nil {
		b.t.Fatalf("Apply(%+v): %v", commands, err)
	}
	b.m = after
}

// add adds an element. pairs alternates field names and values.
func (b *builder) add(kind model.Kind, parent, id model.ID, pairs ...string) {
	b.t.Helper()
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	b.do(edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
}

// set changes fields of an element, as a form would.
func (b *builder) set(id model.ID, pairs ...string) {
	b.t.Helper()
	element, found := b.m.Element(id)
	if !found {
		b.t.Fatalf("there is no element %s", id)
	}
	var commands []edit.Command
	for i := 0; i+1 < len(pairs); i += 2 {
		field, found := edit.FieldOf(element.Kind, pairs[i])
		if !found {
			b.t.Fatalf("%s has no field %s", element.Kind, pairs[i])
		}
		commands = append(commands, edit.Set{Element: id, Field: pairs[i], Was: field.Text(b.m, element), Value: pairs[i+1]})
	}
	b.do(commands...)
}

// entity adds an entity type. Attributes look like "hotelid hotel_id key",
// "street street <address" for a part of the composite address, "emails emails
// multi", or "name name type=text length=20". The first word is appended to the
// entity's ID.
func (b *builder) entity(id model.ID, name string, weak bool, attributes ...string) {
	b.t.Helper()
	b.add(model.EntityKind, "", id, "name", name, "weak", map[bool]string{true: "true"}[weak])
	b.attributes(id, attributes...)
}

func (b *builder) attributes(owner model.ID, attributes ...string) {
	b.t.Helper()
	for _, attribute := range attributes {
		words := strings.Fields(attribute)
		values := []string{"name", words[1]}
		for _, word := range words[2:] {
			switch {
			case word == "key" || word == "partial":
				values = append(values, "key", word)
			case word == "multi":
				values = append(values, "multi_valued", "true")
			case word == "derived":
				values = append(values, "derived", "true")
			case word == "immutable":
				values = append(values, "immutable", "true")
			case strings.HasPrefix(word, "<"):
				values = append(values, "parent", string(owner)+word[1:])
			case strings.HasPrefix(word, "type="), strings.HasPrefix(word, "length="):
				field, value, _ := strings.Cut(word, "=")
				values = append(values, field, value)
			}
		}
		b.add(model.AttributeKind, owner, owner+model.ID(words[0]), values...)
	}
}

// relationship adds a relationship type. Participants look like "hotel 1" or
// "room n total".
func (b *builder) relationship(id model.ID, name string, identifying bool, participants ...string) {
	b.t.Helper()
	b.add(model.RelationshipKind, "", id, "name", name, "identifying", map[bool]string{true: "true"}[identifying])
	for _, participant := range participants {
		words := strings.Fields(participant)
		values := []string{"entity", words[0], "cardinality", words[1]}
		if len(words) > 2 {
			values = append(values, "total", "true")
		}
		b.add(model.ParticipantKind, id, id+model.ID(words[0]), values...)
	}
}

// query adds a query. find, given and sort are attribute IDs. given may have an
// operator ("hoteldate:range"), and "!" after it if the user enters the value.
// sort may end with ":desc".
func (b *builder) query(id model.ID, name, given, find, sort, rate string) {
	b.t.Helper()
	b.add(model.QueryKind, "", id, "name", name, "rate", rate)
	for _, word := range strings.Fields(find) {
		b.add(model.FindKind, id, id+"find"+model.ID(word), "attribute", word)
	}
	for _, word := range strings.Fields(given) {
		word, entered := strings.CutSuffix(word, "!")
		attribute, operator, _ := strings.Cut(word+":=", ":")
		operator = strings.TrimSuffix(operator, ":=")
		source := map[bool]string{true: string(model.UserInput)}[entered]
		b.add(model.GivenKind, id, id+"given"+model.ID(attribute), "attribute", attribute, "operator", operator, "source", source)
	}
	for _, word := range strings.Fields(sort) {
		attribute, descending := strings.CutSuffix(word, ":desc")
		b.add(model.SortKind, id, id+"sort"+model.ID(attribute), "attribute", attribute, "descending", map[bool]string{true: "true"}[descending])
	}
}

// transition adds an arrow of the workflow, such as "start q1 hotels".
func (b *builder) transitions(transitions ...string) {
	b.t.Helper()
	for _, transition := range transitions {
		words := strings.Fields(transition)
		from, access, to := words[0], words[1], words[2]
		id := model.ID("go" + access + to)
		if from == "start" {
			from = ""
		}
		b.add(model.TransitionKind, "", id, "from", from, "access", strings.Trim(access, "-"), "to", to)
	}
}

// column is a column at both levels. Mark is K, C+, C-, S, ++ or empty.
type column struct {
	name, mark, cqlType, length, attribute string
}

var roles = map[string]model.Role{"K": model.Partition, "C+": model.Clustering, "C-": model.Clustering, "S": model.Static,
	"++": model.RoleCounter, "": model.Regular}

// table adds a logical table for a query, with the arrow and with the relation
// that realizes it: relation "p" + id, columns "p" + query + name.
func (b *builder) table(id, query, from model.ID, name string, columns ...column) {
	b.t.Helper()
	b.next = []model.ID{"p" + id}
	b.add(model.TableKind, "", id, "name", name)
	for _, c := range columns {
		columnID := query + model.ID(strings.ReplaceAll(c.name, "_", ""))
		b.next = []model.ID{"p" + columnID}
		b.add(model.ColumnKind, id, columnID, "name", c.name, "role", string(roles[c.mark]), "attribute", c.attribute,
			"descending", map[bool]string{true: "true"}[c.mark == "C-"], "collection", collectionOf(c.cqlType), "query", string(query))
	}
	b.add(model.ArrowKind, "", "arrow"+query, "access", string(query), "from", string(from), "to", string(id))
}

// types sets the types and lengths of a table's columns. The table must be in
// its keyspace already.
func (b *builder) types(query model.ID, columns ...column) {
	b.t.Helper()
	for _, c := range columns {
		id := "p" + query + model.ID(strings.ReplaceAll(c.name, "_", ""))
		b.set(id, "type", c.cqlType, "length", c.length)
		b.do(edit.KeepTypes{Element: id}) // text is intended
	}
}

func collectionOf(cqlType string) string {
	for _, collection := range []string{"list", "set", "map"} {
		if strings.HasPrefix(cqlType, collection+"<") {
			return collection
		}
	}
	if strings.HasPrefix(cqlType, "frozen<address") {
		return "udt"
	}
	return ""
}

// quantity adds a quantity.
func (b *builder) quantity(id model.ID, name, typical, worst, note string) {
	b.t.Helper()
	b.add(model.QuantityKind, "", id, "name", name, "typical", typical, "worst", worst, "note", note)
}

// address adds the user-defined type to a keyspace. A type's scope is its
// keyspace, so each keyspace that uses it needs its own.
func (b *builder) address(keyspace, id model.ID, name string, fields ...string) {
	b.t.Helper()
	b.add(model.UserTypeKind, keyspace, id, "name", name)
	for _, field := range fields {
		words := strings.Fields(field)
		b.add(model.TypeFieldKind, id, id+model.ID(strings.ReplaceAll(words[0], "_", "")), "name", words[0], "type", words[1], "length", words[2])
	}
}
