package cql_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/concepttext"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

var (
	answersSeed = flag.Uint64("answers-seed", 0, "seed of the data, and of the alternatives that queries have instead of the first ones if it is not 0")
	answersOf   = flag.String("answers-of", "testdata/answers/*.txt", "files of concepts and queries")
)

// TestDerivedTablesAnswerAsTheConcepts derives the tables of the examples, and of the
// concepts and queries in testdata/answers, and fills them on a real Cassandra from a
// small random relational instance of the concepts. The statement that the proof shows
// for each query returns what the query asks of that instance: no row less, none more,
// in the order asked for.
func TestDerivedTablesAnswerAsTheConcepts(t *testing.T) {
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) {
			document, err := example.Load(e.Slug)
			if err != nil {
				t.Fatal(err)
			}
			answer(t, e.Slug, document, *answersSeed)
		})
	}
	files, err := filepath.Glob(*answersOf)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) { answer(t, name, sampleOf(t, name, file), *answersSeed) })
	}
}

// sampleOf reads concepts and, after lines of dashes, queries and the attributes that an
// update changes.
func sampleOf(t *testing.T, name, file string) *model.Model {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	concepts, rest, _ := strings.Cut(string(text), "\n---\n")
	queries, changed, _ := strings.Cut(rest, "\n---\n")
	m, ids := model.New(name), model.SeededIDs([]byte(name))
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", file, problems)
	}
	m = applied(t, m, commands)
	for i, entry := range querytext.Entries(queries) {
		id := model.ID(fmt.Sprintf("q%d", i+1))
		m = applied(t, m, []model.Command{model.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": cmp.Or(entry.Label, fmt.Sprint("Q", i+1)), "name": cmp.Or(entry.Name, entry.Text)}}})
		parts, problems := querytext.Parse(m, entry.Text)
		if len(problems) > 0 {
			t.Fatalf("%s: %s: %+v", file, entry.Text, problems)
		}
		m = applied(t, m, querytext.Commands(m, id, parts))
	}
	if strings.TrimSpace(changed) == "" {
		return m
	}
	m = applied(t, m, []model.Command{model.Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"label": "U1", "name": "Change", "kind": "change"}}})
	for i, attribute := range strings.Fields(changed) {
		parts, problems := querytext.Parse(m, "SELECT "+attribute)
		if len(problems) > 0 {
			t.Fatalf("%s: %s: %+v", file, attribute, problems)
		}
		m = applied(t, m, []model.Command{model.Add{Kind: model.WriteKind, Parent: "u1", ID: model.ID(fmt.Sprint("u1w", i)), Values: map[string]string{"element": string(parts.Find[0].Attribute)}}})
	}
	return m
}

// answered is a document whose derived tables have the data of relations.
type answered struct {
	*relations
	t       *testing.T
	session *gocql.Session
	plans   *mapping.Derivation
	// columns are those of a physical table by name.
	columns map[model.ID]map[string]*model.LogicalColumn
}

// answer derives the tables of a document, fills them and asks every query.
func answer(t *testing.T, name string, m *model.Model, seed uint64) {
	session := cassandratest.Session(t)
	m = m.Clone()
	m.Logical, m.Physical.Relations = model.Logical{}, nil
	if len(m.Physical.Keyspaces) == 0 {
		m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: model.Identifier(name)}}
	}
	for _, keyspace := range m.Physical.Keyspaces {
		keyspace.Replication = map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}
		cassandratest.DropAfter(t, session, keyspace.Name)
	}
	random := rand.New(rand.NewPCG(seed, 5))
	derivation := mapping.Derive(m, nil, anyAlternatives(m, random, seed))
	m = applied(t, m, derivation.Commands(model.SeededIDs([]byte("derived")), nil))
	for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	a := &answered{newRelations(m, random), t, session, derivation, map[model.ID]map[string]*model.LogicalColumn{}}
	a.findColumns()
	a.fillTables()
	asked, rows := 0, 0
	for _, result := range proof.All(m) {
		count, why := a.ask(&result)
		if why != "" {
			t.Logf("%s is not asked: %s", m.Title(result.Query), why)
			continue
		}
		asked, rows = asked+1, rows+count
	}
	t.Logf("%d of %d queries answered, %d rows", asked, len(m.Workflow.Queries), rows)
	if asked*2 < len(m.Workflow.Queries) {
		t.Errorf("only %d of %d queries were asked", asked, len(m.Workflow.Queries))
	}
}

