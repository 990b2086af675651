package cassandra

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"widerow/store"
	"widerow/store/cluster"
)

// found describes the content of a keyspace.
type found struct {
	tables  map[string][]column // by table
	owner   string              // "" without a row of layout
	version int
	readers int // the oldest layout whose programs may use it
}

// isEmpty reports that nobody has created tables.
func (f found) isEmpty() bool { return len(f.tables) == 0 }

// look reads what is in the keyspace.
func (k *keyspace) look(ctx context.Context) (found, error) {
	f := found{tables: map[string][]column{}}
	const columns = "SELECT table_name, column_name, kind, type FROM system_schema.columns WHERE keyspace_name = ?"
	err := k.data.Each(ctx, cluster.Read{Text: columns, Values: []any{k.address.Cluster.Keyspace}}, func(scan func(...any) error) error {
		var name string
		var c column
		if err := scan(&name, &c.name, &c.kind, &c.typed); err != nil {
			return err
		}
		if c.kind == "clustering" || c.kind == "partition_key" || c.kind == "static" || c.kind == "regular" {
			f.tables[name] = append(f.tables[name], c)
		}
		return nil
	})
	if err != nil || f.tables["layout"] == nil {
		return f, err
	}
	const layout = "SELECT owner, version, readable_by FROM layout WHERE part = 'store'"
	err = k.data.Each(ctx, cluster.Read{Text: layout}, func(scan func(...any) error) error {
		return scan(&f.owner, &f.version, &f.readers)
	})
	if refused := (&cluster.Refusal{}); errors.As(err, &refused) && refused.IsInvalid() {
		return f, nil // a table of another program
	}
	return f, err
}

// checkLayout returns an error unless the keyspace is one of a store that this program can use.
func (k *keyspace) checkLayout(ctx context.Context) error {
	if err := k.checkServer(ctx); err != nil {
		return k.explainRights(err)
	}
	f, err := k.look(ctx)
	if err != nil {
		return k.explainRights(err)
	}
	if err := f.check(k.address); err != nil {
		return err
	}
	return nil
}

// checkServer returns an error for a database whose conditional writes cannot be relied on.
func (k *keyspace) checkServer(ctx context.Context) error {
	server, err := k.session.Server(ctx)
	if err != nil {
		return err
	}
	return checkVersion(server, k.log)
}

func checkVersion(server cluster.Server, log *slog.Logger) error {
	if server.Name == "cassandra" && server.Target == "cassandra-3.11" {
		return fmt.Errorf("this is Cassandra %s, in which a read at SERIAL may miss a write that comes to be (CASSANDRA-12126): "+
			"a store needs Cassandra 4.0 or later", server.Version)
	}
	if server.Name != "cassandra" {
		log.Warn("a store is tested with Apache Cassandra only", "database", server.Name, "version", server.Version)
	}
	return nil
}

func (f found) check(address Address) error {
	switch {
	case f.isEmpty():
		return fmt.Errorf("the keyspace %s has no tables yet: create them with widerow store init %s", address.Cluster.Keyspace, address)
	case f.owner == "" && f.isOurs():
		return fmt.Errorf("the tables in the keyspace %s are not complete: an init was interrupted; run widerow store init %s again",
			address.Cluster.Keyspace, address)
	case f.owner != layoutOwner:
		return fmt.Errorf("the keyspace %s belongs to another program: it has the tables %s; choose another keyspace",
			address.Cluster.Keyspace, f.names())
	case f.readers > layoutVersion:
		return fmt.Errorf("%w: the layout of the keyspace is %d, this program knows layouts up to %d: install the newer version of Widerow",
			store.ErrNewerFormat, f.version, layoutVersion)
	case f.version < oldestLayout:
		return fmt.Errorf("the layout of the keyspace is %d, this program needs %d: bring it up to date with widerow store init %s; "+
			"servers of the version before go on meanwhile", f.version, oldestLayout, address)
	}
	return f.checkTables(address, false)
}

