package cql_test

import (
	"fmt"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// extraKeyspace returns a keyspace that is created and dropped repeatedly. Its name
// begins like the home keyspace.
func (w *ddlWriter) extraKeyspace() string {
	if w.fault(4) {
		return w.pick("system", "system_schema", "system_views", "system_virtual_schema", "system_auth", "system_traces", "system_distributed", `"K 1"`, `"é"`,
			strings.Repeat("k", 49), "nosuch")
	}
	return w.home + w.pick("x", "y", strings.Repeat("z", 48-len(w.home)))
}

var replications = optionValues{
	[]string{"{'class': 'SimpleStrategy', 'replication_factor': 1}", "{'class': 'SimpleStrategy', 'replication_factor': '2'}", "{'class': 'SimpleStrategy'}",
		"{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}", "{'class': 'NetworkTopologyStrategy'}", "{'class': 'NetworkTopologyStrategy', 'replication_factor': 2}",
		"{'class': 'org.apache.cassandra.locator.SimpleStrategy', 'replication_factor': 1}", "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1, 'replication_factor': 2}",
		"{'replication_factor': 1, 'class': 'SimpleStrategy'}"},
	[]string{"{'class': 'SimpleStrategy', 'replication_factor': 'x'}", "{'class': 'SimpleStrategy', 'replication_factor': -1}", "{'class': 'nosuch', 'replication_factor': 1}",
		"{'class': 'SimpleStrategy', 'replication_factor': '3/1'}", "{'class': 'SimpleStrategy', 'nosuch': 1}", "{'class': 'LocalStrategy'}", "{'replication_factor': 1}",
		"{'class': 'NetworkTopologyStrategy', 'datacenter1': 'x'}", "{'class': 'NetworkTopologyStrategy', 'datacenter1': -1}", "'x'", "5", "{'class': {}}",
		"{'class': 'SimpleStrategy', 'class': 'SimpleStrategy'}", "{'class': 'SimpleStrategy', 'replication_factor': 0}", "{'class': 'SimpleStrategy', 'replication_factor': ''}",
		"{'class': 'SimpleStrategy', 'replication_factor': 1.5}", "{'class': 'SimpleStrategy', 'replication_factor': 1, 'datacenter1': 1}", "{'class': 'simplestrategy'}",
		"{'class': 'org.apache.cassandra.locator.LocalStrategy'}", "{'class': ''}", "{'class': 'NetworkTopologyStrategy', 'replication_factor': 'x'}",
		"{'class': 'SimpleStrategy', 'replication_factor': '1/1'}", "{'class': 'SimpleStrategy', 'replication_factor': '1/2'}",
		"{'class': 'NetworkTopologyStrategy', 'datacenter1': '3/1'}", "{'class': 'x.Y'}", "{'class': 'OldNetworkTopologyStrategy', 'replication_factor': 1}"},
}

func (w *ddlWriter) keyspaceOptions() []string {
	var clauses []string
	if !w.fault(6) {
		clauses = append(clauses, "replication = "+w.value(replications))
	}
	if w.chance(30) {
		clauses = append(clauses, "durable_writes = "+w.value(optionValues{[]string{"true", "'false'", "1"}, []string{"'x'", "{}", "5", "''"}}))
	}
	switch {
	case w.fault(4):
		clauses = append(clauses, w.pick("nosuch = 1", "comment = 'x'", "durable_writes = true", "replication = {'class': 'SimpleStrategy'}"))
	case len(clauses) == 0:
		clauses = append(clauses, "durable_writes = true")
	}
	return clauses
}

func (w *ddlWriter) createKeyspace() string {
	return "CREATE KEYSPACE " + w.ifNotExists() + w.extraKeyspace() + w.with(w.keyspaceOptions())
}

func (w *ddlWriter) alterKeyspace() string {
	clauses := w.keyspaceOptions()
	if w.fault(3) {
		clauses = []string{"replication = {}"}
	}
	return "ALTER KEYSPACE " + w.ifExists() + w.keyspaceThere() + w.with(clauses)
}

// keyspaceThere returns an existing extra keyspace, or home.
func (w *ddlWriter) keyspaceThere() string {
	var names []string
	for _, item := range model.Sorted(w.there.Physical.Keyspaces) {
		if item.Value.Name != w.other {
			names = append(names, syntax.QuoteName(item.Value.Name))
		}
	}
	if w.fault(10) {
		return w.extraKeyspace()
	}
	return w.pick(names...)
}

func (w *ddlWriter) use() string {
	return "USE " + w.faulty(15, w.extraKeyspace(), w.pick(w.home, w.home, w.other))
}

// drop drops an existing element, but only extra keyspaces.
func (w *ddlWriter) drop() string {
	switch roll := w.IntN(100); {
	case roll < 25:
		return fmt.Sprintf("DROP TABLE %s%s", w.ifExists(), w.someTable().name)
	case roll < 50:
		name, _ := w.typeThere()
		return fmt.Sprintf("DROP TYPE %s%s", w.ifExists(), name)
	case roll < 75:
		return fmt.Sprintf("DROP INDEX %s%s", w.ifExists(), w.indexThere())
	case roll < 90:
		name := w.in(w.viewName())
		if views := w.relations(model.MaterializedView); len(views) > 0 && !w.fault(15) {
			name = views[w.IntN(len(views))].name
		}
		return fmt.Sprintf("DROP MATERIALIZED VIEW %s%s", w.ifExists(), name)
	}
	return fmt.Sprintf("DROP KEYSPACE %s%s", w.ifExists(), w.extraKeyspace())
}

func (w *ddlWriter) indexThere() string {
	var names []string
	for _, table := range w.relations(model.Table) {
		for _, index := range model.Sorted(table.Indexes) {
			if index.Value.Name != "" {
				names = append(names, syntax.QuoteName(index.Value.Name))
			}
		}
	}
	if len(names) == 0 || w.fault(12) {
		return w.in(w.pick("i0", "i1", "t0_c_idx", `"I5"`, "nosuch"))
	}
	return w.in(w.pick(names...))
}
