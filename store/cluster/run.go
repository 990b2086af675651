package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// Statement is one statement for a cluster.
type Statement struct {
	// Text is one statement, without parameters or with those of Values.
	Text string
	// Values are the values of ? and :name, in their order. A string is converted to the
	// type of its parameter; nil is NULL. A value of a collection, a tuple, a vector or a
	// user-defined type must be part of the text, or Encoded.
	Values []any
	// Keyspace is in use for names without one. Empty means the keyspace of the options.
	Keyspace string
	// Consistency is a level such as LOCAL_QUORUM, Serial SERIAL or LOCAL_SERIAL. Empty means
	// LOCAL_ONE, and SERIAL.
	Consistency, Serial string
	// PageSize bounds the rows of the result; 0 means 100.
	PageSize int
	// PageState continues after the result that had it.
	PageState []byte
	// Trace asks the server for a record of what it does.
	Trace bool

	// aboutServer is a question of this package, which needs no keyspace.
	aboutServer bool
}

// Result is the answer to a statement: one page of rows.
type Result struct {
	Columns []Column
	Rows    [][]Cell
	// PageState is for the next page; nil after the last.
	PageState   []byte
	Duration    time.Duration
	Coordinator string // host:port of the node that answered
	Warnings    []string
	Trace       []Event
	// Truncated tells what of the page is missing; "" if nothing is.
	Truncated string
}

// Column is a column of a result.
type Column struct {
	Keyspace, Table, Name string
	Type                  string // in CQL, without "frozen"
}

// Cell is a value.
type Cell struct {
	Null bool
	// Text is the value as CQL writes it: 'text' in quotes, a blob as 0x00, null for NULL.
	Text string
	// Omitted is the number of bytes of a value that is too large to be shown; else 0.
	Omitted int

	kind    *columnType
	data    []byte
	encoded json.RawMessage // of a cell from another process
}

// Plain returns the value for a person: a text without its quotes. NULL is "".
func (c Cell) Plain() string {
	if c.Null {
		return ""
	}
	if inner, found := strings.CutPrefix(c.Text, "'"); found {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), "''", "'")
	}
	return c.Text
}

const defaultPageSize = 100

// Run executes a statement. The error is a *Refusal if the server refuses it.
func (s *Session) Run(ctx context.Context, statement Statement) (*Result, error) {
	if isUse(statement.Text) {
		return nil, fmt.Errorf("%w: USE would change the keyspace of other statements: set the keyspace of this one", ErrOptions)
	}
	link, err := s.link(ctx, s.keyspaceOf(statement))
	if err != nil {
		return nil, s.explainKeyspace(ctx, s.keyspaceOf(statement), err)
	}
	query, err := s.query(link.Session, statement)
	if err != nil {
		return nil, err
	}
	var tracer tracer
	if statement.Trace {
		query.Trace(&tracer)
	}
	begun := time.Now()
	iterator := query.IterContext(ctx)
	result := s.read(iterator)
	result.Duration = time.Since(begun)
	if err := iterator.Close(); err != nil {
		return nil, s.explainRun(ctx, link, err)
	}
	if len(tracer) > 0 { // one before the last is of preparing the statement
		if result.Trace, err = s.events(ctx, tracer[len(tracer)-1]); err != nil {
			result.Warnings = append(result.Warnings, "The trace could not be read: "+err.Error())
		}
	}
	return result, nil
}

func (s *Session) keyspaceOf(statement Statement) string {
	if statement.Keyspace != "" || statement.aboutServer {
		return statement.Keyspace
	}
	return s.options.Keyspace
}

// explainKeyspace explains why no connection with a keyspace in use could be opened: the
// driver does not tell that the keyspace is missing.
func (s *Session) explainKeyspace(ctx context.Context, keyspace string, failed error) error {
	if keyspace == "" || !errors.Is(failed, ErrUnreachable) {
		return failed
	}
	all, virtual, err := s.keyspaces(ctx)
	if err != nil || slices.Contains(all, keyspace) || slices.Contains(virtual, keyspace) {
		return failed
	}
	return &Refusal{Code: gocql.ErrCodeInvalid, Message: "Keyspace '" + keyspace + "' does not exist"}
}

// isUse reports whether a statement is USE, after comments.
func isUse(text string) bool {
	for {
		text = strings.TrimSpace(text)
		switch {
		case strings.HasPrefix(text, "--"), strings.HasPrefix(text, "//"):
			_, text, _ = strings.Cut(text, "\n")
		case strings.HasPrefix(text, "/*"):
			_, text, _ = strings.Cut(text, "*/")
		default:
			const use = "use"
			return len(text) > len(use) && strings.EqualFold(text[:len(use)], use) && strings.ContainsAny(text[len(use):len(use)+1], " \t\r\n\"/-")
		}
	}
}

