package write

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// meaningsOf returns what the queries of a table, or of the logical tables that it
// realizes, say about its rows.
func (p *planner) meaningsOf(t *table) []mapping.Meaning {
	var found []mapping.Meaning
	for _, id := range append([]model.ID{t.ID}, t.Relation.Realizes.Sorted()...) {
		found = append(found, mapping.Meanings(p.model, id)...)
	}
	return found
}

// appearsIn reports whether an insertion makes rows in a table, and if not, why a table
// that stores something of it gets none: a new room is not a suite.
func (w *planning) appearsIn(t *table) (bool, string) {
	reason := ""
	for i := range t.meanings {
		for at, part := range t.meanings[i].Parts {
			if part.Collected || !slices.Contains(w.types, part.Of) {
				continue
			}
			blocked := w.blocked(&t.meanings[i], at)
			if blocked == "" && !part.Optional {
				return true, ""
			}
			if !w.storesAny(t, w.types) {
				continue
			}
			reason = blocked
		}
	}
	return false, reason
}

// newColumns are those of what a row may lack and gets by an insertion: the customer
// in the row of a delivery slot that an order takes.
func (w *planning) newColumns(t *table) []*column {
	var types []model.ID
	for i := range t.meanings {
		meaning := &t.meanings[i]
		isNew := func(at int, part mapping.Part) bool {
			return part.Optional && slices.Contains(w.types, part.Of) && w.blocked(meaning, at) == ""
		}
		for at, part := range meaning.Parts {
			if !isNew(at, part) {
				continue
			}
			for _, other := range meaning.Parts {
				if other.Optional {
					types = appendNew(types, other.Of)
				}
			}
		}
	}
	return filter(t.columns, func(c *column) bool {
		return isRegular(c) && slices.ContainsFunc(c.Stores, func(id model.ID) bool { return slices.Contains(types, w.facts.owner[id]) })
	})
}

// mayHave reports whether a new row has at once what it may lack, and a column stores.
func (w *planning) mayHave(t *table, c *column) bool {
	return slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool {
		stored := slices.ContainsFunc(meaning.Parts, func(part mapping.Part) bool {
			return part.Optional && slices.ContainsFunc(c.Stores, func(id model.ID) bool { return w.facts.owner[id] == part.Of })
		})
		return stored && !slices.ContainsFunc(meaning.Parts, func(part mapping.Part) bool {
			return part.Optional && w.facts.isRelationship(part.Of) && slices.ContainsFunc(part.Links, func(link mapping.PartLink) bool {
				return slices.Contains(w.types, meaning.Parts[link.To].Of) && !w.facts.comesWith(part.Of, link.Participant)
			})
		})
	})
}

// blocked says why a new instance of a part is in no row yet, "" if it is in some. What
// is new along with it counts, too: a suite is a room, and that has no guest yet.
func (w *planning) blocked(meaning *mapping.Meaning, at int) string {
	seen := []int{at}
	for i := 0; i < len(seen); i++ {
		part := meaning.Parts[seen[i]]
		for _, link := range part.Links {
			other := meaning.Parts[link.To]
			switch reason := w.blockedBy(part.Of, other.Of, link.Participant); {
			case other.Optional && !meaning.Parts[at].Optional || other.Collected:
			case slices.Contains(w.types, other.Of):
				seen = appendNew(seen, link.To)
			case reason != "":
				return reason
			}
		}
	}
	return ""
}

// blockedBy says why a new instance is not related to one of another type, which is
// not inserted with it.
func (w *planning) blockedBy(of, other, participant model.ID) string {
	switch {
	case w.facts.isRelationship(of):
	case w.facts.isRelationship(other) && !w.facts.comesWith(other, participant):
		return "a new " + w.model.Title(of) + " has no " + w.farEnd(other, of) + " yet"
	case w.isWeak(other) && slices.Contains(w.facts.owners(other), of):
		return "a new " + w.model.Title(of) + " has no " + w.model.Title(other) + " yet"
	case slices.Contains(w.model.Supertypes(other), of):
		return "a new " + w.model.Title(of) + " is no " + w.model.Title(other)
	}
	return ""
}

// farEnd names what a relationship type leads to from a type.
func (w *planning) farEnd(relationship, from model.ID) string {
	if others := w.facts.others(relationship, from); len(others) > 0 {
		return w.model.Title(others[0])
	}
	return w.model.Title(from) + " (" + w.model.Title(relationship) + ")"
}

