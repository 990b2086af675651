package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

func (r *reader) query(statement *syntax.Select) (*Access, string) {
	id, relation := r.relation(statement.Table)
	if relation == nil {
		return nil, "The model has no table " + statement.Table.Name.Name
	}
	a := &Access{reads: true, values: map[string]string{}}
	if table := r.logical[id]; table != "" {
		a.tables = []model.ID{table}
	}
	if len(statement.Selectors) == 0 {
		for _, c := range relation.SortedColumns() {
			a.add(model.FindKind, r.traced(c.Value), nil)
		}
	}
	for i := range statement.Selectors {
		r.selected(a, relation, &statement.Selectors[i].Term, "")
	}
	for _, condition := range statement.Where {
		r.condition(a, relation, condition)
	}
	for _, term := range statement.GroupBy {
		if term.Kind == syntax.ColumnTerm {
			a.add(model.FindKind, r.column(relation, term.Name.Name.Name), map[string]string{"grouped": "true"})
		}
	}
	for _, ordering := range statement.OrderBy {
		a.add(model.SortKind, r.column(relation, ordering.Column.Name), map[string]string{"descending": strconv.FormatBool(ordering.Descending)})
	}
	a.values["distinct"] = strconv.FormatBool(statement.Distinct)
	if statement.Limit != nil && statement.Limit.Kind == syntax.IntegerTerm {
		a.values["limit"] = statement.Limit.Text
	}
	a.Name = a.nameOf("Find ", relation.Name)
	return a, ""
}

// add adds a part, unless there is one of that kind for the column.
func (a *Access) add(kind model.Kind, c *column, values map[string]string) {
	for _, p := range a.parts {
		if p.kind == kind && p.column.names() == c.names() && p.values["aggregate"] == values["aggregate"] {
			return
		}
	}
	a.parts = append(a.parts, part{kind, c, values})
}

var aggregates = []model.Aggregate{model.Count, model.Min, model.Max, model.Sum, model.Avg}

// selected adds the columns in a selector, aggregated by a function around them.
func (r *reader) selected(a *Access, relation *model.Relation, term *syntax.Term, aggregate model.Aggregate) {
	if term.Kind == syntax.FunctionTerm && term.Name != nil && slices.Contains(aggregates, model.Aggregate(strings.ToLower(term.Name.Name.Name))) {
		aggregate = model.Aggregate(strings.ToLower(term.Name.Name.Name))
	}
	switch term.Kind {
	case syntax.ColumnTerm:
		a.find(r.column(relation, term.Name.Name.Name), aggregate)
		return
	case syntax.StarTerm:
		a.find(&column{name: "rows"}, aggregate)
		return
	}
	for i := range term.Terms {
		r.selected(a, relation, &term.Terms[i], aggregate)
	}
}

func (a *Access) find(c *column, aggregate model.Aggregate) {
	values := map[string]string{}
	if aggregate != "" {
		values["aggregate"] = string(aggregate)
	}
	a.add(model.FindKind, c, values)
}

// condition adds a condition of a WHERE clause. Two bounds of a column become one
// range.
func (r *reader) condition(a *Access, relation *model.Relation, condition syntax.Condition) {
	if condition.Kind == syntax.CustomIndexCondition || condition.Kind == syntax.TokenCondition {
		return // it splits the rows among readers, or searches an index in the index's own language
	}
	for i, name := range condition.Columns {
		value := syntax.Term{Kind: syntax.BindTerm}
		if i < len(condition.Values) {
			value = condition.Values[i]
		}
		a.given(r.column(relation, name.Name), condition, value)
	}
}

func (a *Access) given(c *column, condition syntax.Condition, value syntax.Term) {
	values := map[string]string{}
	switch condition.Operator {
	case "=", "CONTAINS", "CONTAINS KEY":
		values["operator"] = string(model.Equal)
	case "IN":
		values["operator"] = string(model.In)
		if condition.List && len(condition.Values) > 1 {
			values["count"] = strconv.Itoa(len(condition.Values))
		}
	case "LIKE":
		values["operator"] = string(model.Prefix)
	default:
		values["operator"], values["bounds"] = string(model.Range), condition.Operator
	}
	if constant := literal(value); constant != "" && values["operator"] == string(model.Equal) {
		values["source"], values["constant"] = string(model.ConstantSource), constant
	}
	for i := range a.parts {
		p := &a.parts[i]
		if p.kind == model.GivenKind && p.column.names() == c.names() && p.values["operator"] == string(model.Range) && values["bounds"] != "" {
			p.values["bounds"] = bothBounds(p.values["bounds"], values["bounds"])
			return
		}
	}
	a.add(model.GivenKind, c, values)
}

// bothBounds joins a lower and an upper bound as model.Bounds writes them.
func bothBounds(one, other string) string {
	if strings.HasPrefix(one, "<") {
		one, other = other, one
	}
	return strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%s %s", one, other), ">= <="), " ")
}

// literal returns a constant of one token as CQL writes it, "" for others.
func literal(term syntax.Term) string {
	switch term.Kind {
	case syntax.StringTerm:
		return "'" + strings.ReplaceAll(term.Text, "'", "''") + "'"
	case syntax.IntegerTerm, syntax.FloatTerm, syntax.BooleanTerm, syntax.UUIDTerm, syntax.HexTerm:
		return term.Text
	}
	return ""
}

// nameOf returns a name for an access: "Find hotels by poi_name".
func (a *Access) nameOf(verb, table string) string {
	what, _, _ := strings.Cut(table, "_by_")
	var by []string
	for _, p := range a.parts {
		if p.kind == model.GivenKind {
			by = append(by, strings.ReplaceAll(p.column.name, "_", " "))
		}
	}
	name := verb + strings.ReplaceAll(what, "_", " ")
	if len(by) > 0 {
		name += " by " + strings.Join(by, ", ")
	}
	return name
}
