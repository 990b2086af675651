package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// WideModel returns a random ER model with everything that identity depends on:
// keys of two attributes, weak types of weak ones and of two owners, m:n and
// ternary relationship types with attributes, recursion, hierarchies of
// hierarchies, multi-valued attributes; and random queries.
func WideModel(t *testing.T, random *rand.Rand, queries int) *model.Model {
	b := build(t)
	letters := strings.Split("ABCDE"[:2+random.IntN(4)], "")
	for i, letter := range letters {
		b.wideEntity(random, letter, letters[:i])
	}
	if random.IntN(3) == 0 && len(letters) > 2 {
		b.relationship("tern", letters[0]+" n", letters[1]+" m", letters[2]+" "+[]string{"n", "1"}[random.IntN(2)])
		b.attributes("tern", "w")
	}
	if random.IntN(3) == 0 {
		b.relationship("extra", letters[0]+" "+[]string{"1", "n"}[random.IntN(2)], letters[len(letters)-1]+" n")
	}
	if random.IntN(2) == 0 {
		b.wideHierarchy(random)
	}
	for element := range b.m.ElementsOf(model.AttributeKind) {
		b.do(edit.Set{Element: element.ID, Field: "type", Value: "int"})
	}
	for i := range queries {
		label := fmt.Sprint("Q", i+1)
		b.query(label, b.wideQuery(random, letters))
		if random.IntN(8) == 0 {
			b.do(edit.Set{Element: id(label), Field: "distinct", Value: "true"})
		}
	}
	if random.IntN(3) == 0 {
		addRecursion(b, fmt.Sprint("Q", queries+1), random)
	}
	b.answer()
	return b.m
}

func (b *builder) wideEntity(random *rand.Rand, name string, earlier []string) {
	attributes := []string{"x", "y"}
	if random.IntN(3) == 0 {
		attributes = append(attributes, "t multi")
	}
	if len(earlier) > 0 && random.IntN(3) == 0 {
		b.entity("weak "+name, append([]string{"part partial"}, attributes...)...)
		owner := random.IntN(len(earlier))
		b.relationship("identifying own"+name, earlier[owner]+" 1", name+" n")
		if random.IntN(5) == 0 && len(earlier) > 1 {
			b.relationship("identifying co"+name, earlier[(owner+1)%len(earlier)]+" 1", name+" n")
		}
		return
	}
	attributes = append([]string{"id key"}, attributes...)
	b.entity(name, attributes...)
	if len(earlier) > 0 {
		ends := [][2]string{{"1", "n"}, {"n", "1"}, {"m", "n"}, {"1", "1"}}[random.IntN(4)]
		b.relationship("r"+name, earlier[random.IntN(len(earlier))]+" "+ends[0], name+" "+ends[1])
		if random.IntN(2) == 0 {
			b.attributes("r"+name, "w")
		}
		if random.IntN(6) == 0 {
			b.attributes("r"+name, "at partial") // the same pair several times
		}
	}
}

// wideHierarchy gives a strong entity type two subtypes, one of which has a subtype.
func (b *builder) wideHierarchy(random *rand.Rand) {
	addSubtypes(b, random)
	if random.IntN(2) == 0 && b.m.Concepts.Hierarchies["isa"] != nil {
		b.add(model.HierarchyKind, "", "isb", "supertype", "sub")
		b.entity("Low", "z")
		b.add(model.SubtypeKind, "isb", "isblow", "entity", "low")
	}
}

func (b *builder) wideQuery(random *rand.Rand, letters []string) string {
	var attributes []string
	for element := range b.m.ElementsOf(model.AttributeKind) {
		attributes = append(attributes, b.m.Title(element.ID))
	}
	slices.Sort(attributes)
	random.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
	next := func() string {
		first := attributes[0]
		attributes = append(attributes[1:], first)
		return first
	}
	single := func() string { // not of an attribute with several values
		name := next()
		for strings.HasSuffix(name, ".t") {
			name = next()
		}
		return name
	}
	words := []string{"find", next()}
	if random.IntN(4) == 0 {
		words = append(words, letters[random.IntN(len(letters))])
	}
	if random.IntN(3) == 0 {
		words = append(words, next())
	}
	if random.IntN(5) == 0 {
		words = append(words, single()+":"+[]string{"count", "min", "max", "sum", "avg"}[random.IntN(5)])
		if random.IntN(2) == 0 {
			words = append(words, "group", single())
		}
	}
	if random.IntN(10) > 0 {
		words = append(words, "given", []string{next(), next(), next(), single() + ":in=2", single() + ":range"}[random.IntN(5)])
		for range random.IntN(3) {
			words = append(words, single()+[]string{"", ":range", ":in=2"}[random.IntN(3)])
		}
	}
	if random.IntN(3) == 0 {
		words = append(words, "sort", single()+[]string{"", ":desc"}[random.IntN(2)])
	}
	return strings.Join(words, " ")
}
