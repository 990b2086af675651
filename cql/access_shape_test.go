package cql_test

import (
	"regexp"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/access"
)

// shaper makes shapes of statements out of text. SELECT and its kin are taken
// apart by their words, and their terms read by the parser as part of a view.
type shaper struct {
	t      *testing.T
	types  func(string) (model.ID, bool)
	tables map[string]*access.Table
}

func newShaper(t *testing.T, setup string) *shaper {
	m, _ := cql.Import(setup, "access")
	s := &shaper{t: t, tables: map[string]*access.Table{}}
	for id, relation := range m.Physical.Relations {
		s.tables["q."+relation.Name] = access.NewTable(m, id)
	}
	s.types = func(name string) (model.ID, bool) {
		for id, userType := range m.Physical.Types {
			if userType.Name == name {
				return id, true
			}
		}
		return "", false
	}
	return s
}

// judge gives the verdict of a statement: "ok" or its code and message.
func (s *shaper) judge(statement string) (access.Plan, *access.Refusal) {
	switch word, _, _ := strings.Cut(statement, " "); word {
	case "SELECT":
		table, shape := s.selectShape(statement)
		return table.Select(shape)
	case "BEGIN":
		return access.Plan{}, s.batchShape(statement).Judge()
	}
	part := s.writeShape(statement)
	switch {
	case part.Insert != nil:
		return part.Table.Insert(*part.Insert)
	case part.Update != nil:
		return part.Table.Update(*part.Update)
	}
	return part.Table.Delete(*part.Delete)
}

// view has the parser read selectors and relations.
func (s *shaper) view(selectors, relations string) *cql.CreateView {
	if relations != "" {
		relations = " WHERE " + relations
	}
	text := "CREATE MATERIALIZED VIEW v AS SELECT " + selectors + " FROM t" + relations + " PRIMARY KEY (a);"
	script := cql.Parse(text)
	if len(script.Errors) > 0 {
		s.t.Fatalf("%s\n%v", text, script.Errors[0])
	}
	return script.Statements[0].(*cql.CreateView)
}

func (s *shaper) value(text string) access.Value {
	return s.valueOf(s.view("*", "a = "+text).Where[0].Values[0])
}

func (s *shaper) values(text string) []access.Value {
	return s.relation(s.view("*", "a IN ("+text+")").Where[0]).Values
}

func (s *shaper) relations(text string) []access.Relation {
	var relations []access.Relation
	if text != "" {
		for _, relation := range s.view("*", text).Where {
			relations = append(relations, s.relation(relation))
		}
	}
	return relations
}

var relationKinds = map[cql.RelationKind]access.RelationKind{cql.TupleRelation: access.TupleRelation, cql.TokenRelation: access.TokenRelation,
	cql.ElementRelation: access.EntryRelation, cql.CustomIndexRelation: access.IndexRelation}

func (s *shaper) relation(r cql.Relation) access.Relation {
	shape := access.Relation{Kind: relationKinds[r.Kind], Operator: access.Operator(r.Operator), List: r.List}
	for _, column := range r.Columns {
		shape.Columns = append(shape.Columns, column.Name)
	}
	if r.Key != nil {
		key := s.valueOf(*r.Key)
		shape.Key = &key
	}
	for _, value := range r.Values {
		shape.Values = append(shape.Values, s.valueOf(value))
	}
	return shape
}

var valueKinds = map[cql.TermKind]access.ValueKind{cql.BindTerm: access.Marker, cql.NullTerm: access.Null, cql.StringTerm: access.String,
	cql.IntegerTerm: access.Integer, cql.FloatTerm: access.Float, cql.BooleanTerm: access.Boolean, cql.UUIDTerm: access.UUID,
	cql.HexTerm: access.Hex, cql.DurationTerm: access.Duration, cql.ListTerm: access.List, cql.SetTerm: access.Set, cql.MapTerm: access.Map,
	cql.TupleTerm: access.Tuple, cql.CastTerm: access.Cast}

