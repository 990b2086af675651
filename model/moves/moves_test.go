package moves

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/validation"
)

func load(t testing.TB, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func relationNamed(t testing.TB, m *model.Model, name string) (model.ID, *model.Relation) {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id, relation
		}
	}
	t.Fatalf("there is no table %s", name)
	return "", nil
}

// parametersOf parses "name=value; name=value". A value that is the name of a
// column of the table is replaced by its ID.
func parametersOf(relation *model.Relation, text string) map[string]string {
	parameters := map[string]string{}
	for _, part := range strings.Split(text, "; ") {
		name, value, given := strings.Cut(part, "=")
		if !given {
			continue
		}
		var words []string
		for _, word := range strings.Split(value, " ") {
			for id, column := range relation.Columns {
				if column.Name == word {
					word = string(id)
				}
			}
			words = append(words, word)
		}
		parameters[name] = strings.Join(words, " ")
	}
	return parameters
}

// schemaOf writes a relation as a key and its columns: "t: a, b K, c C↓, d S, e".
func schemaOf(relation *model.Relation) string {
	marks := map[model.Role]string{model.Partition: " K", model.Clustering: " C↑", model.Static: " S"}
	var columns []string
	for _, item := range relation.SortedColumns() {
		mark := marks[item.Value.Role]
		if item.Value.Role == model.Clustering && item.Value.Descending {
			mark = " C↓"
		}
		columns = append(columns, item.Value.Name+mark)
	}
	return relation.Name + ": " + strings.Join(columns, ", ")
}

// sizeText formats a size by the book's formula, which courses and books use, as "typical
// bytes/cells, worst bytes/cells".
func sizeText(size *sizing.Size) string {
	if size == nil {
		return "none"
	}
	if size.Level == sizing.Unknown {
		return size.Text()
	}
	typical, worst := size.By(sizing.Book)
	return fmt.Sprintf("%.0f/%.0f %.0f/%.0f", typical.Bytes, typical.Cells, worst.Bytes, worst.Cells)
}

// moved is the expected effect of a move on a table of an example.
type moved struct {
	example, table string
	move           Name
	parameters     string
	// tables are the changed tables after the move with their sizes.
	tables []string
	// queries are the changed queries with what is noted.
	queries []string
}

func (want *moved) test(t *testing.T, m *model.Model) {
	t.Helper()
	id, relation := relationNamed(t, m, want.table)
	move, found := Offer(m, id, want.move)
	if !found {
		t.Fatalf("%s is not offered %s", want.table, want.move)
	}
	preview, err := move.With(parametersOf(relation, want.parameters)).Preview(model.SeededIDs([]byte("moves")))
	if err != nil {
		t.Fatal(err)
	}
	var tables, queries []string
	for _, change := range preview.Tables {
		if after := preview.After.Physical.Relations[change.Table]; after != nil {
			tables = append(tables, schemaOf(after)+" = "+sizeText(change.After))
		} else {
			tables = append(tables, m.Title(change.Table)+" = none")
		}
	}
	for _, change := range preview.Queries {
		if len(change.Notes) > 0 {
			queries = append(queries, m.Workflow.Queries[change.Query].Label+" "+strings.Join(change.Notes, ", "))
		}
	}
	if !slices.Equal(tables, want.tables) || !slices.Equal(queries, want.queries) {
		t.Errorf("%s of %s:\ngot  %s\n     %s\nwant %s\n     %s", want.move, want.table,
			strings.Join(tables, "\n     "), strings.Join(queries, "\n     "), strings.Join(want.tables, "\n     "), strings.Join(want.queries, "\n     "))
	}
	if preview.Cost == "" || preview.Words == "" {
		t.Errorf("%s of %s has no words %q or no cost %q", want.move, want.table, preview.Words, preview.Cost)
	}
}

// rank is smaller for a better verdict.
func rank(result *proof.Result) int {
	return slices.Index([]proof.Verdict{proof.Partition, proof.Partitions, proof.Index, proof.Filtering, proof.Scan, proof.None}, result.Verdict())
}

