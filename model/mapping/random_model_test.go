package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// randomModel has 2 to 4 entity types in a chain of relationship types, some of
// them weak, and one query.
func randomModel(t *testing.T, random *rand.Rand) *builder {
	b := build(t)
	letters := "ABCD"[:2+random.IntN(3)]
	for i, letter := range letters {
		name := string(letter)
		if i > 0 && random.IntN(3) == 0 {
			b.entity("weak "+name, "part partial", "x")
			b.relationship(fmt.Sprint("identifying r", strings.ToLower(name)), string(letters[i-1])+" 1", name+" n")
			continue
		}
		b.entity(name, "id key", "x")
		if i > 0 {
			ends := [][2]string{{"1", "n"}, {"n", "1"}, {"m", "n"}, {"1", "1"}}[random.IntN(4)]
			relationship := fmt.Sprint("r", strings.ToLower(name))
			b.relationship(relationship, fmt.Sprint(string(letters[i-1]), " ", ends[0]), fmt.Sprint(name, " ", ends[1]))
			if random.IntN(3) == 0 {
				b.attributes(relationship, "w")
			}
		}
	}
	b.query("Q1", randomQuery(b.m, random))
	return b
}

func randomQuery(m *model.Model, random *rand.Rand) string {
	var attributes []string
	for element := range m.ElementsOf(model.AttributeKind) {
		attributes = append(attributes, m.Title(element.ID))
	}
	random.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
	words := []string{"find", attributes[0], "given", attributes[1%len(attributes)]}
	if random.IntN(8) == 0 {
		words = words[:2] // a bucket
	}
	if random.IntN(2) == 0 {
		if !slices.Contains(words, "given") {
			words = append(words, "given")
		}
		words = append(words, attributes[2%len(attributes)]+[]string{"", ":range", ":in=2"}[random.IntN(3)])
	}
	if random.IntN(3) == 0 {
		words = append(words, "sort", attributes[3%len(attributes)]+":desc")
	}
	return strings.Join(words, " ")
}

// addRecursion adds a recursive relationship type of the last entity type, and a query
// that asks by its roles, perhaps with the rest of the model.
func addRecursion(b *builder, query string, random *rand.Rand) {
	entities := model.Sorted(b.m.Concepts.Entities)
	name := entities[len(entities)-1].Value.Name
	ends := [][2]string{{"1", "n"}, {"n", "1"}, {"m", "n"}, {"1", "1"}}[random.IntN(4)]
	b.relationship("leads", fmt.Sprint(name, " ", ends[0], " as head"), fmt.Sprint(name, " ", ends[1], " as tail"))
	b.attributes("leads", "w")
	roles := []string{"/leadspa", "/leadspb"}
	random.Shuffle(2, func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	if random.IntN(4) == 0 {
		roles[1] = "" // the end that is left
	}
	attribute := func() string {
		attributes := slices.DeleteFunc(model.Sorted(entities[len(entities)-1].Value.Attributes), func(a model.Item[*model.Attribute]) bool { return a.Value.MultiValued })
		return name + "." + attributes[random.IntN(len(attributes))].Value.Name
	}
	words := []string{"find", attribute() + roles[0], attribute() + roles[random.IntN(2)], "given", attribute() + roles[1]}
	if random.IntN(2) == 0 {
		words = append(words, []string{"leads.w", attribute() + roles[0] + ":range"}[random.IntN(2)])
	}
	if random.IntN(3) == 0 {
		words = append(words, "sort", []string{"leads.w", attribute() + roles[0]}[random.IntN(2)])
	}
	b.query(query, strings.Join(words, " "))
}

// seeds reduces the number of random tests for the race detector.
func seeds(count uint64) uint64 {
	if testing.Short() {
		return count / 10
	}
	return count
}

// addSubtypes makes the first entity type that has a key a supertype of two.
func addSubtypes(b *builder, random *rand.Rand) {
	for _, entity := range model.Sorted(b.m.Concepts.Entities) {
		if entity.Value.Weak {
			continue
		}
		total := [...]string{"", "true"}[random.IntN(2)]
		b.add(model.HierarchyKind, "", "isa", "supertype", string(entity.ID), "total", total)
		for _, name := range []string{"Sub", "Other"} {
			b.entity(name, "y")
			b.add(model.SubtypeKind, "isa", id("isa", name), "entity", string(id(name)))
		}
		return
	}
}

// addNumbers gives the concepts random numbers, some of which are missing.
func addNumbers(b *builder, random *rand.Rand) {
	set := func(element model.ID, field string, most int) {
		if random.IntN(4) > 0 {
			b.numbers(fmt.Sprint(element, " ", field, " ", 1+random.IntN(most)))
		}
	}
	for element := range b.m.ElementsOf(model.EntityKind, model.ParticipantKind, model.AttributeKind) {
		switch value := element.Value.(type) {
		case *model.Entity:
			set(element.ID, "instances", 1_000_000)
		case *model.Participant:
			if value.Cardinality != "1" {
				set(element.ID, "count", 1000)
				set(element.ID, "worst_count", 5000)
			}
		case *model.Attribute:
			set(element.ID, "distinct", 1000)
		}
	}
}