// anyAlternatives chooses any alternative for most queries, the first ones for seed 0.
func anyAlternatives(m *model.Model, random *rand.Rand, seed uint64) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		if found := mapping.Explore(m, query.ID).Alternatives; seed > 0 && len(found) > 1 && random.IntN(4) > 0 {
			choices[query.ID] = mapping.Choice{Key: found[random.IntN(len(found))].Signature()}
		}
	}
	return choices
}

func (a *answered) findColumns() {
	logical := map[model.ID]*model.LogicalColumn{}
	for _, table := range a.m.Logical.Tables {
		for id, column := range table.Columns {
			logical[id] = column
		}
	}
	for id, relation := range a.m.Physical.Relations {
		a.columns[id] = map[string]*model.LogicalColumn{}
		for _, column := range relation.Columns {
			for from := range column.From {
				a.columns[id][column.Name] = logical[from]
			}
		}
	}
}

// storedRow is what a table has at one primary key: the values of each column.
type storedRow struct {
	key    map[string]value
	values map[string][]value
}

// fillTables writes for each query the combinations along its path into its tables.
func (a *answered) fillTables() {
	var statements []string
	for _, item := range model.Sorted(a.m.Physical.Relations) {
		rows := map[string]*storedRow{}
		for _, query := range model.Sorted(a.m.Workflow.Queries) {
			serves := slices.ContainsFunc(a.m.TablesOf(query.ID), func(id model.ID) bool { return item.Value.Realizes[id] })
			if plan := a.plans.Plan(query.ID); serves && !plan.Fatal() {
				a.collect(item, rows, newJoin(a.relations, mapping.InRoles(a.m, query.Value), plan.Path.Relationships))
			}
		}
		for _, row := range rows {
			statements = append(statements, a.insert(item, row))
		}
	}
	const writers = 8
	var group sync.WaitGroup
	for writer := range writers {
		group.Go(func() {
			for i := writer; i < len(statements); i += writers {
				if err := a.session.Query(statements[i]).Exec(); err != nil {
					a.t.Errorf("%v: %s", err, statements[i])
				}
			}
		})
	}
	group.Wait()
}

// collect adds what a table has of the combinations of a query.
func (a *answered) collect(relation model.Item[*model.Relation], rows map[string]*storedRow, j *join) {
	combinations := j.combinations()
	if j.unclear {
		return
	}
	for _, c := range combinations {
		for _, key := range a.keys(relation, j, c) {
			place := fmt.Sprint(key)
			row := rows[place]
			if row == nil {
				row = &storedRow{key, map[string][]value{}}
				rows[place] = row
			}
			for name, column := range a.columns[relation.ID] {
				if column.Role.InKey() {
					continue
				}
				v, found := j.value(c, column.Attribute, column.Participant)
				if column.Aggregate == model.Count && !found {
					v, found = value{literal: "1", text: "1"}, true
				}
				isNew := !slices.ContainsFunc(row.values[name], func(other value) bool { return other.text == v.text })
				if found && (isNew || column.Aggregate != "") {
					row.values[name] = append(row.values[name], v)
				}
			}
		}
	}
}