func errorsOf(m *model.Model) []string {
	var messages []string
	for _, finding := range cql.CheckModel(m) {
		if finding.Severity == cql.Error {
			messages = append(messages, finding.Message)
		}
	}
	return messages
}

// TestOfferedMoves: after each move that is offered, with its default parameters,
// the model is valid, Cassandra takes the schema, the logical tables are as they
// were, and a query that is served worse is named.
func TestOfferedMoves(t *testing.T) {
	count := map[Name]int{}
	for _, e := range example.All() {
		m := load(t, e.Slug)
		for id := range m.Physical.Relations {
			for _, move := range Offers(m, id) {
				count[move.Name]++
				t.Run(e.Slug+"/"+m.Title(id)+"/"+string(move.Name), func(t *testing.T) { checkOffer(t, m, move) })
			}
		}
	}
	for _, kind := range kinds {
		t.Logf("%s: offered %d times", kind.name, count[kind.name])
	}
}

func checkOffer(t *testing.T, m *model.Model, move Move) {
	p, err := move.Preview(model.SeededIDs([]byte("moves")))
	if err != nil {
		t.Fatal(err)
	}
	if problems := validation.Problems(p.After); len(problems) > len(validation.Problems(m)) {
		t.Errorf("the model is not valid: %+v", problems)
	}
	if messages := errorsOf(p.After); len(messages) > 0 {
		t.Errorf("the schema has errors: %s\n%s", strings.Join(messages, "\n"), cql.PrintModel(p.After, cql.PrintOptions{}))
	}
	if len(p.Tables) == 0 {
		t.Error("no table changes")
	}
	for id, table := range m.Logical.Tables {
		if is := p.After.Logical.Tables[id]; is == nil || is.Name != table.Name || len(is.Columns) != len(table.Columns) {
			t.Errorf("the logical table %s changes", table.Name)
		}
	}
	for _, change := range p.Tables {
		if change.Before != nil && change.After != nil && change.Before.Level != sizing.Unknown && change.After.Level == sizing.Unknown {
			t.Errorf("the size of %s is lost: %s", p.After.Title(change.Table), change.After.Text())
		}
	}
	if conflicts := validation.TypeConflicts(p.After); len(conflicts) > len(validation.TypeConflicts(m)) {
		t.Errorf("columns of one attribute differ in type: %s", conflicts[0].Words(p.After))
	}
	for id, was := range m.Physical.Relations {
		if is := p.After.Physical.Relations[id]; is != nil && !coversKey(is, was) {
			t.Errorf("rows of %s overwrite each other: it was %s", schemaOf(is), schemaOf(was))
		}
	}
	noted := map[model.ID]bool{}
	for _, change := range p.Queries {
		noted[change.Query] = change.Worse && len(change.Notes) > 0
	}
	before := proof.All(m)
	for i, is := range proof.All(p.After) {
		if rank(&is) > rank(&before[i]) && !noted[is.Query] {
			t.Errorf("%s is %s, was %s, and nobody is told", m.Title(is.Query), is.Verdict(), before[i].Verdict())
		}
	}
	again, err := edit.Apply(m, model.SeededIDs([]byte("again")), p.Commands...)
	if err != nil || len(again.Physical.Relations) != len(p.After.Physical.Relations) {
		t.Errorf("the commands cannot be applied again: %v", err)
	}
}

// coversKey reports whether a table still tells all rows apart: each logical column
// of its key is in the key, or in a collection.
func coversKey(is, was *model.Relation) bool {
	stored := model.IDSet{}
	for id, column := range is.Columns {
		for from := range column.From {
			stored[from] = stored[from] || column.Role.InKey() || isCollection(model.Item[*model.Column]{ID: id, Value: column})
		}
	}
	for _, column := range was.Columns {
		for from := range column.From {
			if column.Role.InKey() && !stored[from] {
				return false
			}
		}
	}
	return true
}
