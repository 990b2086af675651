package derive

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/web"
	webderive "widerow/web/derive"
)

func deriveView(b *feature.Context, form *Form, d *Derived) *webderive.View {
	view := &webderive.View{Mark: d.Mark(form), Stale: form.Stale}
	proofs := map[model.ID]proof.Result{}
	for _, result := range proof.WithSizes(d.After, mapping.Sizes(d.After, sizing.Disk)) {
		proofs[result.Query] = result
	}
	queries := form.Queries(b.Model, b.View.Select)
	for _, item := range model.Sorted(b.Model.Workflow.Queries) {
		row := webderive.QueryView{ID: item.ID, Label: item.Value.Label, Name: item.Value.Name, Checked: slices.Contains(queries, item.ID)}
		row.Level = "bad"
		if result := proofs[item.ID]; result.Served() && !d.Fails(item.ID) {
			row.Level = "ok"
		}
		view.Queries = append(view.Queries, row)
	}
	types := newDerivedTypes(d.After)
	for _, p := range d.Proposals {
		table := deriveTable(b, form, d, p, proofs)
		if split := d.SplitOf(p); split != nil {
			table.Split = deriveSplit(b, d, p, split, proofs)
		}
		for i := range table.Columns {
			table.Columns[i].Type = types[p.Name][p.Columns[i].Name]
		}
		if split := d.SplitOf(p); split != nil && split.Chosen != nil {
			addBuckets(&table, d.After, split)
		}
		view.Tables = append(view.Tables, table)
	}
	for _, plan := range d.Failed {
		view.Failed = append(view.Failed, deriveFailure(b, plan))
	}
	for _, plan := range d.Open {
		view.Open = append(view.Open, deriveQuestion(b, plan))
	}
	view.Answers = d.Answers
	for _, id := range d.Unused {
		view.Unused = append(view.Unused, web.Link{Label: b.Model.Title(id), Href: b.Link(id)})
	}
	if !mapping.HasNumbers(b.Model) && len(b.Model.Concepts.Entities) > 0 {
		view.Numbers = &web.Link{Href: b.Link(model.Sorted(b.Model.Concepts.Entities)[0].ID)}
	}
	view.Assumptions = assumptions(b)
	view.AskOnce()
	view.Finish()
	if view.Added+view.Changed > 0 {
		view.Writes = writesAfter(b, d)
	}
	if len(b.Model.Workflow.Queries) == 0 {
		view.Starts = canvas.Starts(b)
	}
	return view
}

// writesAfter counts the tables that each update writes once the tables are applied,
// if that changes.
func writesAfter(b *feature.Context, d *Derived) []webderive.Writes {
	before := b.Plans()
	var writes []webderive.Writes
	for i, plan := range write.All(d.After) {
		was, now := len(before[i].Tables), len(plan.Tables)
		if was != now {
			writes = append(writes, webderive.Writes{Label: b.Model.Title(plan.Update),
				Name: b.Model.Workflow.Updates[plan.Update].Name, Href: b.Link(plan.Update), Was: was, Now: now})
		}
	}
	return writes
}

func deriveTable(b *feature.Context, form *Form, d *Derived, p *mapping.Proposal, proofs map[model.ID]proof.Result) webderive.TableView {
	table := webderive.TableView{Key: p.Key(), Kind: string(p.Kind), Name: p.Name, Left: form.Leaves(p), Reasons: p.Reasons}
	for _, column := range p.Columns {
		table.Columns = append(table.Columns, deriveColumn(&column))
	}
	table.Lines = columnReasons(p)
	for _, id := range p.Queries {
		plan, chosen := d.Plan(id), form.Values.Get("key."+string(id))
		for _, store := range plan.Stores {
			table.Stores = append(table.Stores, deriveStore(b.Model, store))
		}
		addProblems(&table, plan.Problems)
		if a := p.Chosen[id]; a != nil {
			chosen = a.Signature()
			addNumbers(&table, p, a)
			if len(plan.Alternatives) == 1 {
				addCosts(&table, a)
			}
		}
		table.Queries = append(table.Queries, deriveServed(b, form, id, plan, proofs[id], chosen))
	}
	return table
}

