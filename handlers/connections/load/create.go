package load

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"widerow/cql/sample"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/store/cluster"
)

// create makes the keyspaces with their tables: anew, or what an interrupted job has not made yet.
func (l *loader) create(ctx context.Context, markers map[string]*marker) error {
	replication, err := l.replication(ctx)
	if err != nil {
		return err
	}
	for _, keyspace := range l.schema.Keyspaces {
		name := syntax.QuoteName(keyspace.Name)
		l.say(Step{What: "Creating " + keyspace.Name})
		m, exists := markers[keyspace.Name]
		if exists && !l.continues(m) {
			if err := l.execute(ctx, "DROP KEYSPACE "+name); err != nil {
				return err
			}
			delete(markers, keyspace.Name)
			exists = false
		}
		if !exists {
			if err := l.execute(ctx, "CREATE KEYSPACE "+name+" WITH replication = "+replication); err != nil {
				return err
			}
		}
		if err := l.mark(ctx, keyspace.Name, l.tablesOf(keyspace)); err != nil {
			return err
		}
		for _, part := range keyspace.Parts {
			if err := l.add(ctx, part); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) tablesOf(keyspace sample.Keyspace) []string {
	var names []string
	for _, part := range keyspace.Parts {
		if part.Relation != "" {
			names = append(names, l.schema.Model.Physical.Relations[part.Relation].Name)
		}
	}
	return names
}

// add executes a statement of the schema. A view that the server does not allow becomes a table, and an index
// that it does not allow is left out.
func (l *loader) add(ctx context.Context, part sample.Part) error {
	err := l.execute(ctx, repeatable(part.Text))
	var refusal *cluster.Refusal
	switch {
	case err == nil, !errors.As(err, &refusal):
		return err
	case part.Optional:
		l.note(fmt.Sprintf("left out: %s, since the cluster refuses it: %s", firstWords(part.Text), refusal.Message))
		return nil
	case part.IsView:
		relation := l.schema.Model.Physical.Relations[part.Relation]
		l.note(fmt.Sprintf("%s is a table here and not a view, since the cluster refuses the view: %s", relation.Name, refusal.Message))
		l.instead[part.Relation] = true
		return l.execute(ctx, repeatable(l.schema.AsTable(part.Relation)))
	}
	return fmt.Errorf("%s: %w", firstWords(part.Text), err)
}

// repeatable makes a statement one that may run twice.
func repeatable(text string) string {
	for _, kind := range []string{"CREATE TABLE ", "CREATE TYPE ", "CREATE MATERIALIZED VIEW ", "CREATE CUSTOM INDEX ", "CREATE INDEX "} {
		if rest, is := strings.CutPrefix(text, kind); is {
			return kind + "IF NOT EXISTS " + rest
		}
	}
	return text
}

// execute executes a statement on the schema, and waits until the nodes agree on it.
func (l *loader) execute(ctx context.Context, text string) error {
	if _, err := l.session.Run(ctx, cluster.Statement{Text: text}); err != nil {
		return err
	}
	_, err := l.session.AwaitAgreement(ctx)
	return err
}

// replication returns the replication of the keyspaces: one copy in the datacenter that executes the statements.
func (l *loader) replication(ctx context.Context) (string, error) {
	if l.job.Model.Target == model.Keyspaces {
		return "{'class': 'SingleRegionStrategy'}", nil
	}
	rows, err := l.rows(ctx, "SELECT data_center FROM system.local")
	if err != nil {
		return "", err
	}
	if len(rows) == 0 || rows[0][0] == "" {
		return "{'class': 'SimpleStrategy', 'replication_factor': 1}", nil
	}
	return fmt.Sprintf("{'class': 'NetworkTopologyStrategy', '%s': 1}", strings.ReplaceAll(rows[0][0], "'", "''")), nil
}
