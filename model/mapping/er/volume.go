package er

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
)

// Amount is a number in the typical and in the worst case, if it is known.
type Amount struct {
	Known          bool
	Typical, Worst float64
}

func Exactly(number float64) Amount { return Amount{true, number, number} }

func (a Amount) Times(b Amount) Amount {
	return Amount{a.Known && b.Known, a.Typical * b.Typical, a.Worst * b.Worst}
}

func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Known && b.Known, a.Typical + b.Typical, a.Worst + b.Worst}
}

func (a Amount) Value() model.Value { return model.Value{Typical: a.Typical, Worst: a.Worst} }

// Per divides. The worst case of a quotient takes both worst numbers.
func (a Amount) Per(b Amount) Amount {
	if b.Typical == 0 || b.Worst == 0 {
		return Amount{}
	}
	return Amount{a.Known && b.Known, a.Typical / b.Typical, a.Worst / b.Worst}
}

func (a Amount) AtMost(most Amount) Amount {
	if !most.Known {
		return a
	}
	return Amount{a.Known, math.Min(a.Typical, most.Typical), math.Min(a.Worst, most.Worst)}
}

func (a Amount) AtLeast(least float64) Amount {
	return Amount{a.Known, math.Max(a.Typical, least), math.Max(a.Worst, least)}
}

// Need is a number of the concepts that is not given. Element and Field are the
// form field in which to enter it.
type Need struct {
	What    string
	Element model.ID
	Field   string
}

// Estimate is an amount, or what it needs to be known.
type Estimate struct {
	Amount
	Needs []Need
}

func known(a Amount) Estimate { return Estimate{Amount: a} }

// needs returns an estimate that needs a number. What it is called is found when
// it is shown.
func needs(element model.ID, field string) Estimate {
	return Estimate{Amount{false, 1, 1}, []Need{{Element: element, Field: field}}}
}

func (e Estimate) Times(other Estimate) Estimate {
	product := Estimate{e.Amount.Times(other.Amount), e.Needs}
	for _, need := range other.Needs {
		product.Needs = AppendNeed(product.Needs, need)
	}
	return product
}

func AppendNeed(needs []Need, need Need) []Need {
	for _, n := range needs {
		if n.Element == need.Element && n.Field == need.Field {
			return needs
		}
	}
	return append(needs[:len(needs):len(needs)], need)
}

// less compares estimates: the one that needs fewer numbers, then the smaller one.
func (e Estimate) less(other Estimate) bool {
	return cmp.Or(CompareBool(!e.Known && len(e.Needs) == 0, !other.Known && len(other.Needs) == 0),
		cmp.Compare(len(e.Needs), len(other.Needs)), cmp.Compare(e.Typical, other.Typical),
		cmp.Compare(e.Worst, other.Worst)) < 0
}

// Volume reads the numbers of the concepts: how many instances there are, and how
// many one instance is related to. What follows from other numbers is computed.
type Volume struct {
	concepts  *Concepts
	Evaluator *model.Evaluator
	pairings  map[model.ID][]pairing // by entity type
	instances map[model.ID]Amount    // those that are known
}

// pairing is a binary relationship type as one end sees it.
type pairing struct {
	mine, other           model.ID // the participants
	owner                 model.ID // the entity type at the other end
	mineValue, otherValue *model.Participant
	identifying           bool
}

func newVolume(c *Concepts) *Volume {
	v := &Volume{concepts: c, Evaluator: c.Model.NewEvaluator(), pairings: map[model.ID][]pairing{}, instances: map[model.ID]Amount{}}
	for _, relationship := range c.relationships {
		ends := c.Participants[relationship.ID]
		if len(ends) != 2 {
			continue
		}
		for i, end := range ends {
			other := ends[1-i]
			v.pairings[end.Value.Entity] = append(v.pairings[end.Value.Entity],
				pairing{end.ID, other.ID, other.Value.Entity, end.Value, other.Value,
					relationship.Value.Identifying})
		}
	}
	v.countInstances()
	return v
}

// countInstances computes the instances of entity types that follow from others.
func (v *Volume) countInstances() {
	entities := model.Sorted(v.concepts.Model.Concepts.Entities)
	for _, entity := range entities {
		if given, is := v.Value(entity.Value.Instances, entity.Value.WorstInstances); is {
			v.instances[entity.ID] = given
		}
	}
	for found := len(v.instances) > 0; found; {
		found = false
		for _, entity := range entities {
			if v.instances[entity.ID].Known {
				continue
			}
			if amount := v.fromOthers(entity.ID); amount.Known {
				v.instances[entity.ID], found = amount, true
			}
		}
	}
}

// fromOthers multiplies the instances at the other end of a relationship type by
// how many one of them has. Where they can share one, it divides by how many do.
func (v *Volume) fromOthers(id model.ID) Amount {
	for _, p := range v.pairings[id] {
		others, mine, theirs := v.instances[p.owner], v.Given(p.mine, p.mineValue), v.Given(p.other, p.otherValue)
		if amount := others.Times(mine.Amount).Per(theirs.Amount); amount.Known && p.owner != id {
			return amount
		}
	}
	return Amount{}
}

// Value evaluates a number and its worst case. An empty worst is the worst value
// of the number.
func (v *Volume) Value(typical, worst model.Expression) (Amount, bool) {
	if typical.IsEmpty() {
		return Amount{}, false
	}
	value, missing, err := v.Evaluator.Evaluate(typical)
	if err != nil || len(missing) > 0 {
		return Amount{}, false
	}
	a := Amount{true, value.Typical, value.Worst}
	if worst.IsEmpty() {
		return a, true
	}
	if value, missing, err = v.Evaluator.Evaluate(worst); err != nil || len(missing) > 0 {
		return Amount{}, false
	}
	a.Worst = value.Worst
	return a, true
}

