package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
	webconsole "widerow/web/console"
)

// question returns what a person must confirm before the statement leaves, or why it may not.
func (p *pages) question(c echo.Context, form webconsole.Form, s *chosen) (question *webconsole.Question, refused string, err error) {
	connection, err := p.Named(c, model.ID(form.Connection))
	if err != nil {
		return nil, "", err
	}
	changes, _ := syntax.Effect(s.statement)
	if changes && !connection.Writes {
		return nil, connection.Name + " only reads: its settings do not allow statements that change data or the schema. Admins of this server change them.", nil
	}
	if rejected := rejection(s); rejected != nil && c.FormValue("sure") != "sent" {
		return rejected, "", nil
	}
	switch {
	case changes:
		touched := touches(s.schema.model, s.statement, form.Keyspace)
		touched.Sure = c.FormValue("sure")
		if c.FormValue("confirm") == touched.Word {
			return nil, "", nil
		}
		if c.FormValue("confirm") != "" {
			touched.Wrong = true
		}
		return &touched, "", nil
	case reads(s) != "" && c.FormValue("sure") != "scan":
		return &webconsole.Question{Words: reads(s), Sure: "scan", Button: "Run it all the same"}, "", nil
	}
	return nil, "", nil
}

// rejection is the verdict of Cassandra on a statement that the model's schema does not take.
func rejection(s *chosen) *webconsole.Question {
	for _, finding := range s.verdict.Findings {
		if finding.Severity == cql.Error {
			question := &webconsole.Question{Words: finding.Message, Hint: finding.Hint, Rejected: true, Sure: "sent", Button: "Send it all the same"}
			if from, to := int(finding.From.Offset), int(finding.To.Offset); to > from {
				question.Place = marked(s.text, from, to)
			} else if finding.Code == "cql/syntax" {
				question.Place = markedAt(s.text, int(finding.Position.Offset))
			}
			return question
		}
	}
	return nil
}

// reads says why a SELECT is expensive, or is "".
func reads(s *chosen) string {
	plan := s.verdict.Plan
	if _, is := s.statement.(*syntax.Select); !is || plan == nil {
		return ""
	}
	switch {
	case plan.Kind == access.Scan:
		return "This reads the whole table on every node: its latency grows with the table."
	case plan.Filtering || plan.Kind == access.FilterInPartition:
		return "This reads rows and drops those that do not match (ALLOW FILTERING)."
	}
	return ""
}

// touches describes what a statement changes, and the word that confirms it: the name of its table or keyspace.
func touches(m *model.Model, statement syntax.Statement, keyspace string) webconsole.Question {
	subject := syntax.Subject(statement)
	word := subject.Name.Name
	if word == "" {
		word = subject.Keyspace.Name
	}
	if word == "" {
		word = strings.ToLower(firstWord(syntax.PrintStatement(statement)))
	}
	if subject.Keyspace.Name != "" {
		keyspace = subject.Keyspace.Name
	}
	question := webconsole.Question{Word: word, Button: "Run it"}
	id, relation := relationNamed(m, keyspace, subject.Name.Name)
	table := keyspace + "." + subject.Name.Name
	switch s := statement.(type) {
	case *syntax.Insert:
		question.Words = "INSERT writes one row of " + table + "."
	case *syntax.Update:
		question.Words = "UPDATE writes the rows of " + table + " with this key; without one, it makes it."
	case *syntax.Delete:
		question.Words = deletes(m, id, relation, table, s)
	case *syntax.Truncate:
		question.Words = "TRUNCATE removes all rows of " + table + "."
	case *syntax.Batch:
		var tables []string
		if tables, question.Word = batchTables(s, keyspace); question.Word == "" {
			question.Word = word
		}
		question.Words = fmt.Sprintf("BATCH runs %s on %s.", web.Count(len(s.Statements), "statement"), strings.Join(tables, ", "))
	default:
		question.Words = firstWord(syntax.PrintStatement(statement)) + " changes the schema or the roles of the cluster."
	}
	return question
}

// batchTables returns the tables that a batch writes, and the name of the first.
func batchTables(batch *syntax.Batch, keyspace string) (tables []string, first string) {
	for _, statement := range batch.Statements {
		subject := syntax.Subject(statement)
		first = cmp.Or(first, subject.Name.Name)
		if table := cmp.Or(subject.Keyspace.Name, keyspace) + "." + subject.Name.Name; !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	return tables, first
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return word
}

// deletes says how many rows a DELETE removes, by the numbers of the model.
func deletes(m *model.Model, id model.ID, relation *model.Relation, table string, s *syntax.Delete) string {
	what := "rows of " + table
	if len(s.Deletions) > 0 {
		what = "values in " + table
	}
	if relation == nil {
		return "DELETE removes " + what + ". The model has no such table, so nobody knows how many."
	}
	given := map[string]bool{}
	for i := range s.Where {
		if s.Where[i].Operator == "=" || s.Where[i].Operator == "IN" {
			for _, column := range s.Where[i].Columns {
				given[column.Name] = true
			}
		}
	}
	whole, isRange := true, false
	for _, column := range relation.SortedColumns() {
		if column.Value.Role == model.Clustering && !given[column.Value.Name] {
			whole, isRange = false, isRange || restricted(s, column.Value.Name)
		}
	}
	if whole {
		return "DELETE removes one row of " + table + " for each key given."
	}
	rows := mapping.SizesOf(m, []model.ID{id}, sizing.Disk)[id].Typical.Rows
	if isRange {
		return fmt.Sprintf("DELETE with a range removes part of a partition of %s, which has about %s rows.", table, sizing.FormatNumber(rows))
	}
	return fmt.Sprintf("DELETE without the whole key removes a partition of about %s rows of %s, or the part below the columns given.",
		sizing.FormatNumber(rows), table)
}

func restricted(s *syntax.Delete, column string) bool {
	for i := range s.Where {
		for _, named := range s.Where[i].Columns {
			if named.Name == column {
				return true
			}
		}
	}
	return false
}