// keys returns the primary keys at which a table has a combination: one for each value
// of an attribute with several.
func (a *answered) keys(relation model.Item[*model.Relation], j *join, c combination) []map[string]value {
	keys := []map[string]value{{}}
	for _, column := range relation.Value.Columns {
		if !column.Role.InKey() {
			continue
		}
		logical := a.columns[relation.ID][column.Name]
		v := bucketValue(column.Type)
		if logical.Attribute != "" {
			found := false
			if v, found = j.value(c, logical.Attribute, logical.Participant); !found {
				return nil
			}
		}
		values := []value{v}
		if a.isMultiValued(logical.Attribute) {
			values = v.parts
		}
		var next []map[string]value
		for _, key := range keys {
			for _, v := range values {
				extended := map[string]value{column.Name: v}
				for name, other := range key {
					extended[name] = other
				}
				next = append(next, extended)
			}
		}
		keys = next
	}
	return keys
}

// bucketValue is the value of the column that the application chooses.
func bucketValue(t model.Type) value { return valueOf(t.Name, 0) }

func (a *answered) insert(relation model.Item[*model.Relation], row *storedRow) string {
	names, literals, counters, where := []string{}, []string{}, []string{}, []string{}
	for name, v := range row.key {
		names, literals, where = append(names, name), append(literals, v.literal), append(where, name+" = "+v.literal)
	}
	for name, values := range row.values {
		column := a.columns[relation.ID][name]
		physical := model.Sorted(relation.Value.Columns)
		at := slices.IndexFunc(physical, func(c model.Item[*model.Column]) bool { return c.Value.Name == name })
		var literal string
		switch {
		case column.Aggregate != "":
			literal = computedValue(column.Aggregate, values)
		case a.collects(column):
			literal = valueOfSet(values).literal
		case len(values) > 1:
			a.t.Errorf("rows of %s overwrite each other at %v: %s is %v", relation.Value.Name, row.key, name, values)
			literal = values[0].literal
		default:
			literal = values[0].literal
		}
		if physical[at].Value.Type.Unfrozen().Kind == model.ListType && literal != "null" {
			literal = "[" + strings.Trim(literal, "{}") + "]"
		}
		if physical[at].Value.Type.IsCounter() {
			counters = append(counters, fmt.Sprintf("%s = %s + %s", name, name, literal))
			continue
		}
		names, literals = append(names, name), append(literals, literal)
	}
	table := a.m.Physical.Keyspaces[relation.Value.Keyspace].Name + "." + relation.Value.Name
	if len(counters) > 0 {
		return "UPDATE " + table + " SET " + strings.Join(counters, ", ") + " WHERE " + strings.Join(where, " AND ")
	}
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(literals, ", ") + ")"
}

// collects reports whether a column has the values of several instances.
func (a *answered) collects(c *model.LogicalColumn) bool {
	return c.Attribute != "" && c.Collection != model.SingleValue && c.Collection != model.UserDefined && !a.isMultiValued(c.Attribute)
}

func (a *answered) isMultiValued(id model.ID) bool {
	element, _ := a.m.Element(id)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.MultiValued
}

func computedValue(function model.Aggregate, values []value) string {
	if function == model.Count {
		return fmt.Sprint(len(values))
	}
	sum := 0.
	for _, v := range values {
		number, err := strconv.ParseFloat(v.text, 64)
		if err != nil { // min or max of what is no number
			sorted := slices.SortedFunc(slices.Values(values), compareValues)
			if function == model.Min {
				return sorted[0].literal
			}
			return sorted[len(sorted)-1].literal
		}
		sum += number
	}
	sorted := slices.SortedFunc(slices.Values(values), compareValues)
	switch {
	case len(sorted) == 0 && (function == model.Min || function == model.Max):
		return "null"
	case len(sorted) == 0:
		return "0"
	}
	switch function {
	case model.Min:
		return sorted[0].literal
	case model.Max:
		return sorted[len(sorted)-1].literal
	case model.Avg:
		return strconv.FormatFloat(sum/float64(len(values)), 'f', -1, 64)
	}
	return strconv.FormatFloat(sum, 'f', -1, 64)
}

