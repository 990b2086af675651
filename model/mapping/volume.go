package mapping

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/internal/english"
)

// Amount is a number in the typical and in the worst case, if it is known.
type Amount struct {
	Known          bool
	Typical, Worst float64
}

func exactly(number float64) Amount { return Amount{true, number, number} }

func (a Amount) times(b Amount) Amount {
	return Amount{a.Known && b.Known, a.Typical * b.Typical, a.Worst * b.Worst}
}

func (a Amount) plus(b Amount) Amount {
	return Amount{a.Known && b.Known, a.Typical + b.Typical, a.Worst + b.Worst}
}

func (a Amount) value() model.Value { return model.Value{Typical: a.Typical, Worst: a.Worst} }

// per divides. The worst case of a quotient takes both worst numbers.
func (a Amount) per(b Amount) Amount {
	if b.Typical == 0 || b.Worst == 0 {
		return Amount{}
	}
	return Amount{a.Known && b.Known, a.Typical / b.Typical, a.Worst / b.Worst}
}

func (a Amount) atMost(most Amount) Amount {
	if !most.Known {
		return a
	}
	return Amount{a.Known, math.Min(a.Typical, most.Typical), math.Min(a.Worst, most.Worst)}
}

func (a Amount) atLeast(least float64) Amount {
	return Amount{a.Known, math.Max(a.Typical, least), math.Max(a.Worst, least)}
}

// Need is a number of the concepts that is not given. Element and Field are the
// form field in which to enter it.
type Need struct {
	What    string
	Element model.ID
	Field   string
}

// estimate is an amount, or what it needs to be known.
type estimate struct {
	Amount
	needs []Need
}

func known(a Amount) estimate { return estimate{Amount: a} }

// needs returns an estimate that needs a number. What it is called is found when
// it is shown.
func needs(element model.ID, field string) estimate {
	return estimate{Amount{false, 1, 1}, []Need{{Element: element, Field: field}}}
}

func (e estimate) times(other estimate) estimate {
	product := estimate{e.Amount.times(other.Amount), e.needs}
	for _, need := range other.needs {
		product.needs = appendNeed(product.needs, need)
	}
	return product
}

func appendNeed(needs []Need, need Need) []Need {
	for _, n := range needs {
		if n.Element == need.Element && n.Field == need.Field {
			return needs
		}
	}
	return append(needs[:len(needs):len(needs)], need)
}

// less compares estimates: the one that needs fewer numbers, then the smaller one.
func (e estimate) less(other estimate) bool {
	return cmp.Or(compareBool(!e.Known && len(e.needs) == 0, !other.Known && len(other.needs) == 0), cmp.Compare(len(e.needs), len(other.needs)), cmp.Compare(e.Typical, other.Typical), cmp.Compare(e.Worst, other.Worst)) < 0
}