func (s *shaper) valueOf(term cql.Term) access.Value {
	kind, known := valueKinds[term.Kind]
	if !known {
		kind = access.Function
	}
	value := access.Value{Kind: kind, Text: term.Text}
	if kind == access.Cast {
		value.Type, _ = model.ParseType(term.Type.String(), s.types)
	}
	if kind == access.Map && term.Terms[0].Kind == cql.ColumnTerm {
		value.Kind = access.Fields
	}
	for i, inner := range term.Terms {
		if value.Kind == access.Fields && i%2 == 0 {
			value.Fields = append(value.Fields, inner.Name.Name.Name)
			continue
		}
		value.Values = append(value.Values, s.valueOf(inner))
	}
	return value
}

var selectForm = regexp.MustCompile(`^SELECT (DISTINCT )?(.*?) FROM (\S+)(?: WHERE (.*?))?(?: GROUP BY (.*?))?(?: ORDER BY (.*?))?` +
	`(?: PER PARTITION LIMIT (\S+))?(?: LIMIT (\S+))?( ALLOW FILTERING)?$`)

func (s *shaper) selectShape(statement string) (*access.Table, access.Select) {
	part := selectForm.FindStringSubmatch(statement)
	if part == nil || s.tables[part[3]] == nil {
		s.t.Fatalf("no SELECT on a known table: %s", statement)
	}
	shape := access.Select{Distinct: part[1] != "", AllowFiltering: part[9] != "", Where: s.relations(part[4])}
	if part[2] != "*" {
		for _, selector := range s.view(part[2], "").Selectors {
			shape.Selectors = append(shape.Selectors, selectorShape(selector.Term))
		}
	}
	if part[5] != "" {
		for _, group := range s.view(part[5], "").Selectors {
			shape.GroupBy = append(shape.GroupBy, access.Group{Columns: selectorShape(group.Term).Columns})
		}
	}
	shape.OrderBy = s.orders(part[6])
	for i, limit := range []**access.Value{&shape.PerPartitionLimit, &shape.Limit} {
		if text := part[7+i]; text != "" {
			value := s.value(text)
			*limit = &value
		}
	}
	return s.tables[part[3]], shape
}

func selectorShape(term cql.Term) access.Selector {
	selector := access.Selector{}
	name := term.Name.Name.Name
	switch term.Kind {
	case cql.ColumnTerm:
		selector.Columns = []string{name}
	case cql.FunctionTerm:
		switch name {
		case "count", "max":
			selector.Aggregate = true
		case "writetime", "maxwritetime", "ttl":
			selector.Cell = name
		}
	}
	for _, inner := range term.Terms {
		selector.Columns = append(selector.Columns, selectorShape(inner).Columns...)
	}
	return selector
}

var orderForm = regexp.MustCompile(`^(\S+)(?: ANN OF (.*?))?( ASC| DESC)?$`)

func (s *shaper) orders(text string) []access.Order {
	var orders []access.Order
	for _, part := range splitTop(text) {
		found := orderForm.FindStringSubmatch(part)
		order := access.Order{Column: strings.Trim(found[1], `"`), Descending: found[3] == " DESC"}
		if found[2] != "" {
			value := s.value(found[2])
			order.Nearest = &value
		}
		orders = append(orders, order)
	}
	return orders
}

// splitTop splits at the commas outside of brackets.
func splitTop(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range text {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		parts = append(parts, rest)
	}
	return parts
}

var (
	insertForm = regexp.MustCompile(`^INSERT INTO (\S+) \((.*?)\) VALUES \((.*?)\)( IF NOT EXISTS)?(?: USING (.*))?$`)
	updateForm = regexp.MustCompile(`^UPDATE (\S+)(?: USING (.*?))? SET (.*?) WHERE (.*?)(?: IF (.*))?$`)
	deleteForm = regexp.MustCompile(`^DELETE (?:(.*?) )?FROM (\S+)(?: USING (.*?))? WHERE (.*?)(?: IF (.*))?$`)
	usingForm  = regexp.MustCompile(`(TTL|TIMESTAMP) (\S+)`)
	setForm    = regexp.MustCompile(`^(\w+)(?:\[(.*?)\]|\.(\w+))? = (.*)$`)
	partForm   = regexp.MustCompile(`^(\w+)(?:\[(.*?)\]|\.(\w+))?$`)
	fieldForm  = regexp.MustCompile(`^(\w+)\.(\w+) (.*)$`)
	batchForm  = regexp.MustCompile(`^BEGIN (?:(\w+) )?BATCH(?: USING (\w+ \S+))? (.*?)APPLY BATCH$`)
)