// ask runs the statement of a query with the values of some combinations, and compares.
// It returns how many rows were expected, or why the query is not asked.
func (a *answered) ask(result *proof.Result) (rows int, why string) {
	plan := a.plans.Plan(result.Query)
	name := a.m.Title(result.Query)
	best, found := result.Best()
	if plan.Fatal() || !found {
		return 0, fmt.Sprint("no table: ", plan.Problems)
	}
	if best.Faulty() || len(best.Missing) > 0 {
		a.t.Errorf("%s: the verdict is %s, missing %v", name, best.Verdict, best.Missing)
		return 0, "the table does not serve it"
	}
	j := newJoin(a.relations, mapping.InRoles(a.m, a.m.Workflow.Queries[result.Query]), plan.Path.Relationships)
	all := j.combinations()
	switch {
	case j.unclear:
		return 0, "the concepts do not say which instance is meant"
	case len(all) == 0:
		return 0, "no data"
	case best.Spread != nil && best.Spread.Combines:
		return 0, "the application combines values"
	}
	for range 4 {
		bounds, ok := j.bounds(all[a.random.IntN(len(all))])
		if !ok {
			continue
		}
		matching := j.matching(all, bounds)
		want := j.want(matching, bounds)
		got, ok := a.got(j, best, bounds, name)
		if !ok {
			return rows, "a selector is not understood"
		}
		a.compare(j, best, name, want, got, bounds)
		rows += len(want)
	}
	return rows, ""
}

// want are the rows that the query returns of matching combinations.
func (j *join) want(matching []combination, bounds []bound) [][]value {
	finds := j.finds()
	aggregates := slices.ContainsFunc(finds, func(f found) bool { return f.aggregate != "" })
	isGrouped := slices.ContainsFunc(finds, func(f found) bool { return f.grouped })
	groups, order := map[string][]combination{}, []string{}
	for i, c := range matching {
		place := fmt.Sprint(i)
		if aggregates {
			place = ""
			for _, f := range finds {
				if f.grouped || !isGrouped && f.aggregate == "" {
					v, _ := j.value(c, f.attribute, f.participant)
					place += v.text + " "
				}
			}
		}
		if groups[place] == nil {
			order = append(order, place)
		}
		groups[place] = append(groups[place], c)
	}
	if isOneRow := !slices.ContainsFunc(finds, func(f found) bool { return f.grouped || f.aggregate == "" }); aggregates && isOneRow && len(order) == 0 {
		order = []string{"none"} // Cassandra counts 0 rows
	}
	var rows [][]value
	for _, place := range order {
		var row []value
		for _, f := range finds {
			row = append(row, j.wanted(f, groups[place], bounds))
		}
		rows = append(rows, row)
	}
	return rows
}

func (j *join) wanted(f found, group []combination, bounds []bound) value {
	if f.aggregate == "" && len(group) > 0 {
		v, found := j.value(group[0], f.attribute, f.participant)
		for _, b := range bounds {
			if b.given.Attribute == f.attribute && b.given.Participant == f.participant && len(v.parts) > 0 {
				v = b.values[0] // one row for each value that is given
			}
		}
		if !found {
			return value{text: "null"}
		}
		return v
	}
	var values []value
	for _, c := range group {
		v, found := j.value(c, f.attribute, f.participant)
		if element, _ := j.m.Element(f.attribute); element.Kind != model.AttributeKind {
			v, found = value{text: "1"}, true
		}
		if found {
			values = append(values, v)
		}
	}
	return value{text: strings.Trim(computedValue(f.aggregate, values), "'")}
}

// got runs the printed statement, once for each value of an IN that the application
// spreads, and returns what it selects in the order of finds.
func (a *answered) got(j *join, best *proof.Judgement, bounds []bound, name string) ([][]value, bool) {
	var rows [][]value
	spread := []bound{{}}
	for _, b := range bounds {
		if best.Spread != nil && b.given.Operator == model.In && a.spreads(best, b.given) {
			spread = nil
			for _, v := range b.values {
				spread = append(spread, bound{b.given, []value{v}})
			}
		}
	}
	for _, one := range spread {
		statement := a.bind(best, bounds, one)
		iterator := a.session.Query(statement).Iter()
		data, err := iterator.RowData()
		if err != nil {
			a.t.Errorf("%s: %v: %s", name, err, statement)
			return nil, false
		}
		for iterator.Scan(data.Values...) {
			row, ok := a.selected(j, best, data.Values, bounds)
			if !ok {
				return nil, false
			}
			rows = append(rows, row)
		}
		if err := iterator.Close(); err != nil {
			a.t.Errorf("%s: %v: %s", name, err, statement)
		}
	}
	return rows, true
}

