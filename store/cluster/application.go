package cluster

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// Application is a statement that clients of the cluster execute.
type Application struct {
	Keyspace string // in use; "" for none
	Text     string
	Source   string // the table of the server that had it
}

// Applications returns the statements of clients that the nodes have prepared, execute at the
// moment, or have logged as slow. Statements on tables of the server are left out. missing are the
// nodes that did not answer.
func (s *Session) Applications(ctx context.Context) (statements []Application, missing map[string]string, err error) {
	known := map[Application]bool{}
	_, missing, err = s.onEachNode(ctx, func(ctx context.Context, node *Session) error {
		for _, from := range []struct{ table, keyspace, text string }{
			{"system.prepared_statements", "logged_keyspace", "query_string"},
			{"system_views.queries", "", "task"},
			{"system_views.slow_queries", "keyspace_name", "query"},
		} {
			rows, err := node.rows(ctx, "SELECT * FROM "+from.table)
			if err != nil && !isRefusal(err) { // the tables are of 3.10, 4.1 and 6.0
				return err
			}
			for _, row := range rows {
				a := Application{row[from.keyspace], strings.TrimSpace(row[from.text]), from.table}
				if a.isOfClients() {
					known[a] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return slices.SortedFunc(maps.Keys(known), func(a, b Application) int {
		return cmp.Or(strings.Compare(a.Keyspace, b.Keyspace), strings.Compare(a.Text, b.Text), strings.Compare(a.Source, b.Source))
	}), missing, nil
}

// isOfClients reports whether a text is a statement on rows, and not one on a table of the
// server.
func (a Application) isOfClients() bool {
	first, _, _ := strings.Cut(a.Text, " ")
	folded := strings.ToLower(a.Text)
	return slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN"}, strings.ToUpper(first)) && !isSystem(a.Keyspace) &&
		!strings.Contains(folded, " system.") && !strings.Contains(folded, " system_")
}

// Script returns the statements as one script.
func Script(statements []Application) string {
	var script strings.Builder
	inUse := ""
	for _, a := range statements {
		if a.Keyspace != inUse && a.Keyspace != "" {
			script.WriteString("USE " + quoteName(a.Keyspace) + ";\n")
			inUse = a.Keyspace
		}
		script.WriteString(strings.TrimRight(a.Text, "; \n") + ";\n")
	}
	return script.String()
}
