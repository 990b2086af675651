package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"widerow/cql/sample"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/store/cluster"
)

const (
	// inFlight bounds the statements that wait for the answer of the cluster.
	inFlight = 64
	// tries bounds how often a row is written that the cluster had no time for.
	tries = 5
	// firstPause is the pause before the second try; each one after it is twice as long.
	firstPause = 200 * time.Millisecond
	// betweenSteps is the time between two reports of the progress.
	betweenSteps = 200 * time.Millisecond
)

// fill writes the rows of all tables.
func (l *loader) fill(ctx context.Context, markers map[string]*marker) error {
	tables := l.sample.Tables()
	isFilled := func(t sample.Table) bool {
		relation := l.relation(t.Relation)
		return relation.Kind == model.Table || l.instead[t.Relation]
	}
	for _, t := range tables {
		if isFilled(t) {
			l.expected += int64(t.Rows)
		}
	}
	for i, t := range tables {
		if !isFilled(t) {
			continue
		}
		if err := l.table(ctx, t, markers[l.keyspaceOf(t)]); err != nil {
			for _, left := range tables[i:] {
				if isFilled(left) {
					l.result.Left = append(l.result.Left, l.keyspaceOf(left)+"."+l.relation(left.Relation).Name)
				}
			}
			return fmt.Errorf("the table %s.%s: %w", l.keyspaceOf(t), l.relation(t.Relation).Name, err)
		}
	}
	for _, keyspace := range l.result.Keyspaces {
		if err := l.markComplete(ctx, keyspace); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) relation(id model.ID) *model.Relation { return l.schema.Model.Physical.Relations[id] }

func (l *loader) keyspaceOf(t sample.Table) string {
	return l.schema.Model.Physical.Keyspaces[l.relation(t.Relation).Keyspace].Name
}

// table writes the rows of a table, unless an earlier job has.
func (l *loader) table(ctx context.Context, t sample.Table, m *marker) error {
	filled := Table{Keyspace: l.keyspaceOf(t), Name: l.relation(t.Relation).Name, Guessed: t.Guessed}
	if m != nil && slices.Contains(m.done, filled.Name) {
		filled.Rows, filled.Before = m.written[filled.Name], true
		l.written += filled.Rows
		l.result.Tables = append(l.result.Tables, filled)
		return nil
	}
	begun := time.Now()
	isCounted := slices.ContainsFunc(t.Columns, func(c sample.Column) bool { return c.Counter })
	if isCounted && m != nil { // increments that are repeated count twice
		name := syntax.QuoteName(filled.Keyspace) + "." + syntax.QuoteName(filled.Name)
		if _, err := l.session.Run(ctx, cluster.Statement{Text: "TRUNCATE " + name}); err != nil {
			return err
		}
	}
	rows, err := l.write(ctx, t, isCounted)
	l.written += rows
	if err != nil {
		return err
	}
	filled.Rows, filled.Took = rows, time.Since(begun)
	if err := l.markDone(ctx, filled.Keyspace, filled.Name, rows); err != nil {
		return err
	}
	l.result.Tables = append(l.result.Tables, filled)
	return nil
}

// write writes the rows, many at the same time. It returns how many the cluster has.
func (l *loader) write(ctx context.Context, t sample.Table, isCounted bool) (int64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	rows := make(chan sample.Row, inFlight)
	var done atomic.Int64
	var writers sync.WaitGroup
	statements := &statements{schema: l.schema, table: t, known: map[string]statement{}}
	for range inFlight {
		writers.Go(func() {
			for row := range rows {
				if ctx.Err() != nil {
					continue
				}
				if err := l.writeRow(ctx, statements.of(row), row, isCounted); err != nil {
					cancel(err)
					continue
				}
				done.Add(1)
			}
		})
	}
	told := time.Time{}
	for row := range l.sample.Rows(t.Relation) {
		if now := time.Now(); now.Sub(told) > betweenSteps {
			told = now
			l.say(Step{l.keyspaceOf(t) + "." + l.relation(t.Relation).Name, l.written + done.Load(), max(l.expected, l.written+done.Load())})
		}
		select {
		case rows <- row:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(rows)
	writers.Wait()
	return done.Load(), context.Cause(ctx)
}

// statement is a prepared statement with the columns that it binds.
type statement struct {
	text  string
	order []int
}

// statements has the statements of a table, by the columns that have a value: a NULL that is written would be
// a tombstone.
type statements struct {
	schema *sample.Schema
	table  sample.Table
	mutex  sync.Mutex
	known  map[string]statement
}

func (s *statements) of(row sample.Row) statement {
	mask := make([]byte, len(row))
	for i, value := range row {
		if value != nil {
			mask[i] = 1
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found, known := s.known[string(mask)]
	if !known {
		found.text, found.order = s.schema.Insert(s.table, func(column int) bool { return row[column] != nil })
		s.known[string(mask)] = found
	}
	return found
}

// writeRow writes a row. A row may be written twice, an increment may not.
func (l *loader) writeRow(ctx context.Context, s statement, row sample.Row, isCounted bool) error {
	values := make([]any, len(s.order))
	for i, column := range s.order {
		values[i] = cluster.Encoded(row[column])
	}
	pause := firstPause
	for try := 1; ; try++ {
		_, err := l.session.Run(ctx, cluster.Statement{Text: s.text, Values: values})
		if err == nil || try == tries || isCounted || !mayPass(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
			pause *= 2
		}
	}
}

// mayPass reports whether an error may be gone soon: a node that is busy, or restarts.
func mayPass(err error) bool {
	var refusal *cluster.Refusal
	if errors.As(err, &refusal) {
		return refusal.Unknown || refusal.IsPassing()
	}
	return errors.Is(err, cluster.ErrTimeout) || errors.Is(err, cluster.ErrUnreachable)
}
