package mapping

import (
	"math/rand/v2"
	"testing"

	"widerow/model"
)

// RandomModel returns a random ER model with a hierarchy, numbers and four queries,
// one by the roles of a recursive relationship type, for the tests of other packages'
// judgement.
func RandomModel(t *testing.T, random *rand.Rand) *model.Model {
	b := randomModel(t, random)
	addSubtypes(b, random)
	addNumbers(b, random)
	element, _ := b.m.Element(b.m.Concepts.Hierarchies["isa"].Supertype)
	b.query("Q2", randomQuery(b.m, random))
	b.query("Q3", "find Sub.y Other.y given "+element.Value.(*model.Entity).Name+".x")
	addRecursion(b, "Q4", random)
	b.answer()
	return b.m
}