func addProblems(table *webderive.TableView, problems []er.Problem) {
	for _, problem := range problems {
		switch {
		case problem.Code == "computed" || problem.Code == "ambiguous": // the choice says so
		case problem.Note:
			table.Notes = append(table.Notes, problem.Message)
		default:
			table.Warnings = append(table.Warnings, problem.Message)
		}
	}
}

// addNumbers gives the table the numbers of the first alternative that has some. For several
// tables, one for each subtype, the numbers are an upper limit.
func addNumbers(table *webderive.TableView, p *mapping.Proposal, a *mapping.Alternative) {
	if table.Numbers.Typical == "" {
		table.Numbers = webderive.Numbers(a.Numbers())
	}
	if p.Subtype != "" && table.Numbers.Typical != "" {
		table.Numbers.Typical = "at most " + table.Numbers.Typical
	}
}

// addCosts adds the cost of the only alternative of a query. Of several, each has its own.
func addCosts(table *webderive.TableView, a *mapping.Alternative) {
	for _, reason := range a.OtherReasons() {
		switch {
		case reason == a.Hot:
			table.Warnings = append(table.Warnings, reason)
		case !a.Ideal:
			table.Notes = append(table.Notes, reason)
		}
	}
}

// deriveServed returns a query that a table serves, with its alternatives. chosen is
// the signature of one.
func deriveServed(b *feature.Context, form *Form, id model.ID, plan *mapping.Plan, result proof.Result, chosen string) webderive.Served {
	query := b.Model.Workflow.Queries[id]
	row := webderive.Served{ID: id, Label: query.Label, Name: query.Name, Href: b.Link(id), Own: form.Values.Get("own."+string(id)) != "",
		Path: pathWords(plan.Path), Paths: derivePaths(b.Model, id, plan.Path), More: plan.More}
	if best, found := result.Best(); found {
		row.Verdict, row.Level, row.Reads = feature.VerdictWords(best), feature.ProofLevel(&result), feature.ReadsWords(best)
	}
	for i := range plan.Alternatives {
		a := &plan.Alternatives[i]
		row.Alternatives = append(row.Alternatives, webderive.Alternative{Signature: a.Signature(), Form: formWords[a.Form],
			Numbers: webderive.Numbers(a.Numbers()), Reasons: a.OtherReasons(), Chosen: a.Signature() == chosen})
	}
	if mapping.HasNumbers(b.Model) {
		for _, need := range plan.Needs {
			row.Needs = append(row.Needs, web.Link{Label: need.What, Href: b.Link(need.Element)})
		}
	}
	return row
}

// pathWords names the types along a path, "" for a query about one entity type.
func pathWords(path er.Path) string {
	if len(path.Relationships) == 0 {
		return ""
	}
	return path.Words
}

// deriveStore returns the choice of the form in which an attribute is stored.
func deriveStore(m *model.Model, store mapping.StoreChoice) webderive.Store {
	element, _ := m.Element(store.Attribute)
	field, _ := edit.FieldOf(model.AttributeKind, store.Field)
	return webderive.Store{Attribute: store.Attribute, Title: store.Title, Derived: store.Field == "immutable",
		Value: store.Value, Choices: field.Choices(m, element)}
}

// derivePaths returns the paths to choose from, none if there is no choice. now is
// the path in use.
func derivePaths(m *model.Model, query model.ID, now er.Path) []webderive.Path {
	if !now.Chosen && !now.Open {
		return nil
	}
	var paths []webderive.Path
	signatures := map[string]bool{}
	for _, path := range mapping.Explore(m, query).Path.Alternatives() {
		signature := path.Signature()
		if !signatures[signature] {
			paths = append(paths, webderive.Path{Signature: signature, Words: path.Words, Chosen: now.Chosen && !now.Open && signature == now.Signature()})
		}
		signatures[signature] = true
	}
	if now.Chosen && now.Open && len(paths) < 2 {
		return nil // the document cannot say more: the query must
	}
	return paths
}

var formWords = map[mapping.Form]string{mapping.Rows: "", mapping.Collected: "with a collection",
	mapping.Precomputed: "computed when written", mapping.Counted: "with a counter",
	mapping.PerSubtype: "a table for each subtype"}

