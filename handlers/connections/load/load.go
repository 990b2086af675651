// Package load writes sample data into keyspaces of a cluster that it creates and marks, and into no others.
//
// Read Job and Run first, then marker.go (which keyspaces are ours), create.go (the schema) and
// fill.go (the rows).
package load

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/cql/sample"
	"widerow/model"
	"widerow/store/cluster"
)

// Job describes the data to load.
type Job struct {
	Model *model.Model
	// Revision names the revision of the model, "" if it has none.
	Revision string
	// Rows is about the number of rows of the largest table. Seed 0 takes that of the data that is there, or
	// else one of the time.
	Rows   int
	Seed   uint64
	Naming sample.Naming
	// Again allows to drop sample data that is there.
	Again bool
}

// Step is the progress of a job.
type Step struct {
	// What is done now: a table, or words.
	What string
	// Rows of Of rows are written, of all tables.
	Rows, Of int64
}

// Result describes the data that was loaded.
type Result struct {
	Keyspaces []string
	Seed      uint64
	Resumed   bool
	Tables    []Table
	// Left are the tables that were not filled, since a failure ended the job.
	Left []string
	// Notes say what is otherwise than in the model.
	Notes []string
	Took  time.Duration
}

// Rows returns the number of rows of all tables.
func (r *Result) Rows() (sum int64) {
	for _, t := range r.Tables {
		sum += t.Rows
	}
	return sum
}

// Table is a table that was filled.
type Table struct {
	Keyspace, Name string
	Rows           int64
	Took           time.Duration
	// Before reports that an earlier job has filled it.
	Before bool
	// Guessed reports that the model does not say what its rows are.
	Guessed bool
}

// Refused is a keyspace that this package does not touch, or only if Again allows it.
type Refused struct {
	Keyspace string
	// Again reports that it holds sample data, which Again allows to drop.
	Again   bool
	Message string
}

func (r *Refused) Error() string { return r.Message }

// loader does one job.
type loader struct {
	session *cluster.Session
	job     Job
	say     func(Step)
	sample  *sample.Sample
	schema  *sample.Schema
	// print identifies the model with its numbers, and the version of the rows: data of the same print, number of
	// rows and seed is the same.
	print    string
	instead  map[model.ID]bool // views that are tables here
	result   *Result
	expected int64
	written  int64
}

// Run loads sample data. After a failure the result has what was done by then, and the same job goes on there.
func Run(ctx context.Context, session *cluster.Session, job Job, say func(Step)) (*Result, error) {
	begun := time.Now()
	l := &loader{session: session, job: job, say: say, instead: map[model.ID]bool{}, result: &Result{}}
	err := l.run(ctx)
	l.result.Took = time.Since(begun)
	return l.result, err
}

func (l *loader) run(ctx context.Context) error {
	if err := l.prepare(); err != nil {
		return err
	}
	l.say(Step{What: "Looking for the keyspaces"})
	markers, err := l.look(ctx)
	if err != nil {
		return err
	}
	if l.job.Seed == 0 {
		l.job.Seed = seedOf(markers)
	}
	l.result.Seed = l.job.Seed
	if err := l.mayReplace(markers); err != nil {
		return err
	}
	l.say(Step{What: "Preparing the rows"})
	l.sample = sample.New(l.job.Model, sample.Options{Rows: l.job.Rows, Seed: l.job.Seed})
	if err := l.create(ctx, markers); err != nil {
		return err
	}
	return l.fill(ctx, markers)
}

// prepare checks the job.
func (l *loader) prepare() error {
	if l.job.Rows < 1 || l.job.Rows > sample.MaxRows {
		return fmt.Errorf("the number of rows must be from 1 to %d, not %d", sample.MaxRows, l.job.Rows)
	}
	if !hasTables(l.job.Model) {
		return fmt.Errorf("the model has no tables: derive them from its queries first")
	}
	schema, err := sample.NewSchema(l.job.Model, l.job.Naming)
	if err != nil {
		return err
	}
	l.schema = schema
	for _, text := range schema.LeftOut {
		l.note("left out: " + firstWords(text))
	}
	sum := sha256.Sum256(fmt.Appendf(l.job.Model.Encode(), "\nrows %d", sample.Version))
	l.print = hex.EncodeToString(sum[:8])
	for _, k := range schema.Keyspaces {
		l.result.Keyspaces = append(l.result.Keyspaces, k.Name)
	}
	return nil
}

func hasTables(m *model.Model) bool {
	for _, relation := range m.Physical.Relations {
		if relation.Kind == model.Table {
			return true
		}
	}
	return false
}

func (l *loader) note(text string) { l.result.Notes = append(l.result.Notes, text) }

// firstWords returns the beginning of a statement in one line.
func firstWords(text string) string {
	const longest = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}

// seedOf returns the seed of data that is there, or one of the time.
func seedOf(markers map[string]*marker) uint64 {
	var names []string
	for name, m := range markers {
		if m != nil && m.seed != 0 {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return markers[slices.Min(names)].seed
	}
	const digits = 1_000_000
	return uint64(time.Now().UnixNano())%digits + 1
}

// ParseSeed reads a seed; an empty text is 0.
func ParseSeed(text string) (uint64, error) {
	if strings.TrimSpace(text) == "" {
		return 0, nil
	}
	seed, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil || seed == 0 || seed > math.MaxInt64 {
		return 0, fmt.Errorf("%q is no seed: it is a whole number from 1", text)
	}
	return seed, nil
}