// isOlder reports that the keyspace is a store of an older layout.
func (f found) isOlder() bool {
	return f.owner == layoutOwner && f.version < layoutVersion && f.readers <= layoutVersion
}

// isOurs reports whether every table is a table of a store. Some tables of the store may be missing.
func (f found) isOurs() bool {
	for name, columns := range f.tables {
		at := slices.IndexFunc(tables, func(t table) bool { return t.name == name })
		if at < 0 || len(tables[at].differences(columns)) > 0 {
			return false
		}
	}
	return true
}

func (f found) names() string {
	var names []string
	for name := range f.tables {
		names = append(names, name)
	}
	slices.Sort(names)
	const most = 10
	if len(names) > most {
		names = append(names[:most], "and others")
	}
	return strings.Join(names, ", ")
}

// checkTables compares the tables with schema.cql. What others have added does not matter. older: tables may
// be missing.
func (f found) checkTables(address Address, older bool) error {
	var altered []string
	for _, t := range tables {
		columns, exists := f.tables[t.name]
		if !exists && older {
			continue
		}
		if !exists {
			altered = append(altered, "table "+t.name+" is missing")
			continue
		}
		altered = append(altered, t.differences(columns)...)
	}
	if len(altered) == 0 {
		return nil
	}
	return fmt.Errorf("the tables in the keyspace %s were altered: %s: take that back, as widerow store init --print shows them, "+
		"or restore a backup into an empty keyspace", address.Cluster.Keyspace, strings.Join(altered, "; "))
}

// differences describes how columns differ from the columns of the table. Additional columns do not
// count, unless they are part of the key.
func (t table) differences(columns []column) (differences []string) {
	for _, want := range t.columns {
		at := slices.IndexFunc(columns, func(c column) bool { return c.name == want.name })
		switch {
		case at < 0:
			differences = append(differences, fmt.Sprintf("%s.%s is missing", t.name, want.name))
		case columns[at] != want:
			differences = append(differences, fmt.Sprintf("%s.%s is %s, %s, and must be %s, %s",
				t.name, want.name, columns[at].typed, words(columns[at].kind), want.typed, words(want.kind)))
		}
	}
	for _, c := range columns {
		known := slices.ContainsFunc(t.columns, func(want column) bool { return want.name == c.name })
		if !known && (c.kind == "partition_key" || c.kind == "clustering") {
			differences = append(differences, fmt.Sprintf("%s.%s is new in the primary key", t.name, c.name))
		}
	}
	return differences
}

// words returns the kind of a column for a person.
func words(kind string) string {
	switch kind {
	case "partition_key":
		return "in the partition key"
	case "clustering":
		return "a clustering column"
	case "static":
		return "static"
	}
	return "a regular column"
}

// checkRights tries to read and write each table, without an effect.
func (k *keyspace) checkRights(ctx context.Context) error {
	for _, t := range tables {
		if _, err := k.data.Apply(ctx, t.probe(), t.nothing()...); err != nil {
			if errors.Is(err, cluster.ErrUncertain) {
				err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
			}
			return k.explainRights(fmt.Errorf("table %s: %w", t.name, err))
		}
	}
	return nil
}

// explainRights says which permission a role lacks.
func (k *keyspace) explainRights(err error) error {
	refusal := (*cluster.Refusal)(nil)
	if !errors.As(err, &refusal) || !refusal.IsForbidden() {
		return err
	}
	keyspace, user := k.address.Cluster.Keyspace, k.address.Cluster.User
	return fmt.Errorf("%w: the role %s lacks a permission (%s): as an admin of the cluster, GRANT SELECT ON KEYSPACE %s TO %s; "+
		"GRANT MODIFY ON KEYSPACE %s TO %s", store.ErrReadOnly, user, refusal.Message, keyspace, user, keyspace, user)
}