// comesWith reports whether a new instance that takes part in a relationship type by
// an end is related at once: it has one of each other end, or both ends have several.
// Of 1:1, it is the one that cannot be without the other.
func (f *facts) comesWith(relationship, end model.ID) bool {
	participants := f.model.Concepts.Relationships[relationship].Participants
	own := participants[end]
	if own == nil {
		return false
	}
	one, several, awaits := true, len(participants) == 2 && own.Cardinality != "1", false
	for id, p := range participants {
		if id != end {
			one = one && p.Cardinality == "1"
			several = several && p.Entity != own.Entity
			awaits = awaits || own.Cardinality == "1" && p.Total && !own.Total
		}
	}
	return one && !awaits || several
}

func (p *planner) isWeak(of model.ID) bool {
	entity := p.model.Concepts.Entities[of]
	return entity != nil && entity.Weak
}

func (f *facts) isRelationship(id model.ID) bool { return f.model.Concepts.Relationships[id] != nil }

// disappearsFrom reports whether a deletion deletes rows of a table: each represents
// something that is deleted, or exists only with it.
func (w *planning) disappearsFrom(t *table) bool {
	return !slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool {
		return !slices.ContainsFunc(meaning.Parts, func(part mapping.Part) bool {
			return !part.Optional && !part.Collected && w.vanishes(part.Of)
		})
	})
}

// disappearsWhole reports whether all that a row of a group represents is deleted: the
// key identifies something that is.
func (w *planning) disappearsWhole(t *table) bool {
	return slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool {
		return slices.ContainsFunc(meaning.Parts, func(part mapping.Part) bool {
			identity := w.facts.identity(part.Of)
			return len(identity) > 0 && w.vanishes(part.Of) && w.inKey(t, identity)
		})
	})
}

// partialColumns are those of what is deleted from rows that stay: of one of several
// subtypes, of what a row may lack, or of what only some queries of the table ask for.
func (w *planning) partialColumns(t *table) []*column {
	var gone []model.ID
	for _, meaning := range t.meanings {
		left := w.left(&meaning)
		for at, part := range meaning.Parts {
			if !left[at] && !part.Collected {
				gone = appendNew(gone, part.Of)
			}
		}
	}
	return filter(t.columns, func(c *column) bool {
		return isRegular(c) && len(c.Stores) > 0 && !slices.ContainsFunc(c.Stores, func(id model.ID) bool { return !slices.Contains(gone, w.facts.owner[id]) })
	})
}

// left returns the parts that a row still has after a deletion: those that what a row
// must have leads to. All are left if nothing is deleted, none if that is deleted.
func (w *planning) left(meaning *mapping.Meaning) map[int]bool {
	left := map[int]bool{}
	for at, part := range meaning.Parts {
		if !part.Optional && !part.Collected {
			if w.vanishes(part.Of) {
				return nil
			}
			left[at] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for at, part := range meaning.Parts {
			for _, link := range part.Links {
				if left[at] && !left[link.To] && !w.vanishes(meaning.Parts[link.To].Of) {
					left[link.To], grown = true, true
				}
			}
		}
	}
	return left
}

// vanishes reports whether instances of a type are deleted, or exist only with one
// that is.
func (w *planning) vanishes(of model.ID) bool {
	return slices.ContainsFunc(w.types, func(deleted model.ID) bool { return deleted == of || w.facts.depends(deleted, of) })
}

// linkedTypes returns the entity types of which a row has one that is linked to a new
// instance of one of the types.
func (t *table) linkedTypes(types []model.ID) []model.ID {
	var found []model.ID
	for _, meaning := range t.meanings {
		for _, part := range meaning.Parts {
			if !slices.Contains(types, part.Of) {
				continue
			}
			for _, link := range part.Links {
				for _, next := range meaning.Parts[link.To].Links {
					found = appendNew(found, meaning.Parts[next.To].Of)
				}
			}
		}
	}
	if len(found) == 0 {
		return t.represents
	}
	return found
}

// verify reads whether there is a row, if a target does not tell: to change a room in a
// table of suites, or to insert it there, would make a suite of it. own allows the
// table itself, whose row is changed.
func (w *planning) verify(t *target, own bool) {
	if len(t.table.meanings) == 0 || len(t.missing) > 0 {
		return
	}
	var unsure []model.ID
	for i := range t.table.meanings {
		parts := w.unsure(t, &t.table.meanings[i])
		if len(parts) == 0 {
			return
		}
		if unsure == nil || len(parts) < len(unsure) {
			unsure = parts
		}
	}
	offers := w.offers(t)
	if own {
		offers = [][]*model.Given{t.knownOf(t.table.key())}
	}
	for _, given := range offers {
		if l := w.telling(t, given, unsure, own); l != nil {
			l.repeatFor(t)
			t.reads = appendNew(t.reads, l)
			return
		}
	}
	w.addUnsure(t, unsure)
}

// telling returns the read by some conditions of a table whose rows represent all of
// the types, nil if there is none.
func (w *planning) telling(t *target, given []*model.Given, types []model.ID, own bool) *lookup {
	if len(given) == 0 || !own && w.isOfNew(given) {
		return nil
	}
	first := reference{given[0].Attribute, given[0].Name, given[0].Participant}
	for _, judgement := range w.ask([]reference{first}, given) {
		if judgement.Faulty() || proof.Partitions.Better(judgement.Verdict) {
			continue
		}
		found := w.byID[judgement.Table]
		if (found == t.table) != own || !found.tells(types) {
			continue
		}
		key := lookupKey(&judgement)
		for _, known := range w.reads {
			if known.key == key {
				return known
			}
		}
		l := &lookup{key: key, judgement: judgement, asked: given, finds: []reference{first}}
		w.reads = append(w.reads, l)
		return l
	}
	return nil
}

// tells reports whether each row of a table represents all of the types.
func (t *table) tells(types []model.ID) bool {
	return len(t.meanings) > 0 && !slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool {
		return slices.ContainsFunc(types, func(of model.ID) bool { return !meaning.Has(of) })
	})
}