// query prepares the driver's query.
func (s *Session) query(driver *gocql.Session, statement Statement) (*gocql.Query, error) {
	var query *gocql.Query
	if len(statement.Values) > 0 {
		query = driver.Bind(statement.Text, func(info *gocql.QueryInfo) ([]any, error) { return bind(info.Args, statement.Values) })
	} else {
		query = driver.Query(statement.Text)
	}
	size := statement.PageSize
	if size <= 0 {
		size = defaultPageSize
	}
	query = query.PageSize(min(size, s.options.Limits.Rows)).PageState(statement.PageState)
	if statement.Consistency != "" {
		level, err := consistency(statement.Consistency)
		if err != nil {
			return nil, err
		}
		query = query.Consistency(level)
	}
	switch strings.ToUpper(statement.Serial) {
	case "":
	case "SERIAL":
		query = query.SerialConsistency(gocql.Serial)
	case "LOCAL_SERIAL":
		query = query.SerialConsistency(gocql.LocalSerial)
	default:
		return nil, fmt.Errorf("%w: %q is no serial consistency: want SERIAL or LOCAL_SERIAL", ErrOptions, statement.Serial)
	}
	return query, nil
}

// Consistencies are the levels of consistency.
var Consistencies = []string{"ANY", "ONE", "TWO", "THREE", "QUORUM", "ALL", "LOCAL_QUORUM", "EACH_QUORUM", "LOCAL_ONE", "SERIAL", "LOCAL_SERIAL"}

func consistency(name string) (gocql.Consistency, error) {
	var level gocql.Consistency
	if !slices.Contains(Consistencies, strings.ToUpper(name)) || level.UnmarshalText([]byte(strings.ToUpper(name))) != nil {
		return 0, fmt.Errorf("%w: %q is no consistency: want one of %s", ErrOptions, name, strings.Join(Consistencies, ", "))
	}
	return level, nil
}

// raw receives the bytes of a column from the driver, row by row.
type raw struct {
	kind *columnType
	data []byte
}

// UnmarshalCQL implements gocql.Unmarshaler.
func (r *raw) UnmarshalCQL(info gocql.TypeInfo, data []byte) error {
	if r.kind == nil {
		kind, err := typeOf(info)
		if err != nil {
			return err
		}
		r.kind = kind
	}
	r.data = data
	return nil
}

// textFactor bounds the text of a page, in the bytes that an answer may have.
const textFactor = 4

// read returns the rows of a page, up to the limits.
func (s *Session) read(iterator *gocql.Iter) *Result {
	limits := s.options.Limits
	result := &Result{Warnings: iterator.Warnings(), PageState: slices.Clone(iterator.PageState())}
	if host := iterator.Host(); host != nil {
		result.Coordinator = host.ConnectAddressAndPort()
	}
	columns := iterator.Columns()
	values, targets := make([]raw, len(columns)), make([]any, len(columns))
	for i, column := range columns {
		result.Columns = append(result.Columns, Column{column.Keyspace, column.Table, column.Name, nameOf(column.TypeInfo)})
		targets[i] = &values[i]
	}
	text := 0
	for len(columns) > 0 && iterator.Scan(targets...) {
		if len(result.Rows) >= limits.Rows || text > textFactor*limits.Bytes {
			result.Truncated = fmt.Sprintf("%d of %d rows of this page are shown: ask for smaller pages", len(result.Rows), iterator.NumRows())
			break
		}
		row := make([]Cell, len(columns))
		for i, value := range values {
			row[i] = newCell(value, limits.Cell)
			text += len(row[i].Text)
		}
		result.Rows = append(result.Rows, row)
	}
	return result
}

// nameOf returns the name of a type in CQL.
func nameOf(info gocql.TypeInfo) string {
	t, err := typeOf(info)
	if err != nil {
		return "unknown"
	}
	return t.String()
}

func newCell(value raw, limit int) Cell {
	switch {
	case value.data == nil:
		return Cell{Null: true, Text: "null", kind: value.kind}
	case len(value.data) > limit:
		return Cell{Omitted: len(value.data), Text: fmt.Sprintf("/* %d bytes */", len(value.data)), kind: value.kind}
	}
	return Cell{Text: literal(value.kind, value.data), kind: value.kind, data: value.data}
}

// explainRun explains why a statement has no result. After a lost connection the next
// statement connects again.
func (s *Session) explainRun(ctx context.Context, used *link, err error) error {
	var refused gocql.RequestError
	where := strings.Join(s.options.Hosts, ", ")
	switch {
	case errors.As(err, &refused):
		return refusalOf(refused)
	case ctx.Err() != nil:
		return fmt.Errorf("%w: the statement was given up; the server may still carry it out: %w", ErrCancelled, ctx.Err())
	case errors.Is(err, gocql.ErrTimeoutNoResponse):
		return fmt.Errorf("%w: %s has not answered within %v; a change may still be made: look before you repeat it", ErrTimeout, where, s.options.Timeout)
	case strings.HasPrefix(err.Error(), "gocql: expected "), errors.Is(err, ErrOptions):
		return fmt.Errorf("%w: %s", ErrOptions, strings.TrimPrefix(err.Error(), "gocql: "))
	}
	s.drop(used)
	return s.explain(where, err)
}