// Of returns the number of instances of an entity or relationship type.
func (v *Volume) Of(id model.ID) Estimate {
	if relationship := v.concepts.Model.Concepts.Relationships[id]; relationship != nil {
		return v.ofRelationship(v.concepts.Participants[id])
	}
	if amount := v.instances[id]; amount.Known {
		return known(amount)
	}
	return needs(id, "instances")
}

// ofRelationship returns the number of pairs: the instances of one end times the
// number of instances at the other end for each.
func (v *Volume) ofRelationship(ends []model.Item[*model.Participant]) Estimate {
	var best Estimate
	for i, end := range ends {
		pairs := v.Of(end.Value.Entity)
		for _, other := range ends {
			if other.ID != end.ID {
				pairs = pairs.Times(v.count(other.ID, other.Value))
			}
		}
		if i == 0 || pairs.less(best) {
			best = pairs
		}
	}
	return best
}

// Given returns the number at an end, without what follows from others.
func (v *Volume) Given(id model.ID, participant *model.Participant) Estimate {
	if amount, is := v.Value(participant.Count, participant.WorstCount); is {
		return known(amount)
	}
	if participant.Cardinality == "1" {
		return known(Exactly(1))
	}
	return needs(id, "count")
}

// count returns the number of instances at an end for one at the other. If only the
// numbers of instances and the other direction are given, it is the mean.
func (v *Volume) count(id model.ID, participant *model.Participant) Estimate {
	found := v.Given(id, participant)
	if found.Known {
		return found
	}
	for _, p := range v.pairings[participant.Entity] {
		if p.mine != id {
			continue
		}
		mine, others, theirs := v.instances[participant.Entity], v.instances[p.owner], v.Given(p.other, p.otherValue)
		if amount := mine.Times(theirs.Amount).Per(others); amount.Known {
			return known(amount)
		}
	}
	return found
}

// Named returns a need with its title.
func (v *Volume) Named(need Need) Need {
	element, _ := v.concepts.Element(need.Element)
	switch value := element.Value.(type) {
	case *model.Participant:
		need.What = v.countTitle(need.Element, value)
	case *model.Attribute:
		name := v.concepts.Model.Title(element.Parent) + "." + value.Name
		need.What = map[string]string{"distinct": "distinct values of ", "elements": "values that one has of "}[need.Field] + name
		if need.What == name {
			need.What = strings.ReplaceAll(need.Field, "_", " ") + " of " + name
		}
	default:
		need.What = strings.ReplaceAll(need.Field, "_", " ") + " of " + v.concepts.Model.Title(need.Element)
	}
	return need
}

// countTitle names the number at an end: rooms per hotel, reports per employee, accounts (to)
// per account.
func (v *Volume) countTitle(id model.ID, participant *model.Participant) string {
	mine := english.Plural(cmp.Or(participant.Role, v.concepts.Model.Title(participant.Entity)))
	if slices.Contains(Prepositions, strings.ToLower(participant.Role)) {
		mine = english.Plural(v.concepts.Model.Title(participant.Entity)) + " (" + participant.Role + ")"
	}
	var others []string
	for _, other := range v.concepts.Model.OtherEnds(id) {
		others = append(others, v.concepts.Model.Title(other))
	}
	return strings.ToLower(mine + " per " + strings.Join(others, " and "))
}

// ShareOf is the part of all instances that have one value of an attribute: the
// mean and, in the worst case, that of the most frequent value. The worst case of
// the distinct values belongs to that of the instances: ten times the users have
// ten times the e-mail addresses.
func (v *Volume) ShareOf(id model.ID, attribute *model.Attribute, owner model.ID) Estimate {
	distinct, is := v.Value(attribute.Distinct, "")
	if !is {
		t := v.concepts.AttributeType(id)
		switch {
		case attribute.Key == model.Key && v.isWholeKey(id, owner), attribute.Unique && attribute.UniqueWithin == "":
			total := v.Of(owner)
			if !total.Known || total.Typical < 1 {
				return total
			}
			return known(Exactly(1).Per(total.Amount.AtLeast(1)))
		case t.Equal(model.Native("boolean")):
			distinct = Exactly(2)
		default:
			return needs(id, "distinct")
		}
	}
	mean := Exactly(1).Per(Amount{true, math.Max(1, distinct.Typical), math.Max(1, distinct.Worst)})
	if largest, is := v.Value(attribute.LargestShare, ""); is {
		mean.Worst = math.Min(1, math.Max(mean.Worst, math.Max(largest.Typical, largest.Worst)))
	}
	return known(mean)
}

func (v *Volume) isWholeKey(id, owner model.ID) bool {
	entity := v.concepts.Model.Concepts.Entities[owner]
	if entity == nil || entity.Weak {
		return false
	}
	for other, attribute := range entity.Attributes {
		if other != id && attribute.Key == model.Key {
			return false
		}
	}
	return true
}

// elements returns the number of values that one instance has of a multi-valued
// attribute.
func (v *Volume) elements(id model.ID, attribute *model.Attribute) Estimate {
	if value, is := v.Value(attribute.Elements, ""); is {
		return known(value)
	}
	return needs(id, "elements")
}

func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Prepositions end the names of relationship types (transfers_to), and are roles (from).
var Prepositions = []string{"at", "by", "for", "from", "in", "near", "of", "on", "to", "under", "with"}
