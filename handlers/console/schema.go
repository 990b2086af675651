package console

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/perform"
	"widerow/cql/syntax"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	webconsole "widerow/web/console"
)

// schema is the schema against which statements are judged: the tables of the model, or the tables of the cluster if
// the model lacks their keyspace.
type schema struct {
	model *model.Model
	// ofCluster names the keyspace that was read from the cluster, "" for the model.
	ofCluster string
}

// schemaFor returns the schema for a statement. A cluster that cannot be asked, or lacks the keyspace, leaves the model.
func (p *pages) schemaFor(c echo.Context, m *model.Model, form webconsole.Form, statement syntax.Statement) *schema {
	own := &schema{model: m}
	keyspace := keyspaceOf(statement, form)
	if keyspace == "" || isOfServer(keyspace) || hasKeyspace(m, keyspace) || form.Connection == "" {
		return own
	}
	if read := p.clusterSchema(c, m, form.Connection, keyspace); read != nil {
		return read
	}
	return own
}

// clusterSchema returns a keyspace of the cluster, nil if it cannot be read.
func (p *pages) clusterSchema(c echo.Context, m *model.Model, connection, keyspace string) *schema {
	key := schemaKey{p.Holder(c), connection, keyspace}
	if kept := p.schemas.get(key, p.Now()); kept != nil {
		return &schema{kept, keyspace}
	}
	answer, err := p.Ask(c.Request().Context(), c, model.ID(connection), reach.Job{Server: true, Schema: true, Keyspaces: []string{keyspace}})
	if err != nil || strings.TrimSpace(answer.Schema) == "" {
		return nil
	}
	done, err := p.WorkHere(c, feature.ScriptWeight*int64(len(answer.Schema)))
	if err != nil {
		return nil
	}
	defer done()
	read, findings := cql.ImportFindings(targetOf(answer, m), answer.Schema, "Cluster")
	if slices.ContainsFunc(findings, func(f cql.Finding) bool { return f.Severity == cql.Error }) {
		return nil
	}
	p.schemas.put(key, read, p.Now())
	return &schema{read, keyspace}
}

func targetOf(answer *reach.Answer, m *model.Model) model.Target {
	if target := model.Target(answer.Server.Target); slices.Contains(cql.Targets(), target) {
		return target
	}
	return m.Target
}

// keyspaceOf is the keyspace that a statement is about.
func keyspaceOf(statement syntax.Statement, form webconsole.Form) string {
	if batch, is := statement.(*syntax.Batch); is && len(batch.Statements) > 0 {
		statement = batch.Statements[0]
	}
	if name := syntax.Subject(statement).Keyspace.Name; name != "" {
		return name
	}
	return form.Keyspace
}

// isOfServer reports whether a keyspace is the server's own.
func isOfServer(keyspace string) bool {
	return keyspace == "system" || strings.HasPrefix(keyspace, "system_")
}

func hasKeyspace(m *model.Model, name string) bool {
	for _, keyspace := range m.Physical.Keyspaces {
		if keyspace.Name == name {
			return true
		}
	}
	return false
}

// judgedText judges a text of one statement; nil if it is not one.
func (s *schema) judgedText(text, keyspace string) *chosen {
	verdicts := cql.JudgeStatements(s.model, parse.ParseFor(s.model.Target, text), keyspace)
	if len(verdicts) != 1 {
		return nil
	}
	one := &chosen{statement: verdicts[0].Statement, text: text, asked: text, verdict: verdicts[0], schema: s}
	one.markers = perform.Binds(one.statement, s.relationOf(one.verdict.Table))
	return one
}

// table returns the table of the model that the statement is about, "" for none.
func (s *chosen) table() model.ID {
	if s.schema.ofCluster != "" {
		return ""
	}
	keyspace, name, _ := strings.Cut(s.verdict.Table, ".")
	id, _ := relationNamed(s.schema.model, keyspace, name)
	return id
}

// relationOf returns the table or view of a qualified name, nil for none.
func (s *schema) relationOf(table string) *model.Relation {
	keyspace, name, _ := strings.Cut(table, ".")
	_, relation := relationNamed(s.model, keyspace, name)
	return relation
}

// says is where the statement was checked.
func (s *schema) says() string {
	if s.ofCluster != "" {
		return "It was checked against the keyspace " + s.ofCluster + " of the cluster: the model has no such keyspace."
	}
	return "It was checked against the tables of the model: those of the cluster may differ."
}

func relationNamed(m *model.Model, keyspace, name string) (model.ID, *model.Relation) {
	for id, relation := range m.Physical.Relations {
		if home := m.Physical.Keyspaces[relation.Keyspace]; relation.Name == name && home != nil && home.Name == keyspace {
			return id, relation
		}
	}
	return "", nil
}
