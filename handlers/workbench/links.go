package workbench

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/web"
)

// links lead from an element to the elements that it is related to, and to its
// history.
func (b *Builder) links(element model.Element) []web.Link {
	if b.Readonly() {
		return b.related(element)
	}
	return append(b.related(element), web.Link{Label: "history", Href: string(b.URL.Changes(b.View, element.ID))})
}

// related returns links to the elements that an element is related to.
func (b *Builder) related(element model.Element) []web.Link {
	switch value := element.Value.(type) {
	case *model.LogicalTable:
		return append(b.realizedBy(element.ID), b.served(model.SetOfIDs(element.ID))...)
	case *model.Relation:
		links := b.linksTo("realises", value.Realizes.Sorted())
		if value.Kind == model.MaterializedView {
			links = append(links, b.linksTo("view of", []model.ID{value.Base})...)
		}
		return append(links, b.served(value.Realizes)...)
	case *model.Query:
		return append(b.linksTo("assigned to", b.tablesOf(element.ID)), append(b.linksTo("asked in", b.stepsOf(element.ID)), b.linksTo("run by", b.Model.ActorsOf(element.ID))...)...)
	case *model.Update:
		return append(b.linksTo("writes", b.tablesOf(element.ID)), append(b.linksTo("done in", b.stepsOf(element.ID)), b.linksTo("run by", b.Model.ActorsOf(element.ID))...)...)
	case *model.Column:
		return append(b.linksTo("of", []model.ID{element.Parent}), b.linksTo("from", value.From.Sorted())...)
	case *model.LogicalColumn:
		return b.linksTo("of", []model.ID{element.Parent, value.Attribute, value.Query})
	}
	if IsPart(element.Kind) {
		return b.linksTo("of", []model.ID{element.Parent})
	}
	return nil
}

func (b *Builder) linksTo(word string, ids []model.ID) []web.Link {
	var links []web.Link
	for _, id := range ids {
		if title := b.Model.Title(id); id != "" && title != "" {
			links = append(links, web.Link{Word: word, Label: title, Href: b.Link(id)})
		}
	}
	return links
}

func (b *Builder) realizedBy(table model.ID) []web.Link {
	var ids []model.ID
	for _, relation := range model.Sorted(b.Model.Physical.Relations) {
		if relation.Value.Realizes[table] {
			ids = append(ids, relation.ID)
		}
	}
	return b.linksTo("realised by", ids)
}

// served returns the queries and updates whose arrows lead to the tables.
func (b *Builder) served(tables model.IDSet) []web.Link {
	var ids []model.ID
	for _, arrow := range model.Sorted(b.Model.Logical.Arrows) {
		if tables[arrow.Value.To] && !slices.Contains(ids, arrow.Value.Access) {
			ids = append(ids, arrow.Value.Access)
		}
	}
	var queries, unserved, updates []model.ID
	for _, id := range ids {
		switch {
		case b.Model.Workflow.Updates[id] != nil:
			updates = append(updates, id)
		case b.serves(tables, id):
			queries = append(queries, id)
		default:
			unserved = append(unserved, id)
		}
	}
	return slices.Concat(b.linksTo("serves", queries), b.linksTo("does not serve", unserved), b.linksTo("written by", updates))
}

// tablesOf returns the tables to which arrows of a query or an update lead.
func (b *Builder) tablesOf(access model.ID) []model.ID {
	var ids []model.ID
	for _, arrow := range model.Sorted(b.Model.Logical.Arrows) {
		if arrow.Value.Access == access && !slices.Contains(ids, arrow.Value.To) {
			ids = append(ids, arrow.Value.To)
		}
	}
	return ids
}

func (b *Builder) stepsOf(access model.ID) []model.ID {
	var ids []model.ID
	for _, transition := range model.Sorted(b.Model.Workflow.Transitions) {
		if transition.Value.Access == access && !slices.Contains(ids, transition.Value.To) {
			ids = append(ids, transition.Value.To)
		}
	}
	return ids
}

// actions returns the further buttons of an element's form.
func (b *Builder) actions(element model.Element) []web.Action {
	switch element.Value.(type) {
	case *model.Query:
		derive := web.View{Model: b.View.Model, Tab: web.TabDerive, Select: element.ID}
		compare := web.Action{Label: "Compare tables", Href: b.URL.Tab(derive), Hint: "Shows all tables that could answer this query, with the reasons"}
		actions := b.pickAction(element.ID)
		if len(b.tablesOf(element.ID)) == 0 {
			actions = append(actions, web.Action{Label: "Derive table", Do: "table:" + string(element.ID), Hint: "Makes the logical table that answers this query best"})
		}
		return append(actions, compare)
	case *model.Relation:
		design := web.View{Model: b.View.Model, Tab: web.TabDesign, Select: element.ID, Revision: b.View.Revision}
		keys := web.View{Model: b.View.Model, Tab: web.TabKeys, Select: element.ID, Revision: b.View.Revision}
		ledger := web.View{Model: b.View.Model, Tab: web.TabLedger, Select: element.ID, Revision: b.View.Revision, Formula: b.View.Formula}
		return []web.Action{
			{Label: "Design moves", Href: b.URL.Tab(design), Hint: "Split, merge or move what this table stores, with sizes and queries before and after"},
			{Label: "Every byte", Href: b.URL.Tab(ledger), Hint: "How large a partition is, byte by byte, by both formulas, and what is assumed"},
			{Label: "Keys explained", Href: b.URL.Tab(keys), Hint: "Sample rows in their partitions, with tokens, nodes and order"},
		}
	case *model.Entity, *model.Relationship:
		if !b.Readonly() && b.View.Tab == web.TabConcepts && b.View.Pick == "" {
			query := web.Action{Label: "New query", Secondary: true, Do: "query:" + string(element.ID), Hint: "Makes a query that selects this, and picks its conditions on the diagram"}
			return append(b.withinAction(element.ID), query)
		}
	case *model.LogicalTable:
		if len(b.realizedBy(element.ID)) == 0 {
			return []web.Action{{Label: "Derive physical table", Do: "realize:" + string(element.ID), Hint: "Makes a physical table with the columns of this logical one"}}
		}
	}
	return nil
}

// withinAction says that a relationship type is within the owner that its participants have
// in common, if it does not say so.
func (b *Builder) withinAction(id model.ID) []web.Action {
	owner := b.CommonOwners()[id]
	if owner == "" {
		return nil
	}
	return []web.Action{{Label: "Within " + b.Model.Title(owner), Do: "within:" + string(id) + ":" + string(owner),
		Hint: "Says that it relates only those of the same " + b.Model.Title(owner) + ", so that tables store that once"}}
}

// Label returns the name of an element among its siblings: a column without its
// table, a query with its description.
func (b *Builder) Label(element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Query:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Update:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Attribute:
		return value.Name
	case *model.LogicalColumn:
		return value.Name
	case *model.Column:
		return value.Name
	case *model.TypeField:
		return value.Name
	case *model.UserType:
		return "*" + value.Name + "*"
	case *model.Find:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Given:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.SortBy:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Write:
		return b.attributeLabel(value.Element, value.Name)
	case *model.Participant:
		return cmp.Or(value.Role, b.Model.Title(value.Entity), "?")
	case *model.Subtype:
		return cmp.Or(b.Model.Title(value.Entity), "?")
	}
	return b.Model.TitleOf(element)
}

func (b *Builder) attributeLabel(attribute model.ID, name string) string {
	if attribute == "" {
		return cmp.Or(name, "?")
	}
	return cmp.Or(b.Model.Title(attribute), name, "?")
}