func (s *shaper) using(text string) access.Using {
	using := access.Using{}
	for _, found := range usingForm.FindAllStringSubmatch(text, -1) {
		value := s.value(found[2])
		if found[1] == "TTL" {
			using.TTL = &value
		} else {
			using.Timestamp = &value
		}
	}
	return using
}

func (s *shaper) writeShape(statement string) access.BatchPart {
	if part := insertForm.FindStringSubmatch(statement); part != nil {
		return access.BatchPart{Table: s.tables[part[1]], Insert: &access.Insert{Columns: unquoted(splitTop(part[2])),
			Values: s.values(part[3]), IfNotExists: part[4] != "", Using: s.using(part[5])}}
	}
	if part := updateForm.FindStringSubmatch(statement); part != nil {
		update := &access.Update{Using: s.using(part[2]), Where: s.relations(part[4])}
		update.If, update.IfExists = s.conditions(part[5])
		for _, set := range splitTop(part[3]) {
			update.Set = append(update.Set, s.assignment(set))
		}
		return access.BatchPart{Table: s.tables[part[1]], Update: update}
	}
	part := deleteForm.FindStringSubmatch(statement)
	if part == nil || s.tables[part[2]] == nil {
		s.t.Fatalf("no statement of a known form: %s", statement)
	}
	shape := &access.Delete{Using: s.using(part[3]), Where: s.relations(part[4])}
	shape.If, shape.IfExists = s.conditions(part[5])
	for _, column := range splitTop(part[1]) {
		found := partForm.FindStringSubmatch(strings.ReplaceAll(column, `"`, ""))
		shape.Columns = append(shape.Columns, access.Deletion{Column: found[1], Element: s.optional(found[2]), Field: found[3]})
	}
	return access.BatchPart{Table: s.tables[part[2]], Delete: shape}
}

func unquoted(names []string) []string {
	for i, name := range names {
		names[i] = strings.Trim(name, `"`)
	}
	return names
}

func (s *shaper) optional(text string) *access.Value {
	if text == "" {
		return nil
	}
	value := s.value(text)
	return &value
}

func (s *shaper) assignment(text string) access.Assignment {
	part := setForm.FindStringSubmatch(text)
	a := access.Assignment{Column: part[1], Key: s.optional(part[2]), Field: part[3]}
	value := part[4]
	switch {
	case a.Key != nil:
		a.Kind = access.AssignElement
	case a.Field != "":
		a.Kind = access.AssignField
	case strings.HasPrefix(value, a.Column+" + "):
		a.Kind, value = access.Add, value[len(a.Column)+3:]
	case strings.HasPrefix(value, a.Column+" - "):
		a.Kind, value = access.Subtract, value[len(a.Column)+3:]
	case strings.HasSuffix(value, " + "+a.Column):
		a.Kind, value = access.Prepend, strings.TrimSuffix(value, " + "+a.Column)
	}
	a.Value = s.value(value)
	return a
}

func (s *shaper) conditions(text string) (conditions []access.Condition, exists bool) {
	if text == "" || text == "EXISTS" {
		return nil, text != ""
	}
	for part := range strings.SplitSeq(text, " AND ") {
		field := ""
		if found := fieldForm.FindStringSubmatch(part); found != nil {
			field, part = found[2], found[1]+" "+found[3]
		}
		relation := s.relations(part)[0]
		conditions = append(conditions, access.Condition{Column: relation.Columns[0], Element: relation.Key, Field: field,
			Operator: relation.Operator, Values: relation.Values, List: relation.List})
	}
	return conditions, false
}

func (s *shaper) batchShape(statement string) access.Batch {
	part := batchForm.FindStringSubmatch(statement)
	kinds := map[string]access.BatchKind{"": access.LoggedBatch, "UNLOGGED": access.UnloggedBatch, "COUNTER": access.CounterBatch}
	batch := access.Batch{Kind: kinds[part[1]], Using: s.using(part[2])}
	for inner := range strings.SplitSeq(part[3], ";") {
		if inner = strings.TrimSpace(inner); inner != "" {
			batch.Parts = append(batch.Parts, s.writeShape(inner))
		}
	}
	return batch
}
