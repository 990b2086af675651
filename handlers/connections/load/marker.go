package load

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/cql/sample"
	"widerow/cql/syntax"
	"widerow/store/cluster"
)

// MarkerTable is the table in a keyspace by which Widerow knows that it has made it.
const MarkerTable = "widerow_sample"

// markerComment is the comment of the marker table. Nobody else's table has both its name and its comment.
const markerComment = "Widerow made this keyspace for sample data, and may drop it."

// marker is the row of the marker table.
type marker struct {
	model, revision, print string
	seed                   uint64
	rows                   int
	complete               bool
	tables, done           []string // those that were created, and those that are filled
	written                map[string]int64
	others                 []string // tables that Widerow has not made
	age                    string
}

const createMarker = "CREATE TABLE IF NOT EXISTS %s.widerow_sample (id text PRIMARY KEY, model text, revision text, " +
	"fingerprint text, seed bigint, rows_wanted int, state text, tables set<text>, done map<text, bigint>, started " +
	"timestamp, finished timestamp) WITH comment = '" + markerComment + "'"

var describedMarker = regexp.MustCompile(`(?m)^CREATE TABLE \S+\.` + MarkerTable + ` \([^;]*` + regexp.QuoteMeta(markerComment) + `[^;]*;\n*`)

// WithoutMarkers takes the marker tables out of a schema that a cluster describes: they are Widerow's and no
// part of a model.
func WithoutMarkers(schema string) string { return describedMarker.ReplaceAllString(schema, "") }

// look reads the markers of the keyspaces that exist. A keyspace that does not exist has no entry.
func (l *loader) look(ctx context.Context) (map[string]*marker, error) {
	found := map[string]*marker{}
	for _, keyspace := range l.result.Keyspaces {
		exists, err := l.rows(ctx, "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?", keyspace)
		if err != nil {
			return nil, err
		}
		if len(exists) == 0 {
			continue
		}
		m, err := l.markerOf(ctx, keyspace)
		if err != nil {
			return nil, err
		}
		found[keyspace] = m
	}
	return found, nil
}

// markerOf returns the marker of a keyspace, nil if it has none.
func (l *loader) markerOf(ctx context.Context, keyspace string) (*marker, error) {
	tables, err := l.rows(ctx, "SELECT table_name, comment FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(tables, func(row []string) bool { return row[0] == MarkerTable && row[1] == markerComment })
	if at < 0 {
		return nil, nil
	}
	rows, err := l.rows(ctx, "SELECT model, revision, fingerprint, seed, rows_wanted, state, tables, done, started FROM "+
		syntax.QuoteName(keyspace)+"."+MarkerTable+" WHERE id = 'sample'")
	if err != nil {
		return nil, err
	}
	m := &marker{written: map[string]int64{}}
	if len(rows) > 0 {
		m.read(rows[0])
	}
	for _, table := range tables {
		if table[0] != MarkerTable && !slices.Contains(m.tables, table[0]) {
			m.others = append(m.others, table[0])
		}
	}
	return m, nil
}

func (m *marker) read(row []string) {
	m.model, m.revision, m.print, m.complete, m.age = row[0], row[1], row[2], row[5] == "complete", row[8]
	m.seed, _ = strconv.ParseUint(row[3], 10, 64)
	m.rows, _ = strconv.Atoi(row[4])
	for _, name := range entries(row[6]) {
		m.tables = append(m.tables, unquote(name))
	}
	for _, entry := range entries(row[7]) {
		if at := strings.LastIndex(entry, ": "); at >= 0 {
			name := unquote(entry[:at])
			m.done = append(m.done, name)
			m.written[name], _ = strconv.ParseInt(entry[at+2:], 10, 64)
		}
	}
}

// entries splits the text of a set or a map of names: names have no comma outside of quotes.
func entries(text string) []string {
	return sample.Constants(strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}"))
}

func unquote(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(text, "'"), "'"), "''", "'")
}

