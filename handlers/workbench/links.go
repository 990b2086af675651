package workbench

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/validation"
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
			links = append(links, web.Link{Word: word, Label: title, Href: b.link(id)})
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
			return []web.Action{{Label: "New query", Secondary: true, Do: "query:" + string(element.ID), Hint: "Makes a query that selects this, and picks its conditions on the diagram"}}
		}
	case *model.LogicalTable:
		if len(b.realizedBy(element.ID)) == 0 {
			return []web.Action{{Label: "Derive physical table", Do: "realize:" + string(element.ID), Hint: "Makes a physical table with the columns of this logical one"}}
		}
	}
	return nil
}

// maxNotices bounds the findings above a text.
const maxNotices = 3

// noticeRank puts errors first.
func noticeRank(finding cql.Finding) int {
	if finding.Severity == cql.Error {
		return 0
	}
	return 1
}

// withoutRepeatedWarnings keeps the first of each warning: a disabled feature
// is disabled for all tables.
func withoutRepeatedWarnings(findings []cql.Finding) []cql.Finding {
	seen := map[string]bool{}
	return slices.DeleteFunc(findings, func(finding cql.Finding) bool {
		repeated := finding.Severity != cql.Error && seen[finding.Message]
		seen[finding.Message] = true
		return repeated
	})
}

// typeConflicts returns the attributes whose columns have different types, computed
// once per page.
func (b *Builder) typeConflicts() []validation.TypeConflict {
	if b.conflicts == nil {
		b.conflicts = append([]validation.TypeConflict{}, validation.TypeConflicts(b.Model)...)
	}
	return b.conflicts
}

// unknownColumns returns a notice for the columns that store no attribute.
func (b *Builder) unknownColumns() []web.Notice {
	var notices []web.Notice
	for _, id := range b.Model.ColumnsWithoutAttribute() {
		element, _ := b.Model.Element(id)
		notices = append(notices, web.Notice{Level: "warn", Text: "A column stores no attribute of the concepts.",
			Link: b.Model.Title(element.Parent) + "." + b.Model.Title(id), Href: web.SafeHref(b.link(id))})
	}
	return notices
}

// mistakes are the problems of the model. They are found once for a page.
func (b *Builder) mistakes() []model.Problem {
	if b.checked == nil {
		b.checked = append([]model.Problem{}, validation.Problems(b.Model)...)
	}
	return b.checked
}

// unfinished lists what is wrong or missing in the elements that a tab edits.
func (b *Builder) unfinished(problems []model.Problem) []web.Notice {
	var notices []web.Notice
	for _, problem := range problems {
		element, found := b.Model.Element(problem.Element)
		if !found || TabFor(element.Kind, b.View.Tab) != b.View.Tab {
			continue
		}
		notices = append(notices, web.Notice{Level: "warn", Text: problem.Message + ".", Link: b.placeOf(element), Href: web.SafeHref(b.link(element.ID))})
	}
	return notices
}

// placeOf names an element, and a part with its owner.
func (b *Builder) placeOf(element model.Element) string {
	title := b.Model.Title(element.ID)
	if owner := b.Model.Title(element.Parent); IsPart(element.Kind) && owner != "" && !strings.Contains(title, owner) {
		return owner + ": " + title
	}
	return title
}

// missingParameters lists the parameters that no query returns.
func (b *Builder) missingParameters() []web.Notice {
	var notices []web.Notice
	for _, result := range b.proofs() {
		if missing := result.MissingParameters(); len(missing) > 0 {
			notices = append(notices, web.Notice{Level: "warn", Text: "No query before it returns " + strings.Join(missing, ", ") + ".",
				Link: b.Model.Title(result.Query), Href: web.SafeHref(b.link(result.Query))})
		}
	}
	return notices
}

// onlyNamed lists the parts of queries and updates that name no attribute of the
// concepts, such as one that was removed.
func (b *Builder) onlyNamed() []web.Notice {
	var notices []web.Notice
	for _, kind := range []model.Kind{model.FindKind, model.GivenKind, model.SortKind, model.WriteKind} {
		for _, element := range b.elements(kind) {
			if problem := b.nameProblem(element); problem != "" {
				notices = append(notices, web.Notice{Level: "warn", Text: problem, Link: b.placeOf(element), Href: web.SafeHref(b.link(element.ID))})
			}
		}
	}
	return notices
}

// nameProblem says that a part of a query or an update is only a name.
func (b *Builder) nameProblem(part model.Element) string {
	var concept model.ID
	var name string
	switch value := part.Value.(type) {
	case *model.Find:
		concept, name = value.Attribute, value.Name
	case *model.Given:
		concept, name = value.Attribute, value.Name
	case *model.SortBy:
		concept, name = value.Attribute, value.Name
	case *model.Write:
		concept, name = value.Element, value.Name
	}
	if concept != "" || name == "" || name == "*" || len(b.Model.Concepts.Entities) == 0 {
		return ""
	}
	return "`" + name + "` is only a name: choose the attribute that is meant."
}

// findingsOf lists what is unfinished, what Cassandra would reject, attributes whose
// columns have different types, and columns without an attribute, on the tabs where
// it can be fixed.
func (b *Builder) findingsOf() []web.Notice {
	switch b.View.Tab {
	case web.TabConcepts:
		return b.unfinished(append(slices.Clone(b.mistakes()), validation.Unidentified(b.Model)...))
	case web.TabQueries:
		return slices.Concat(b.unfinished(b.mistakes()), b.onlyNamed(), b.missingParameters())
	case web.TabLogical:
		return b.unknownColumns()
	}
	// The editor of the CQL tab shows the same findings in the text.
	if b.View.Tab != web.TabPhysical && (b.View.Tab != web.TabCQL || !b.Readonly()) {
		return nil
	}
	findings := withoutRepeatedWarnings(cql.CheckModel(b.Model))
	slices.SortStableFunc(findings, func(a, b cql.Finding) int { return noticeRank(a) - noticeRank(b) })
	var notices []web.Notice
	for _, finding := range findings {
		notices = append(notices, b.findingNotice(finding))
	}
	for _, conflict := range b.typeConflicts() {
		column := conflict.Uses[len(conflict.Uses)-1].Columns[0] // one that has another type than most
		owner, _ := b.Model.Element(column)
		notices = append(notices, web.Notice{Level: "warn", Text: "Different types: " + conflict.Words(b.Model) + ".",
			Link: b.Model.Title(owner.Parent) + "." + b.Model.Title(column), Href: web.SafeHref(b.link(column))})
	}
	return notices
}

func (b *Builder) findingNotice(finding cql.Finding) web.Notice {
	notice := web.Notice{Level: "bad", Text: strings.TrimSuffix(finding.Message, ".") + "."}
	switch {
	case finding.Code == cql.CodeDisabled:
		notice.Level, notice.Text = "warn", "Disabled by default in "+cql.TargetName(b.Model.Target)+": "+notice.Text
	case finding.Severity == cql.Warning:
		notice.Level = "warn"
	case finding.Code != cql.CodeTarget:
		notice.Text = "Cassandra would reject this: " + notice.Text
	}
	if title := b.Model.Title(finding.Element); finding.Element != "" && title != "" {
		notice.Link, notice.Href = title, web.SafeHref(b.link(finding.Element))
	}
	return notice
}

// label returns the name of an element among its siblings: a column without its
// table, a query with its description.
func (b *Builder) label(element model.Element) string {
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
