package cluster

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// Event is a step of a server that executes a statement.
type Event struct {
	After    time.Duration // since the node that takes the step has begun
	Source   string        // address of the node
	Thread   string
	Activity string
}

// tracer collects the ids of traces. It implements gocql.Tracer.
type tracer []gocql.UUID

// Trace notes an id.
func (t *tracer) Trace(id []byte) {
	if found, err := gocql.UUIDFromBytes(id); err == nil {
		*t = append(*t, found)
	}
}

const (
	traceTries = 20
	tracePause = 50 * time.Millisecond
)

// events reads a trace. The server writes it after its answer: a trace is complete once
// its session has a duration.
func (s *Session) events(ctx context.Context, id gocql.UUID) ([]Event, error) {
	for range traceTries {
		session, err := s.row(ctx, "SELECT duration FROM system_traces.sessions WHERE session_id = "+id.String())
		if err != nil {
			return nil, err
		}
		if session["duration"] != "" {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(tracePause):
		}
	}
	rows, err := s.rows(ctx, "SELECT activity, source, source_elapsed, thread FROM system_traces.events WHERE session_id = "+id.String())
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(rows))
	for i, row := range rows {
		elapsed, _ := strconv.ParseInt(row["source_elapsed"], 10, 64)
		events[i] = Event{time.Duration(elapsed) * time.Microsecond, row["source"], row["thread"], row["activity"]}
	}
	slices.SortStableFunc(events, func(a, b Event) int { return cmp.Compare(a.After, b.After) })
	return events, nil
}