// rows runs a SELECT of some rows, and returns their values as text.
func (l *loader) rows(ctx context.Context, text string, values ...any) ([][]string, error) {
	const most = 5000
	result, err := l.session.Run(ctx, cluster.Statement{Text: text, Values: values, PageSize: most})
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, row := range result.Rows {
		var plain []string
		for _, cell := range row {
			plain = append(plain, cell.Plain())
		}
		rows = append(rows, plain)
	}
	return rows, nil
}

// continues reports whether a keyspace has the beginning of the very data of the job.
func (l *loader) continues(m *marker) bool {
	return m != nil && !m.complete && m.print == l.print && m.seed == l.job.Seed && m.rows == l.job.Rows
}

// mayReplace refuses keyspaces that are not ours, and sample data that nobody has allowed to drop.
func (l *loader) mayReplace(markers map[string]*marker) error {
	for _, keyspace := range l.result.Keyspaces {
		m, exists := markers[keyspace]
		switch {
		case !exists:
		case m == nil:
			return &Refused{Keyspace: keyspace, Message: fmt.Sprintf("the keyspace %s exists, and Widerow has not made it (it has no table %s of Widerow's): "+
				"choose another name for the keyspace of the sample data, or drop this one yourself", keyspace, MarkerTable)}
		case len(m.others) > 0:
			return &Refused{Keyspace: keyspace, Message: fmt.Sprintf("the keyspace %s has tables beside the sample data (%s), which would be lost: "+
				"move or drop them, or choose another name for the keyspace", keyspace, strings.Join(m.others, ", "))}
		case !l.job.Again && !l.continues(m):
			return &Refused{Keyspace: keyspace, Again: true, Message: fmt.Sprintf(
				"the keyspace %s has sample data%s: it would be dropped and made anew", keyspace, m.words())}
		}
	}
	l.result.Resumed = len(markers) > 0
	for _, m := range markers {
		l.result.Resumed = l.result.Resumed && l.continues(m)
	}
	return nil
}

func (m *marker) words() string {
	words := ""
	if m.model != "" {
		words = " of the model " + m.model
	}
	if m.age != "" {
		words += ", of " + m.age[:min(len(m.age), len(time.DateOnly))]
	}
	return words
}

// mark writes the marker of a keyspace whose tables are about to be created.
func (l *loader) mark(ctx context.Context, keyspace string, tables []string) error {
	if err := l.execute(ctx, fmt.Sprintf(createMarker, syntax.QuoteName(keyspace))); err != nil {
		return err
	}
	quoted := make([]string, len(tables))
	for i, name := range tables {
		quoted[i] = "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	_, err := l.session.Run(ctx, cluster.Statement{
		Text: fmt.Sprintf("INSERT INTO %s.%s (id, model, revision, fingerprint, seed, rows_wanted, state, tables, started) "+
			"VALUES ('sample', ?, ?, ?, ?, ?, 'filling', {%s}, ?)",
			syntax.QuoteName(keyspace), MarkerTable, strings.Join(quoted, ", ")),
		Values: []any{l.job.Model.Name, l.job.Revision, l.print, int64(l.job.Seed), l.job.Rows, time.Now().UTC()}})
	return err
}

// markDone notes that a table is filled.
func (l *loader) markDone(ctx context.Context, keyspace, table string, rows int64) error {
	_, err := l.session.Run(ctx, cluster.Statement{
		Text:   fmt.Sprintf("UPDATE %s.%s SET done[?] = ? WHERE id = 'sample'", syntax.QuoteName(keyspace), MarkerTable),
		Values: []any{table, rows}})
	return err
}

// markComplete notes that all tables of a keyspace are filled.
func (l *loader) markComplete(ctx context.Context, keyspace string) error {
	_, err := l.session.Run(ctx, cluster.Statement{
		Text:   fmt.Sprintf("UPDATE %s.%s SET state = 'complete', finished = ? WHERE id = 'sample'", syntax.QuoteName(keyspace), MarkerTable),
		Values: []any{time.Now().UTC()}})
	return err
}