func (a *answered) spreads(best *proof.Judgement, given *model.Given) bool {
	return slices.ContainsFunc(best.Spread.Columns, func(name string) bool { return a.isOf(best, name, given.Attribute, given.Participant) })
}

func (a *answered) isOf(best *proof.Judgement, name string, attribute, participant model.ID) bool {
	c := a.columns[best.Table][name]
	return c != nil && c.Attribute == attribute && (c.Participant == participant || participant == "")
}

// bind puts values for the markers of a statement, in their order.
func (a *answered) bind(best *proof.Judgement, bounds []bound, one bound) string {
	text := strings.TrimSuffix(strings.TrimSpace(cql.ProofStatement(best)), ";")
	for _, condition := range best.Select.Where {
		if len(condition.Values) != 1 || condition.Values[0].Kind != access.Marker {
			continue
		}
		literal := a.literal(best, &condition, bounds, one)
		text = strings.Replace(text, "?", literal, 1)
	}
	return text
}

func (a *answered) literal(best *proof.Judgement, condition *access.Condition, bounds []bound, one bound) string {
	column := condition.Columns[0]
	for _, b := range bounds {
		if !a.isOf(best, column, b.given.Attribute, b.given.Participant) || a.columns[best.Table][column].Aggregate != "" {
			continue
		}
		if one.given == b.given {
			b = one
		}
		switch {
		case condition.Operator == access.In:
			var literals []string
			for _, v := range b.values {
				literals = append(literals, v.literal)
			}
			return "(" + strings.Join(literals, ", ") + ")"
		case strings.HasPrefix(string(condition.Operator), "<"):
			return b.values[len(b.values)-1].literal
		}
		return b.values[0].literal
	}
	for _, item := range a.m.Physical.Relations[best.Table].Columns {
		if item.Name == column {
			return bucketValue(item.Type).literal
		}
	}
	return "?"
}

// selected returns the values of a row in the order of finds.
func (a *answered) selected(j *join, best *proof.Judgement, scanned []any, bounds []bound) ([]value, bool) {
	var row []value
	for _, f := range j.finds() {
		at := slices.IndexFunc(best.Select.Selectors, func(v access.Value) bool { return a.selects(best, &v, f) })
		if at < 0 {
			return nil, false
		}
		row = append(row, value{text: textOf(scanned[at], a.typeOf(best, &best.Select.Selectors[at]))})
	}
	return row, true
}

// selects reports whether a selector returns what a query finds.
func (a *answered) selects(best *proof.Judgement, v *access.Value, f found) bool {
	isType := a.m.Concepts.Entities[f.attribute] != nil || a.m.Concepts.Relationships[f.attribute] != nil || f.attribute == ""
	switch {
	case v.Kind == access.Function && v.Text == "count_rows":
		return f.aggregate == model.Count && (isType || f.attribute != "")
	case v.Kind == access.Function && len(v.Values) == 1:
		c := a.columns[best.Table][v.Values[0].Text]
		return c != nil && c.Attribute == f.attribute && (c.Aggregate == f.aggregate || string(f.aggregate) == v.Text)
	}
	c := a.columns[best.Table][v.Text]
	return c != nil && c.Aggregate == f.aggregate && (c.Attribute == f.attribute || isType && c.Attribute == "") && (c.Participant == f.participant || f.participant == "")
}

