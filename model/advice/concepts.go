package advice

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/write"
)

// checkNowhere reports attributes that no table stores and no query or update names, once for each type.
func checkNowhere(p *Pass) {
	if len(p.Model.Physical.Relations) == 0 || len(p.Model.Concepts.Entities) == 0 {
		return
	}
	used := p.usedAttributes()
	for _, owner := range p.attributeOwners() {
		var names []string
		for _, attribute := range model.Sorted(owner.Value) {
			isComposite := slices.ContainsFunc(model.Sorted(owner.Value), func(a model.Item[*model.Attribute]) bool { return a.Value.Parent == attribute.ID })
			if p.isInMap(owner.ID) {
				continue // the values of the map
			}
			if a := attribute.Value; !used[attribute.ID] && !a.Derived && !isComposite && !used[a.Parent] {
				names = append(names, a.Name)
			}
		}
		if len(names) > 0 {
			p.report(Finding{Level: Warning, Element: owner.ID, Numbers: []Number{{"attributes", float64(len(names)), ""}},
				Message: fmt.Sprintf("No table stores %s of %s, and no query asks for it: either it is not "+
					"needed, or a query is missing", strings.Join(names, ", "), p.Model.Title(owner.ID))})
		}
	}
}

// isInMap reports whether a column maps the participants of a relationship type to something.
func (p *Pass) isInMap(relationship model.ID) bool {
	of := p.Model.Concepts.Relationships[relationship]
	if of == nil {
		return false
	}
	for _, table := range p.Model.Logical.Tables {
		for _, column := range table.Columns {
			element, _ := p.Model.Element(column.Attribute)
			for _, participant := range of.Participants {
				if column.Collection == model.MapOf && participant.Entity == element.Parent {
					return true
				}
			}
		}
	}
	return false
}

// attributeOwners returns the attributes of all entity and relationship types.
func (p *Pass) attributeOwners() []model.Item[map[model.ID]*model.Attribute] {
	var all []model.Item[map[model.ID]*model.Attribute]
	for _, entity := range model.Sorted(p.Model.Concepts.Entities) {
		all = append(all, model.Item[map[model.ID]*model.Attribute]{ID: entity.ID, Value: entity.Value.Attributes})
	}
	for _, relationship := range model.Sorted(p.Model.Concepts.Relationships) {
		all = append(all, model.Item[map[model.ID]*model.Attribute]{ID: relationship.ID, Value: relationship.Value.Attributes})
	}
	return all
}

// usedAttributes returns the attributes that a table stores or that a query or an update names; those of a type that one
// names as a whole, too.
func (p *Pass) usedAttributes() model.IDSet {
	used := model.IDSet{}
	use := func(id model.ID) {
		used[id] = true
		for attribute := range p.Model.AttributesOf(id) {
			used[attribute] = true
		}
	}
	for _, table := range p.Model.Logical.Tables {
		for _, column := range table.Columns {
			used[column.Attribute] = true
		}
	}
	for _, query := range p.Model.Workflow.Queries {
		for _, find := range query.Find {
			use(find.Attribute)
		}
		for _, given := range query.Given {
			used[given.Attribute] = true
		}
		for _, sort := range query.SortBy {
			used[sort.Attribute] = true
		}
	}
	for _, update := range p.Model.Workflow.Updates {
		for _, given := range update.Given {
			used[given.Attribute] = true
		}
	}
	delete(used, "")
	return used
}

// checkDoubleBooking reports what is booked from a time to another one without a condition.
func checkDoubleBooking(p *Pass) {
	p.checkReservations()
	for _, owner := range p.attributeOwners() {
		start, end := interval(owner.Value)
		if start == "" {
			continue
		}
		for _, update := range model.Sorted(p.Model.Workflow.Updates) {
			if kind := update.Value.Kind; kind != "" && kind != model.Insert || update.Value.Conditional || !writes(update.Value, owner.ID) {
				continue
			}
			p.report(Finding{Level: Info, Element: update.ID,
				Message: fmt.Sprintf(
					"%s inserts %s from %s to %s without a condition: two that overlap are both accepted",
					update.Value.Label, p.Model.Title(owner.ID), start, end)})
		}
	}
}

// checkReservations reports updates that reserve what exists without a condition.
func (p *Pass) checkReservations() {
	for _, item := range model.Sorted(p.Model.Workflow.Updates) {
		update := item.Value
		if p.Script || update.Kind != model.Change || update.Conditional || !hasWord(update.Name, "reserve", "reserves", "book", "books", "claim", "claims") {
			continue
		}
		for _, written := range model.Sorted(update.Writes) {
			element, _ := p.Model.Element(written.Value.Element)
			if _, is := element.Value.(*model.Attribute); !is {
				continue
			}
			p.report(Finding{Level: Info, Element: item.ID, Hint: "Make the change conditional, so that the second of two is refused.",
				Message: fmt.Sprintf("%s reserves %s without a condition: of two at the same time, both succeed, and the later one has it",
					update.Label, p.Model.Title(element.Parent))})
			break
		}
	}
}

