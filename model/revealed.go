package model

import "slices"

// Comparison is a condition with constants on an attribute. Access is the query or
// update that has it.
type Comparison struct {
	Access    ID
	Constants []Constant
}

// Comparisons returns what the queries and updates compare an attribute with, or a name
// in a model without concepts, in their order. A prefix counts as a text.
func (m *Model) Comparisons(attribute ID, name string) []Comparison {
	var found []Comparison
	for _, query := range Sorted(m.Workflow.Queries) {
		found = appendComparisons(found, query.ID, query.Value.Given, attribute, name)
	}
	for _, update := range Sorted(m.Workflow.Updates) {
		found = appendComparisons(found, update.ID, update.Value.Given, attribute, name)
	}
	return found
}

func appendComparisons(found []Comparison, access ID, conditions map[ID]*Given, attribute ID, name string) []Comparison {
	for _, item := range Sorted(conditions) {
		if constants := item.Value.revealing(attribute, name); len(constants) > 0 {
			found = append(found, Comparison{access, constants})
		}
	}
	return found
}

// revealing returns the constants of a condition if it is on an attribute or a name.
func (g *Given) revealing(attribute ID, name string) []Constant {
	switch {
	case g.Source != ConstantSource && g.Operator != Prefix || g.Attribute != attribute:
		return nil
	case attribute == "" && (g.Name == "" || Identifier(g.Name) != Identifier(name)):
		return nil
	case g.Operator == Prefix:
		return []Constant{{Kind: StringConstant}}
	}
	return g.Constants()
}

// revealedTypes are the types that constants may reveal, the likeliest first.
var revealedTypes = []string{"int", "bigint", "varint", "double", "boolean", "uuid", "blob", "duration", "text"}

// RevealedType returns the type that fits most of the constants to which queries and updates
// compare an attribute or a name. Ties go to suggested, the type suggested by the name; what is
// added up or incremented is a number.
func (m *Model) RevealedType(attribute ID, name, suggested string) string {
	var constants []Constant
	summed, incremented := false, false
	for _, query := range m.Workflow.Queries {
		for _, given := range query.Given {
			constants = append(constants, given.revealing(attribute, name)...)
		}
		for _, find := range query.Find {
			summed = summed || (find.Aggregate == Sum || find.Aggregate == Avg) && find.Attribute == attribute &&
				(attribute != "" || find.Name != "" && Identifier(find.Name) == Identifier(name))
		}
	}
	for _, update := range m.Workflow.Updates {
		for _, given := range update.Given {
			constants = append(constants, given.revealing(attribute, name)...)
		}
		incremented = incremented || update.increments(attribute, name)
	}
	switch {
	case suggested == "text" && summed:
		suggested = "double"
	case suggested == "text" && incremented:
		suggested = "int"
	}
	best, most := suggested, -1
	for _, native := range append([]string{suggested}, revealedTypes...) {
		fitting := len(constants) - len(slices.DeleteFunc(slices.Clone(constants), func(c Constant) bool { return c.Fits(native) }))
		if fitting > most {
			best, most = native, fitting
		}
	}
	return best
}

// increments reports whether an update increments an attribute or a name.
func (u *Update) increments(attribute ID, name string) bool {
	if u.Kind != Increment {
		return false
	}
	for _, write := range u.Writes {
		if write.Element == attribute && (attribute != "" || write.Name != "" && Identifier(write.Name) == Identifier(name)) {
			return true
		}
	}
	return false
}

// RevealedAttributes returns the attributes whose type the queries and updates of one of two
// models may reveal.
func (m *Model) RevealedAttributes(other *Model) IDSet {
	revealed := IDSet{}
	for _, workflow := range []*Workflow{&m.Workflow, &other.Workflow} {
		for _, query := range workflow.Queries {
			for _, find := range query.Find {
				if find.Aggregate == Sum || find.Aggregate == Avg {
					revealed[find.Attribute] = true
				}
			}
			revealed.addRevealed(query.Given)
		}
		for _, update := range workflow.Updates {
			revealed.addRevealed(update.Given)
			if update.Kind == Increment {
				for _, write := range update.Writes {
					revealed[write.Element] = true
				}
			}
		}
	}
	delete(revealed, "")
	return revealed
}

func (s IDSet) addRevealed(conditions map[ID]*Given) {
	for _, given := range conditions {
		if given.Source == ConstantSource || given.Operator == Prefix {
			s[given.Attribute] = true
		}
	}
}
