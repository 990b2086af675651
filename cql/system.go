package cql

import (
	_ "embed" // for systemScript
	"strings"
	"sync"

	"widerow/model/access"
	"widerow/model/schema"
)

// systemScript creates the tables of the server's own keyspaces, the virtual
// ones after virtualMark.
//
//go:embed system.cql
var systemScript string

const virtualMark = "\n-- VIRTUAL\n"

// systemTable is a table of the server. A virtual one shows the server's state and
// can be filtered without ALLOW FILTERING.
type systemTable struct {
	*access.Table
	virtual bool
}

// systemTables are the tables of the server's own keyspaces.
var systemTables = sync.OnceValue(func() map[schema.Name]systemTable {
	tables := map[schema.Name]systemTable{}
	stored, virtual, _ := strings.Cut(systemScript, virtualMark)
	for i, script := range []string{stored, virtual} {
		// A keyspace of these names cannot be created.
		const prefix = "widerow_"
		m, _ := Import(strings.ReplaceAll(script, "CREATE TABLE system", "CREATE TABLE "+prefix+"system"), "system")
		for id := range m.Physical.Relations {
			table := access.NewTable(m, id)
			table.Keyspace = strings.TrimPrefix(table.Keyspace, prefix)
			tables[schema.Name{Keyspace: table.Keyspace, Name: table.Name}] = systemTable{table, i == 1}
		}
	}
	return tables
})

// systemTable finds a table of the server's own keyspaces. Only those of Cassandra
// 5.0 are known. For another database it returns nil without a refusal.
func (j *judge) systemTable(name schema.Name) (*access.Table, *schema.Refusal) {
	if j.target != cassandra50 {
		return nil, nil
	}
	found, known := systemTables()[name]
	if !known {
		return nil, invalid("table %s does not exist", name.Name).
			Advise("{table}The script must create the table before this statement.")
	}
	return found.Table, nil
}

// isVirtual reports whether a table is a virtual one of the server.
func isVirtual(table *access.Table) bool {
	if !schema.IsSystem(table.Keyspace) {
		return false
	}
	return systemTables()[schema.Name{Keyspace: table.Keyspace, Name: table.Name}].virtual
}
