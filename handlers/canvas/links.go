package canvas

import (
	"slices"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
)

// links lead from an element to the elements that it is related to, and to its
// history.
func links(b *feature.Context, element model.Element) []web.Link {
	if b.Readonly() {
		return related(b, element)
	}
	return append(related(b, element), web.Link{Label: "history", Href: string(b.URL.Changes(b.View, element.ID))})
}

// related returns links to the elements that an element is related to.
func related(b *feature.Context, element model.Element) []web.Link {
	switch value := element.Value.(type) {
	case *model.LogicalTable:
		return append(realizedBy(b, element.ID), served(b, model.SetOfIDs(element.ID))...)
	case *model.Relation:
		links := linksTo(b, "realises", value.Realizes.Sorted())
		if value.Kind == model.MaterializedView {
			links = append(links, linksTo(b, "view of", []model.ID{value.Base})...)
		}
		return append(links, served(b, value.Realizes)...)
	case *model.Query:
		return append(linksTo(b, "assigned to", tablesOf(b, element.ID)),
			append(linksTo(b, "asked in", stepsOf(b, element.ID)),
				linksTo(b, "run by", b.Model.ActorsOf(element.ID))...)...)
	case *model.Update:
		return append(linksTo(b, "writes", tablesOf(b, element.ID)),
			append(linksTo(b, "done in", stepsOf(b, element.ID)),
				linksTo(b, "run by", b.Model.ActorsOf(element.ID))...)...)
	case *model.Column:
		return append(linksTo(b, "of", []model.ID{element.Parent}), linksTo(b, "from", value.From.Sorted())...)
	case *model.LogicalColumn:
		return linksTo(b, "of", []model.ID{element.Parent, value.Attribute, value.Query})
	}
	if feature.IsPart(element.Kind) {
		return linksTo(b, "of", []model.ID{element.Parent})
	}
	return nil
}

func linksTo(b *feature.Context, word string, ids []model.ID) []web.Link {
	var links []web.Link
	for _, id := range ids {
		if title := b.Model.Title(id); id != "" && title != "" {
			links = append(links, web.Link{Word: word, Label: title, Href: b.Link(id)})
		}
	}
	return links
}

func realizedBy(b *feature.Context, table model.ID) []web.Link {
	var ids []model.ID
	for _, relation := range model.Sorted(b.Model.Physical.Relations) {
		if relation.Value.Realizes[table] {
			ids = append(ids, relation.ID)
		}
	}
	return linksTo(b, "realised by", ids)
}

// served returns the queries and updates whose arrows lead to the tables.
func served(b *feature.Context, tables model.IDSet) []web.Link {
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
		case serves(b, tables, id):
			queries = append(queries, id)
		default:
			unserved = append(unserved, id)
		}
	}
	return slices.Concat(linksTo(b, "serves", queries), linksTo(b, "does not serve", unserved), linksTo(b, "written by", updates))
}

// tablesOf returns the tables to which arrows of a query or an update lead.
func tablesOf(b *feature.Context, access model.ID) []model.ID {
	var ids []model.ID
	for _, arrow := range model.Sorted(b.Model.Logical.Arrows) {
		if arrow.Value.Access == access && !slices.Contains(ids, arrow.Value.To) {
			ids = append(ids, arrow.Value.To)
		}
	}
	return ids
}

func stepsOf(b *feature.Context, access model.ID) []model.ID {
	var ids []model.ID
	for _, transition := range model.Sorted(b.Model.Workflow.Transitions) {
		if transition.Value.Access == access && !slices.Contains(ids, transition.Value.To) {
			ids = append(ids, transition.Value.To)
		}
	}
	return ids
}

// actions returns the further buttons of an element's form.
func actions(b *feature.Context, element model.Element) []web.Action {
	switch element.Value.(type) {
	case *model.Query:
		derive := web.View{Model: b.View.Model, Tab: web.TabDerive, Select: element.ID}
		compare := web.Action{Label: "Compare tables", Href: b.URL.Tab(derive), Hint: "Shows all tables that could answer this query, with the reasons"}
		actions := pickAction(b, element.ID)
		if len(tablesOf(b, element.ID)) == 0 {
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
			query := web.Action{Label: "New query", Secondary: true, Do: "query:" + string(element.ID),
				Hint: "Makes a query that selects this, and picks its conditions on the diagram"}
			return append(withinAction(b, element.ID), query)
		}
	case *model.LogicalTable:
		if len(realizedBy(b, element.ID)) == 0 {
			return []web.Action{{Label: "Derive physical table", Do: "realize:" + string(element.ID),
				Hint: "Makes a physical table with the columns of this logical one"}}
		}
	}
	return nil
}

// withinAction offers to put a relationship type within the owner that its participants have in
// common, unless it already is.
func withinAction(b *feature.Context, id model.ID) []web.Action {
	owner := b.CommonOwners()[id]
	if owner == "" {
		return nil
	}
	return []web.Action{{Label: "Within " + b.Model.Title(owner), Do: "within:" + string(id) + ":" + string(owner),
		Hint: "Declares that all its ends have the same " + b.Model.Title(owner) + ", so that tables store its key once"}}
}

// serves reports whether one of the tables, or a table that realizes one of them,
// serves a query.
func serves(b *feature.Context, tables model.IDSet, query model.ID) bool {
	result := b.ProofOf(query)
	if result == nil {
		return false
	}
	for _, id := range result.Tables() {
		relation := b.Model.Physical.Relations[id]
		if tables[id] {
			return true
		}
		for table := range tables {
			if relation != nil && relation.Realizes[table] {
				return true
			}
		}
	}
	return false
}
