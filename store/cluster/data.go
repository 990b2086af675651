package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// The kinds of errors of Data, beside *Refusal.
var (
	// ErrUnavailable: too few nodes answer. A read has no result; what a write would have
	// written may be there in part.
	ErrUnavailable = errors.New("too few nodes of the cluster answer")
	// ErrUncertain: a conditional write may have been applied, or may be later.
	ErrUncertain = errors.New("the outcome of the write is unknown")
)

// Data reads and writes the tables of one keyspace as the data of this program: values have
// Go types, a majority of the replicas takes part, and all nodes of the datacenter are asked in
// turn. Session.Run is for what a person types.
//
// Values are string (text, uuid), int and int64, bool, []byte, time.Time, or nil.
type Data struct {
	session  *Session
	link     *link
	levels   levels
	patience time.Duration
}

// levels are the consistencies of a Data.
type levels struct {
	normal, serial gocql.Consistency
}

// dataTries bounds the tries of a read, or of a write that may be repeated.
const dataTries = 4

// Data opens the keyspace of the options. local restricts majorities to one datacenter, which
// is only right if all programs that use the data name the same one.
func (s *Session) Data(ctx context.Context, local bool) (*Data, error) {
	all, _, err := s.keyspaces(ctx)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(all, s.options.Keyspace) {
		return nil, s.noKeyspace(s.options.Keyspace, all)
	}
	hosts := s.options.Hosts
	for _, other := range s.fallback[min(1, len(s.fallback)):] { // the first is the one that answers, by the address that is given
		if !slices.Contains(hosts, other) {
			hosts = append(hosts[:len(hosts):len(hosts)], other)
		}
	}
	d := &Data{session: s, levels: levels{gocql.Quorum, gocql.Serial}, patience: s.options.Timeout}
	if local {
		d.levels = levels{gocql.LocalQuorum, gocql.LocalSerial}
	}
	if d.link, err = s.connectWith(ctx, hosts, s.options.Keyspace, dataConfiguration); err != nil {
		return nil, err
	}
	return d, nil
}

// dataConfiguration makes a link reconnect by itself, since many requests share it.
func dataConfiguration(c *gocql.ClusterConfig) {
	c.NumConns = 2
	c.ReconnectInterval = time.Second
	c.ReconnectionPolicy = &gocql.ConstantReconnectionPolicy{MaxRetries: 3, Interval: 200 * time.Millisecond}
}

// Close ends the connections of d, and not those of its Session.
func (d *Data) Close() { d.link.close() }

// Write executes a write that may be repeated without harm, again if its outcome is unknown.
func (d *Data) Write(ctx context.Context, text string, values ...any) error {
	return d.retry(ctx, func() error {
		return d.link.Query(text, values...).Consistency(d.levels.normal).ExecContext(ctx)
	})
}

// Apply executes a conditional write once. ErrUncertain means that it may or may not be applied.
func (d *Data) Apply(ctx context.Context, text string, values ...any) (applied bool, err error) {
	query := d.link.Query(text, values...).Consistency(d.levels.normal).SerialConsistency(d.levels.serial)
	applied, err = query.MapScanCASContext(ctx, map[string]any{})
	if err == nil {
		return applied, nil
	}
	if refusal := d.refusal(err); refusal != nil {
		return false, refusal
	}
	return false, fmt.Errorf("%w: %w", ErrUncertain, d.explain(err))
}

// Read is a query of Data.Each.
type Read struct {
	Text   string
	Values []any
	// Serial reads at the level of conditional writes, and completes those under way.
	Serial bool
	// Page is the number of rows that are fetched at once; 0: 500.
	Page int
}

const defaultDataPage = 500

// Each calls row for each row of all pages. Scan fills the targets, which have the Go types of
// Data. A failed read is repeated as long as no row was handed over.
func (d *Data) Each(ctx context.Context, read Read, row func(scan func(targets ...any) error) error) error {
	handed := false
	var failed error
	err := d.retry(ctx, func() error {
		if handed {
			return nil
		}
		failed = d.each(ctx, read, func(scan func(targets ...any) error) error {
			handed = true
			return row(scan)
		})
		if handed {
			return nil // the rest is not read twice
		}
		return failed
	})
	if err == nil && failed != nil {
		err = d.explained(failed)
	}
	return err
}

func (d *Data) each(ctx context.Context, read Read, row func(scan func(targets ...any) error) error) error {
	level := d.levels.normal
	if read.Serial {
		level = d.levels.serial
	}
	page := read.Page
	if page == 0 {
		page = defaultDataPage
	}
	iterator := d.link.Query(read.Text, read.Values...).Consistency(level).PageSize(page).IterContext(ctx)
	rows := iterator.Scanner()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			rows.Err() // closes the iterator
			return handled{err}
		}
	}
	return rows.Err()
}

// handled is an error of the function that received a row.
type handled struct{ error }

// retry calls do until it succeeds, fails for good, or the patience is over.
func (d *Data) retry(ctx context.Context, do func() error) error {
	begun := time.Now()
	for try := 1; ; try++ {
		err := do()
		if err == nil {
			return nil
		}
		if !isPassing(err) || try == dataTries || time.Since(begun) > d.patience || ctx.Err() != nil {
			return d.explained(err)
		}
		pause := time.Duration(try) * (20*time.Millisecond + rand.N(60*time.Millisecond))
		select {
		case <-ctx.Done():
			return d.explained(ctx.Err())
		case <-time.After(pause):
		}
	}
}

// isPassing reports whether a later try may succeed.
func isPassing(err error) bool {
	if own := (handled{}); errors.As(err, &own) {
		return false
	}
	var refused gocql.RequestError
	if !errors.As(err, &refused) {
		return !strings.HasPrefix(err.Error(), "gocql: expected ")
	}
	switch refused.Code() {
	case gocql.ErrCodeUnavailable, gocql.ErrCodeOverloaded, gocql.ErrCodeBootstrapping, gocql.ErrCodeServer,
		gocql.ErrCodeReadTimeout, gocql.ErrCodeReadFailure, gocql.ErrCodeWriteTimeout, gocql.ErrCodeWriteFailure, gocql.ErrCodeCASWriteUnknown:
		return true
	}
	return false
}

// explained returns the error for the caller.
func (d *Data) explained(err error) error {
	var own handled
	if errors.As(err, &own) {
		return own.error
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if refusal := d.refusal(err); refusal != nil {
		return refusal
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, d.explain(err))
}

// refusal returns the server's error about a statement that it will never accept, or nil.
func (d *Data) refusal(err error) error {
	var refused gocql.RequestError
	switch {
	case errors.As(err, &refused) && !isPassing(err):
		return refusalOf(refused)
	case strings.HasPrefix(err.Error(), "gocql: expected "):
		return fmt.Errorf("%w: %s", ErrOptions, strings.TrimPrefix(err.Error(), "gocql: "))
	}
	return nil
}

// explain describes why the nodes did not answer.
func (d *Data) explain(err error) error {
	where := strings.Join(d.session.options.Hosts, ", ")
	var refused gocql.RequestError
	switch {
	case errors.As(err, &refused):
		return fmt.Errorf("%s answers: %s", where, refused.Message())
	case errors.Is(err, gocql.ErrTimeoutNoResponse):
		return fmt.Errorf("%s has not answered within %v", where, d.session.options.Timeout)
	}
	return d.session.explain(where, err)
}

// IsForbidden reports that the role may not execute the statement.
func (r *Refusal) IsForbidden() bool { return r.Code == gocql.ErrCodeUnauthorized }
