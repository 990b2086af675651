package sample

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"widerow/model"
)

// attribute is an attribute with what decides its values.
type attribute struct {
	*model.Attribute
	id, owner model.ID
	typ       model.Type
	words     []string // of its name
	isPerson  bool     // of an entity type of people
	parts     []*attribute
	// keys are all key attributes of the owner, if this is one of them.
	keys []*attribute
	// distinct is the number of different values, 0 if it is not known, and share the share of the most frequent
	// value.
	distinct, share float64
	constants       []string // what queries compare it with, as CQL
	length          float64  // of a text or a blob, in bytes
	elements        float64
	filled          float64 // share of the instances that have a value
	// computed is the attribute of the same owner that the value follows from, span the days over which
	// values of time are spread.
	computed *attribute
	// counts is the relationship type whose facts a derived number counts, and end that of the owner.
	counts, end model.ID
	span        float64
}

// What is taken where neither the attribute nor a column has a number: as the sizes take it.
const (
	assumedLength   = 30
	assumedBlob     = 1000
	assumedElements = 5
	assumedSpan     = 365 // days
)

var wordPattern = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+|[0-9]+`)

// wordsOf returns the words of a name in lower case.
func wordsOf(name string) []string {
	found := wordPattern.FindAllString(name, -1)
	for i := range found {
		found[i] = strings.ToLower(found[i])
	}
	return found
}

// readAttributes reads all attributes of the concepts, and what the columns that store them say.
func readAttributes(w *world) map[model.ID]*attribute {
	all := map[model.ID]*attribute{}
	read := func(owner model.ID, attributes map[model.ID]*model.Attribute) {
		var keys, own []*attribute
		for _, item := range model.Sorted(attributes) {
			a := &attribute{Attribute: item.Value, id: item.ID, owner: owner, words: wordsOf(item.Value.Name),
				isPerson: isPerson(wordsOf(w.m.Title(owner))), filled: 1, span: assumedSpan}
			a.typ, _ = w.m.AttributeType(item.ID)
			a.distinct, a.share = w.valueOf(item.Value.Distinct), w.valueOf(item.Value.LargestShare)
			a.length, a.elements = w.valueOf(item.Value.Length), w.valueOf(item.Value.Elements)
			if len(a.words) == 1 && a.words[0] == "value" { // of a temperature
				a.words = append(wordsOf(w.m.Title(owner)), a.words...)
			}
			a.counts, a.end = w.countedBy(a)
			all[item.ID], own = a, append(own, a)
			if item.Value.Key != model.NoKey && item.Value.Parent == "" {
				keys = append(keys, a)
			}
		}
		for _, a := range own {
			if parent := all[a.Parent]; parent != nil && a.Parent != a.id {
				parent.parts = append(parent.parts, a)
			}
			if slices.Contains(keys, a) {
				a.keys = keys
			}
		}
		connectTimes(own)
	}
	for _, item := range model.Sorted(w.m.Concepts.Entities) {
		read(item.ID, item.Value.Attributes)
	}
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		read(item.ID, item.Value.Attributes)
	}
	w.readColumns(all)
	w.readConditions(all)
	return all
}

// countedBy finds what a derived number counts: number_of_sensors of a network, the facts by which it has sensors.
func (w *world) countedBy(a *attribute) (relationship, end model.ID) {
	of := slices.DeleteFunc(slices.Clone(a.words), func(word string) bool { return slices.Contains([]string{"number", "count", "of", "total"}, word) })
	if !a.Derived || len(of) == 0 || len(of) == len(a.words) {
		return "", ""
	}
	named := strings.TrimSuffix(of[len(of)-1], "s")
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		ends := w.er.Participants[item.ID]
		for i, mine := range ends {
			if len(ends) != 2 || mine.Value.Entity != a.owner {
				continue
			}
			if other := wordsOf(w.m.Title(ends[1-i].Value.Entity)); len(other) > 0 && strings.TrimSuffix(other[len(other)-1], "s") == named {
				return item.ID, mine.ID
			}
		}
	}
	return "", ""
}

// isPerson reports whether the name of an entity type is of people.
func isPerson(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(people, strings.TrimSuffix(w, "s")) })
}

// valueOf evaluates a number, 0 if it is not given.
func (w *world) valueOf(e model.Expression) float64 {
	value, known := w.volume.Value(e, "")
	if !known || math.IsNaN(value.Typical) || value.Typical < 0 {
		return 0
	}
	return value.Typical
}

// connectTimes finds the attributes whose values follow from a time of the same instance: the hour of a
// timestamp, and the end of what has a start.
func connectTimes(own []*attribute) {
	isTime := func(a *attribute) bool {
		return a.typ.Kind == model.NativeType && (a.typ.Name == "timestamp" || a.typ.Name == "timeuuid" || a.typ.Name == "date")
	}
	for _, a := range own {
		for _, other := range own {
			if other == a || !isTime(other) || a.computed != nil {
				continue
			}
			_, isUnit := unitOf(a.Name)
			switch {
			case a.typ.Name == "timeuuid" && !a.Derived && other.typ.Name == "timestamp" && len(other.keys) == 0:
				a.computed = other
			case len(a.keys) > 0 && !a.Derived:
			case a.Derived && other.typ.Name != "date" && (a.typ.Name == "date" || isUnit):
				a.computed = other
				if a.typ.Name == "date" && a.distinct > 0 {
					other.span = a.distinct
				}
			case endsSomething(a.words) && beginsSomething(other.words) && a.typ.Equal(other.typ):
				a.computed = other
			}
		}
		if a.typ.Equal(model.Native("date")) && a.distinct > 0 {
			a.span = a.distinct
		}
	}
	for _, a := range own { // a timeuuid with a time in it is the key: the timestamp follows the same span
		if a.typ.Equal(model.Native("timeuuid")) && a.computed != nil {
			a.span = a.computed.span
		}
	}
}

func beginsSomething(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"start", "starts", "started", "from", "begin", "begins", "begun", "arrival", "departure", "opened", "in"}, w)
	})
}

func endsSomething(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"end", "ends", "ended", "until", "to", "finish", "finished", "expires", "expiry", "closed", "out"}, w)
	})
}

// readColumns reads lengths, elements and filled shares that physical design entered.
func (w *world) readColumns(all map[model.ID]*attribute) {
	stores := map[model.ID]model.ID{}
	for _, table := range w.m.Logical.Tables {
		for id, column := range table.Columns {
			stores[id] = column.Attribute
		}
	}
	inKey := map[*attribute]bool{}
	for _, relation := range model.Sorted(w.m.Physical.Relations) {
		for _, column := range relation.Value.SortedColumns() {
			for _, from := range column.Value.From.Sorted() {
				a := all[stores[from]]
				if a == nil {
					continue
				}
				for _, given := range []struct {
					to *float64
					e  model.Expression
				}{{&a.length, column.Value.Length}, {&a.elements, column.Value.Elements}} {
					if *given.to == 0 {
						*given.to = w.valueOf(given.e)
					}
				}
				inKey[a] = inKey[a] || column.Value.Role.InKey()
				if filled := w.valueOf(column.Value.Filled); filled > 0 {
					a.filled = min(a.filled, filled)
				}
			}
		}
	}
	for a := range inKey {
		if inKey[a] {
			a.filled = 1
		}
	}
}

// readConditions reads the constants of queries. What a query gives has a value.
func (w *world) readConditions(all map[model.ID]*attribute) {
	for _, query := range model.Sorted(w.m.Workflow.Queries) {
		for _, item := range model.Sorted(query.Value.Given) {
			a := all[item.Value.Attribute]
			if a == nil {
				continue
			}
			a.filled = 1
			if item.Value.Source == model.ConstantSource {
				for _, constant := range Constants(item.Value.Constant) {
					if !slices.Contains(a.constants, constant) {
						a.constants = append(a.constants, constant)
					}
				}
			}
		}
	}
}

// Constants splits the constants of a condition: 'open', or 'open', 'paid' of an IN.
func Constants(text string) []string {
	var found []string
	inText, start := false, 0
	text = strings.Trim(strings.TrimSpace(text), "()")
	for i, r := range text + "," {
		switch {
		case r == '\'':
			inText = !inText
		case r == ',' && (!inText || i == len(text)):
			if one := strings.TrimSpace(text[start:i]); one != "" {
				found = append(found, one)
			}
			start = i + 1
		}
	}
	return found
}

// ordinal returns which of the values of its attribute an instance has.
func (w *world) ordinal(a *attribute, instance int32) uint64 {
	switch {
	case len(a.keys) > 0:
		return w.keyOrdinal(a, w.rankOf(a, instance))
	case a.Unique:
		return uint64(instance)
	}
	return w.choose(a, w.hash(w.number(a.id), uint64(instance)))
}

// rankOf returns the number by which the key of an instance differs from others: its own, or that among
// those of its owner.
func (w *world) rankOf(a *attribute, instance int32) uint64 {
	if w.m.Concepts.Relationships[a.owner] != nil {
		return uint64(w.factsOf(a.owner).rank[instance])
	}
	owners := w.ownersOf(a.owner)
	if a.Key != model.PartialKey || len(owners) == 0 {
		return uint64(instance)
	}
	f := w.factsOf(owners[0].Relationship)
	weak := w.weakEnd(owners[0].Relationship)
	if weak == nil || f.total == 0 {
		return uint64(instance)
	}
	of := f.index(weak.ID, w.instances(w.roots[a.owner])).of(instance)
	if len(of) == 0 {
		return uint64(instance)
	}
	return uint64(f.rank[of[0]])
}

// keyOrdinal divides the number of an instance among the attributes of its key: those with few values
// take these, and one takes the rest.
func (w *world) keyOrdinal(a *attribute, rank uint64) uint64 {
	if len(a.keys) == 1 {
		return rank
	}
	free := slices.IndexFunc(a.keys, func(k *attribute) bool { return math.IsInf(capacityOf(k), 1) })
	if free < 0 {
		free = 0
	}
	for i := len(a.keys) - 1; i >= 0; i-- {
		if i == free {
			continue
		}
		most := uint64(max(1, math.Ceil(capacityOf(a.keys[i]))))
		if a.keys[i] == a {
			return rank % most
		}
		rank /= most
	}
	return rank
}

// capacityOf is the number of different values of an attribute.
func capacityOf(a *attribute) float64 {
	if a.distinct > 0 {
		return a.distinct
	}
	if a.typ.Kind == model.NativeType {
		switch a.typ.Name {
		case "boolean":
			return 2
		case "tinyint":
			return 100
		}
	}
	return math.Inf(1)
}

// choose returns one of the values of an attribute by a hash.
func (w *world) choose(a *attribute, hash uint64) uint64 {
	most := w.distinctAt(a)
	if most == 0 {
		return hash
	}
	at := unit(hash)
	if a.share > 1/most && a.share < 1 {
		if at < a.share {
			return 0
		}
		return 1 + uint64((at-a.share)/(1-a.share)*max(1, most-1))
	}
	return uint64(at * most)
}

// few is the number of values up to which they stay as many, however few rows are wanted.
const few = 100

// distinctAt returns the number of different values in the scaled data, 0 for any number.
func (w *world) distinctAt(a *attribute) float64 {
	most := a.distinct
	if most == 0 {
		most = float64(len(poolOf(a.words, a.typ)))
	}
	if len(a.constants) > 0 {
		most = max(most, float64(len(a.constants)+1))
		if a.typ.Equal(model.Native("boolean")) {
			most = 2
		}
	}
	root := a.owner
	if found := w.roots[a.owner]; found != "" {
		root = found
	}
	if base := w.base[root]; most > few && base > 0 && w.counts[root] < base && a.typ.Name != "date" {
		most = max(few, math.Ceil(most*w.counts[root]/base))
	}
	return most
}

// attribute returns the attribute with an ID, nil for an unknown one.
func (w *world) attribute(id model.ID) *attribute { return w.attributes[id] }