// volume reads the numbers of the concepts: how many instances there are, and how
// many one instance is related to. What follows from other numbers is computed.
type volume struct {
	concepts  *concepts
	evaluator *model.Evaluator
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

func newVolume(c *concepts) *volume {
	v := &volume{concepts: c, evaluator: c.model.NewEvaluator(), pairings: map[model.ID][]pairing{}, instances: map[model.ID]Amount{}}
	for _, relationship := range c.relationships {
		ends := c.participants[relationship.ID]
		if len(ends) != 2 {
			continue
		}
		for i, end := range ends {
			other := ends[1-i]
			v.pairings[end.Value.Entity] = append(v.pairings[end.Value.Entity], pairing{end.ID, other.ID, other.Value.Entity, end.Value, other.Value, relationship.Value.Identifying})
		}
	}
	v.countInstances()
	return v
}

// countInstances computes the instances of entity types that follow from others.
func (v *volume) countInstances() {
	entities := model.Sorted(v.concepts.model.Concepts.Entities)
	for _, entity := range entities {
		if given, is := v.value(entity.Value.Instances, entity.Value.WorstInstances); is {
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
func (v *volume) fromOthers(id model.ID) Amount {
	for _, p := range v.pairings[id] {
		others, mine, theirs := v.instances[p.owner], v.given(p.mine, p.mineValue), v.given(p.other, p.otherValue)
		if amount := others.times(mine.Amount).per(theirs.Amount); amount.Known && p.owner != id {
			return amount
		}
	}
	return Amount{}
}

// value evaluates a number and its worst case. An empty worst is the worst value
// of the number.
func (v *volume) value(typical, worst model.Expression) (Amount, bool) {
	if typical.IsEmpty() {
		return Amount{}, false
	}
	value, missing, err := v.evaluator.Evaluate(typical)
	if err != nil || len(missing) > 0 {
		return Amount{}, false
	}
	a := Amount{true, value.Typical, value.Worst}
	if worst.IsEmpty() {
		return a, true
	}
	if value, missing, err = v.evaluator.Evaluate(worst); err != nil || len(missing) > 0 {
		return Amount{}, false
	}
	a.Worst = value.Worst
	return a, true
}

// of returns the number of instances of an entity or relationship type.
func (v *volume) of(id model.ID) estimate {
	if relationship := v.concepts.model.Concepts.Relationships[id]; relationship != nil {
		return v.ofRelationship(v.concepts.participants[id])
	}
	if amount := v.instances[id]; amount.Known {
		return known(amount)
	}
	return needs(id, "instances")
}

// ofRelationship returns the number of pairs: the instances of one end times the
// number of instances at the other end for each.
func (v *volume) ofRelationship(ends []model.Item[*model.Participant]) estimate {
	var best estimate
	for i, end := range ends {
		pairs := v.of(end.Value.Entity)
		for _, other := range ends {
			if other.ID != end.ID {
				pairs = pairs.times(v.count(other.ID, other.Value))
			}
		}
		if i == 0 || pairs.less(best) {
			best = pairs
		}
	}
	return best
}

// given returns the number at an end, without what follows from others.
func (v *volume) given(id model.ID, participant *model.Participant) estimate {
	if amount, is := v.value(participant.Count, participant.WorstCount); is {
		return known(amount)
	}
	if participant.Cardinality == "1" {
		return known(exactly(1))
	}
	return needs(id, "count")
}

// count returns the number of instances at an end for one at the other. If only the
// numbers of instances and the other direction are given, it is the mean.
func (v *volume) count(id model.ID, participant *model.Participant) estimate {
	found := v.given(id, participant)
	if found.Known {
		return found
	}
	for _, p := range v.pairings[participant.Entity] {
		if p.mine != id {
			continue
		}
		mine, others, theirs := v.instances[participant.Entity], v.instances[p.owner], v.given(p.other, p.otherValue)
		if amount := mine.times(theirs.Amount).per(others); amount.Known {
			return known(amount)
		}
	}
	return found
}

// named returns a need with its title.
func (v *volume) named(need Need) Need {
	element, _ := v.concepts.element(need.Element)
	switch value := element.Value.(type) {
	case *model.Participant:
		need.What = v.countTitle(need.Element, value)
	case *model.Attribute:
		name := v.concepts.model.Title(element.Parent) + "." + value.Name
		need.What = map[string]string{"distinct": "distinct values of ", "elements": "values that one has of "}[need.Field] + name
		if need.What == name {
			need.What = strings.ReplaceAll(need.Field, "_", " ") + " of " + name
		}
	default:
		need.What = strings.ReplaceAll(need.Field, "_", " ") + " of " + v.concepts.model.Title(need.Element)
	}
	return need
}

// countTitle names the number at an end: rooms per hotel, reports per employee, accounts (to)
// per account.
func (v *volume) countTitle(id model.ID, participant *model.Participant) string {
	mine := english.Plural(cmp.Or(participant.Role, v.concepts.model.Title(participant.Entity)))
	if slices.Contains(prepositions, strings.ToLower(participant.Role)) {
		mine = english.Plural(v.concepts.model.Title(participant.Entity)) + " (" + participant.Role + ")"
	}
	var others []string
	for _, other := range v.concepts.model.OtherEnds(id) {
		others = append(others, v.concepts.model.Title(other))
	}
	return strings.ToLower(mine + " per " + strings.Join(others, " and "))
}

// shareOf is the part of all instances that have one value of an attribute: the
// mean and, in the worst case, that of the most frequent value. The worst case of
// the distinct values belongs to that of the instances: ten times the users have
// ten times the e-mail addresses.
func (v *volume) shareOf(id model.ID, attribute *model.Attribute, owner model.ID) estimate {
	distinct, is := v.value(attribute.Distinct, "")
	if !is {
		t := v.concepts.attributeType(id)
		switch {
		case attribute.Key == model.Key && v.isWholeKey(id, owner), attribute.Unique && attribute.UniqueWithin == "":
			total := v.of(owner)
			if !total.Known || total.Typical < 1 {
				return total
			}
			return known(exactly(1).per(total.Amount.atLeast(1)))
		case t.Equal(model.Native("boolean")):
			distinct = exactly(2)
		default:
			return needs(id, "distinct")
		}
	}
	mean := exactly(1).per(Amount{true, math.Max(1, distinct.Typical), math.Max(1, distinct.Worst)})
	if largest, is := v.value(attribute.LargestShare, ""); is {
		mean.Worst = math.Min(1, math.Max(mean.Worst, math.Max(largest.Typical, largest.Worst)))
	}
	return known(mean)
}

func (v *volume) isWholeKey(id, owner model.ID) bool {
	entity := v.concepts.model.Concepts.Entities[owner]
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
func (v *volume) elements(id model.ID, attribute *model.Attribute) estimate {
	if value, is := v.value(attribute.Elements, ""); is {
		return known(value)
	}
	return needs(id, "elements")
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// prepositions end the names of relationship types (transfers_to), and are roles (from).
var prepositions = []string{"at", "by", "for", "from", "in", "near", "of", "on", "to", "under", "with"}