func (a *answered) typeOf(best *proof.Judgement, v *access.Value) string {
	for _, column := range a.m.Physical.Relations[best.Table].Columns {
		if column.Name == v.Text {
			return column.Type.Unfrozen().Name
		}
	}
	return ""
}

// textOf writes a value that the driver read as valueOf does.
func textOf(pointer any, typ string) string {
	read := reflect.Indirect(reflect.ValueOf(pointer)).Interface()
	switch v := read.(type) {
	case time.Time:
		if typ == "date" {
			return v.Format(time.DateOnly)
		}
		return v.UTC().Format("2006-01-02T15:04:05.000Z")
	case time.Duration:
		return time.Time{}.Add(v).Format("15:04:05")
	case map[string]any:
		var parts []string
		for name, part := range v {
			parts = append(parts, name+":"+textOf(&part, ""))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	case nil:
		return "null"
	}
	if list := reflect.ValueOf(read); list.Kind() == reflect.Slice && typ != "inet" {
		var parts []string
		for i := range list.Len() {
			element := list.Index(i).Interface()
			parts = append(parts, textOf(&element, ""))
		}
		if len(parts) == 0 {
			return "null"
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, " ") + "]"
	}
	text := fmt.Sprint(read)
	if number, err := strconv.ParseFloat(text, 64); err == nil { // 8.0 is 8
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return text
}

// compare compares the rows, then their order.
func (a *answered) compare(j *join, best *proof.Judgement, name string, want, got [][]value, bounds []bound) {
	a.t.Helper()
	limit := j.query.Limit
	collected := best.Repeats || j.query.Distinct
	for at, f := range j.finds() {
		if slices.ContainsFunc(best.Select.Selectors, func(v access.Value) bool {
			c := a.columns[best.Table][v.Text]
			return c != nil && c.Attribute == f.attribute && a.collects(c)
		}) {
			got, collected = elementsOf(got, at), true
		}
	}
	wanted, returned := rowTexts(want, collected), rowTexts(got, collected)
	switch {
	case limit > 0 && len(wanted) > limit:
		if len(returned) != limit || slices.ContainsFunc(returned, func(row string) bool { return !slices.Contains(wanted, row) }) {
			a.t.Errorf("%s: got %d rows %v, want %d of %v\n%s", name, len(returned), returned, limit, wanted, a.bind(best, bounds, bound{}))
		}
	case !slices.Equal(wanted, returned):
		a.t.Errorf("%s: got %d rows, want %d\n got %v\nwant %v\n%s", name, len(returned), len(wanted), returned, wanted, a.bind(best, bounds, bound{}))
	}
	if !best.Ordered || best.Sort != nil || best.Spread != nil {
		return
	}
	finds := j.finds()
	for i := 1; i < len(got); i++ {
		for _, item := range model.Sorted(j.query.SortBy) {
			at := slices.IndexFunc(finds, func(f found) bool {
				return f.attribute == item.Value.Attribute && f.participant == item.Value.Participant && f.aggregate == ""
			})
			if at < 0 {
				break // what is not selected cannot be compared
			}
			order := compareValues(got[i-1][at], got[i][at])
			if item.Value.Descending {
				order = -order
			}
			if order > 0 {
				a.t.Errorf("%s: %s comes before %s", name, got[i-1][at].text, got[i][at].text)
			}
			if order != 0 {
				break
			}
		}
	}
}

// elementsOf returns a row for each element of a collection.
func elementsOf(rows [][]value, at int) [][]value {
	var all [][]value
	for _, row := range rows {
		for element := range strings.FieldsSeq(strings.Trim(row[at].text, "[]")) {
			one := slices.Clone(row)
			one[at].text = element
			all = append(all, one)
		}
	}
	return all
}

func rowTexts(rows [][]value, once bool) []string {
	var texts []string
	for _, row := range rows {
		var words []string
		for _, v := range row {
			words = append(words, v.text)
		}
		texts = append(texts, strings.Join(words, " | "))
	}
	slices.Sort(texts)
	if once {
		texts = slices.Compact(texts)
	}
	return texts
}