func deriveColumn(c *mapping.ProposedColumn) webderive.ColumnView {
	column := webderive.ColumnView{Name: c.Name, Reason: c.Reason, Rule: string(c.Rule), Was: c.Was, New: c.New, ByHand: c.ByHand}
	switch c.Role {
	case model.Partition:
		column.Mark, column.Class = "K", "k"
	case model.Clustering:
		column.Mark, column.Class = "C↑", "c"
		if c.Descending {
			column.Mark = "C↓"
		}
	case model.Static:
		column.Mark, column.Class = "S", "s"
	case model.RoleCounter:
		column.Mark, column.Class = "++", "p"
	}
	brackets := map[model.Collection][2]string{model.SetOf: {"{", "}"}, model.ListOf: {"[", "]"},
		model.MapOf: {"<", ">"}, model.TupleOf: {"(", ")"}, model.UserDefined: {"*", "*"}}[c.Collection]
	column.Name = brackets[0] + column.Name + brackets[1]
	return column
}

// columnReasons returns the reasons of the key and static columns. Columns with the
// same reason are listed together: "hotel_id: given by = (MR2)".
func columnReasons(p *mapping.Proposal) []webderive.Reason {
	var lines []webderive.Reason
	for i := range p.Columns {
		column := &p.Columns[i]
		plain := !column.Role.InKey() && column.Role != model.Static && column.Collection == model.SingleValue && column.Aggregate == ""
		if plain && column.ByHand || column.Reason == mapping.AskedFor {
			continue
		}
		last := len(lines) - 1
		if last >= 0 && lines[last].Reason == column.Reason {
			lines[last].Columns = append(lines[last].Columns, column.Name)
			continue
		}
		lines = append(lines, webderive.Reason{Columns: []string{column.Name}, Reason: column.Reason, Rule: string(column.Rule)})
	}
	return lines
}

func deriveFailure(b *feature.Context, plan *mapping.Plan) webderive.Failed {
	query := b.Model.Workflow.Queries[plan.Query]
	failure := webderive.Failed{Query: plan.Query, Label: query.Label, Name: query.Name, Href: b.Link(plan.Query)}
	var messages []string
	for _, problem := range plan.Problems {
		messages = append(messages, problem.Message)
		failure.Href = b.Link(problem.Element)
	}
	failure.Message = strings.Join(messages, "; ")
	return failure
}

// deriveQuestion asks which path a query means.
func deriveQuestion(b *feature.Context, plan *mapping.Plan) webderive.Question {
	query := b.Model.Workflow.Queries[plan.Query]
	question := webderive.Question{Served: webderive.Served{ID: plan.Query, Label: query.Label, Name: query.Name, Href: b.Link(plan.Query)}}
	for _, problem := range plan.Problems {
		if problem.Code == "ambiguous" {
			question.Message = problem.Message
		}
	}
	question.Paths = derivePaths(b.Model, plan.Query, plan.Path)
	return question
}

// deriveContent fills the page that derives tables.
func deriveContent(ctx context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
	form := cmp.Or(feature.FormOf[*Form](b.Answer), &Form{Values: url.Values{}})
	if form.Stopped != nil {
		return stoppedView(b, form, form.Stopped), nil
	}
	d, err := DeriveWithin(ctx, form, b.Model, b.View.Select, model.PreviewIDs(b.Model))
	if errors.Is(err, limit.ErrCostly) && errors.As(err, &form.Stopped) {
		return stoppedView(b, form, form.Stopped), nil
	}
	if err != nil {
		return nil, err
	}
	return deriveView(b, form, d), nil
}

// derivedTypes are the CQL types that columns get, by the names of the logical
// table and of its column. A table that is left out has none.
type derivedTypes map[string]map[string]string

func newDerivedTypes(after *model.Model) derivedTypes {
	types := derivedTypes{}
	for _, relation := range after.Physical.Relations {
		for _, table := range relation.Realizes.Sorted() {
			if logical := after.Logical.Tables[table]; logical != nil && relation.Kind == model.Table {
				types[logical.Name] = typesOf(after, logical, relation)
			}
		}
	}
	return types
}

func typesOf(m *model.Model, table *model.LogicalTable, relation *model.Relation) map[string]string {
	types := map[string]string{}
	for _, column := range relation.Columns {
		if !column.Buckets.IsEmpty() {
			continue // computed from what the logical column stores
		}
		for _, from := range column.From.Sorted() {
			if logical := table.Columns[from]; logical != nil {
				types[logical.Name] = m.TypeText(column.Type)
			}
		}
	}
	return types
}