func writes(update *model.Update, of model.ID) bool {
	for _, write := range update.Writes {
		if write.Element == of {
			return true
		}
	}
	return false
}

// interval returns the names of the attributes that are the start and the end of a time, "" if there are none.
func interval(attributes map[model.ID]*model.Attribute) (start, end string) {
	for _, attribute := range model.Sorted(attributes) {
		name := attribute.Value.Name
		switch {
		case hasWord(name, "price", "city", "place", "station", "address", "airport"):
		case start == "" && hasWord(name, "start", "starts", "begin", "begins", "arrival", "checkin", "from", "since"):
			start = name
		case end == "" && hasWord(name, "end", "ends", "departure", "checkout", "until", "to"):
			end = name
		}
	}
	if start == "" || end == "" {
		return "", ""
	}
	return start, end
}

// checkUnique reports attributes that must be unique, but that no table has as its key and no condition guards.
func checkUnique(p *Pass) {
	if len(p.Model.Physical.Relations) == 0 {
		return
	}
	for _, owner := range p.attributeOwners() {
		for _, attribute := range model.Sorted(owner.Value) {
			if !attribute.Value.Unique || p.isGuarded(attribute.ID) {
				continue
			}
			for _, update := range model.Sorted(p.Model.Workflow.Updates) {
				if kind := update.Value.Kind; (kind == "" || kind == model.Insert) && writes(update.Value, owner.ID) {
					p.report(Finding{Level: Warning, Element: attribute.ID,
						Message: fmt.Sprintf("%s of %s must be unique, but no table has it as its key that %s "+
							"could insert IF NOT EXISTS: two may have the same", attribute.Value.Name,
							p.Model.Title(owner.ID), update.Value.Label)})
					break
				}
			}
		}
	}
}

// isGuarded reports whether a table has an attribute as its whole partition key.
func (p *Pass) isGuarded(attribute model.ID) bool {
	return slices.ContainsFunc(p.tables, func(r relation) bool {
		return len(r.partition) == 1 && p.storesAttribute(r.partition[0].Value, attribute)
	})
}

func (p *Pass) storesAttribute(column *model.Column, attribute model.ID) bool {
	for id := range column.From {
		element, _ := p.Model.Element(id)
		if logical, is := element.Value.(*model.LogicalColumn); is && logical.Attribute == attribute {
			return true
		}
	}
	return false
}

// amounts are words of attributes that are changed by what they were before.
var amounts = []string{"balance", "stock", "available", "remaining", "credits", "inventory", "quantity", "seats", "likes", "points"}

// checkReadModifyWrite reports amounts that an update sets without a condition and that a query reads.
func checkReadModifyWrite(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if s.Verb != "UPDATE" || s.Conditional || s.Counts {
			return
		}
		for _, column := range s.Bound {
			isRead := slices.ContainsFunc(p.Statements, func(read Statement) bool { return read.Name == s.Name && slices.Contains(read.Selects, column) })
			if hasWord(column, amounts...) && isRead {
				p.report(Finding{Level: Info, At: at, Element: s.Relation,
					Message: fmt.Sprintf("UPDATE sets %s of %s without a condition, and a query reads it: of two that compute it from the same "+
						"value, one is lost", column, s.Name)})
			}
		}
	})
	p.updates(func(update *model.Update, plan *write.Plan) {
		if update.Conditional || update.Kind != model.Change {
			return
		}
		for _, written := range model.Sorted(update.Writes) {
			element, _ := p.Model.Element(written.Value.Element)
			attribute, is := element.Value.(*model.Attribute)
			if !is || !hasWord(attribute.Name, amounts...) ||
				isNative(attribute.Type, "boolean", "counter", "text") || attribute.StoredAs != "" ||
				!p.isFound(element.ID) {
				continue
			}
			p.report(Finding{Level: Info, Element: plan.Update,
				Message: fmt.Sprintf("%s sets %s without a condition, and a query reads it: of two that compute "+
					"it from the same value, one is lost", update.Label, p.Model.Title(element.ID))})
		}
	})
}

func (p *Pass) isFound(attribute model.ID) bool {
	for _, query := range p.Model.Workflow.Queries {
		for _, find := range query.Find {
			if find.Attribute == attribute {
				return true
			}
		}
	}
	return false
}