// unsure returns the types of a row of which it is open whether what the statement
// writes has one.
func (w *planning) unsure(t *target, meaning *mapping.Meaning) []model.ID {
	sure, about := map[int]bool{}, w.about(w.subject)
	for at, part := range meaning.Parts {
		sure[at] = slices.Contains(about, part.Of) || w.isToldByRead(t, part.Of)
	}
	for changed := true; changed; {
		changed = false
		for at, part := range meaning.Parts {
			if !sure[at] && w.facts.isRelationship(part.Of) && w.isFound(t, part, meaning, sure) {
				sure[at], changed = true, true
			}
			for _, link := range part.Links {
				if sure[at] && !sure[link.To] && w.implies(part.Of, meaning.Parts[link.To].Of, link.Participant) {
					sure[link.To], changed = true, true
				}
			}
		}
	}
	var unsure []model.ID
	for at, part := range meaning.Parts {
		if !sure[at] && !part.Optional && !part.Collected {
			unsure = appendNew(unsure, part.Of)
		}
	}
	return unsure
}

// isFound reports whether a read found the ends of a relationship type by each other.
func (w *planning) isFound(t *target, part mapping.Part, meaning *mapping.Meaning, sure map[int]bool) bool {
	found := false
	for _, link := range part.Links {
		if !sure[link.To] {
			return false
		}
		found = found || w.isToldByRead(t, meaning.Parts[link.To].Of)
	}
	return found
}

// isToldByRead reports whether a read of the target finds only instances that are related
// to one of a type, or its key.
func (w *planning) isToldByRead(t *target, of model.ID) bool {
	return slices.ContainsFunc(t.reads, func(l *lookup) bool {
		return w.byID[l.judgement.Table].tells([]model.ID{of}) || slices.ContainsFunc(l.finds, func(r reference) bool {
			return w.facts.owner[r.attribute] == of && w.facts.known[r.attribute].Key != model.NoKey && !l.gives(r.attribute)
		})
	})
}

// implies reports whether an instance has one of another type by a link: a fact has its
// ends, a subtype its supertype, a weak entity type its owner. What is inserted comes
// with its facts.
func (w *planning) implies(of, other, participant model.ID) bool {
	if relationship := w.model.Concepts.Relationships[other]; relationship != nil {
		end := relationship.Participants[participant]
		return w.kind == model.Insert && slices.Contains(w.types, of) && w.facts.comesWith(other, participant) || end != nil && end.Total ||
			relationship.Identifying && w.isWeak(of) && end != nil && w.facts.comesWith(other, participant)
	}
	return w.facts.isRelationship(of) || slices.Contains(w.model.Supertypes(of), other) || w.isWeak(of) && slices.Contains(w.facts.owners(of), other)
}

// addUnsure records that no table tells whether there is a row.
func (w *planning) addUnsure(t *target, types []model.ID) {
	l := Lookup{Table: t.table.ID}
	for _, of := range types {
		l.Names = append(l.Names, w.model.Title(of))
		if parts := w.facts.parts[of]; len(parts) > 0 {
			l.Needed = append(l.Needed, parts[0])
		}
	}
	for _, of := range types {
		l.From = appendNew(l.From, filter(w.facts.identity(of), w.knows)...)
	}
	if len(l.From) == 0 {
		l.From = w.identifying(l.Needed)
	}
	for _, id := range l.From {
		l.Known = append(l.Known, w.prover.Name(id))
	}
	w.plan.Lookups = append(w.plan.Lookups, l)
}
