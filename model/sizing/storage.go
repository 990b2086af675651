package sizing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/sizing/disk"
)

// Written is the statement that writes the rows.
type Written string

// The statements. Update assigns whole collections; it leaves no row marker, so
// each cell has its own time.
const (
	Insert Written = "insert"
	Update Written = "update"
)

// Storage describes how rows are written and stored, which the schema does not determine.
type Storage struct {
	Written Written
	// Expiring reports that rows are written with a TTL. A table's
	// default_time_to_live counts in any case.
	Expiring bool
	// Span is the time between the oldest and the newest write in a file, in
	// seconds.
	Span float64
	// Writes is the number of writes in a file, 0 for very many.
	Writes float64
	// Files is the number of files over which the rows of a partition are spread, 0
	// for one. Each has the partition's header and its static row.
	Files  float64
	Format disk.Format
}

// DefaultStorage is the default: rows are inserted, without a TTL, and a file holds the writes of
// ten days, as after some compactions.
var DefaultStorage = Storage{Written: Insert, Span: 10 * 24 * 3600, Format: disk.NB}

// assumedTTL is the default TTL in seconds. Any TTL from 5 hours to 24 days takes the same bytes.
const assumedTTL = 10 * 24 * 3600

// stored is a column on disk.
type stored struct {
	name    string
	role    model.Role
	counter bool
	filled  model.Value
	content
}

// layout is the layout of a relation on disk.
type layout struct {
	Storage
	columns []stored
	ttl     float64
}

func (s Storage) layout(relation *model.Relation) *layout {
	l := &layout{Storage: s}
	if relation.Written == model.ByUpdate {
		l.Written = Update
	}
	l.Expiring = l.Expiring || relation.Expiring
	text := strings.TrimSpace(relation.Options["default_time_to_live"])
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds > 0 {
		l.ttl, l.Expiring = seconds, true
	} else if l.Expiring {
		l.ttl = assumedTTL
	}
	return l
}

// partition describes one case.
func (l *layout) partition(rows float64, in func(model.Value) float64) *disk.Partition {
	p := &disk.Partition{Format: l.Format}
	row, static := disk.Row{}, disk.Row{Static: true}
	isCounter, replaces := l.isCounter(), false
	for i := range l.columns {
		column := &l.columns[i]
		amount := column.value.of(in)
		switch column.role {
		case model.Partition:
			p.Key = append(p.Key, amount)
		case model.Clustering:
			row.Clustering = append(row.Clustering, disk.Value{Length: amount, Fixed: column.fixed})
		case model.Static:
			static.Columns = l.addColumn(static.Columns, column, in)
			replaces = replaces || !column.isOneCell()
		default:
			row.Columns = l.addColumn(row.Columns, column, in)
			replaces = replaces || !column.isOneCell()
		}
	}
	row.Marker = !isCounter && (l.Written != Update || len(row.Columns) == 0)
	l.setTimes(&row, isCounter, replaces)
	l.setTimes(&static, isCounter, replaces)
	static.Updates = rows
	if len(static.Columns) > 0 {
		p.Static = &static
	}
	p.Rows = []disk.Rows{{Count: rows, Row: row}}
	return p
}

// files is the number of files with a part of a partition: at most one a row.
func (l *layout) files(rows float64) float64 { return max(1, min(l.Files, rows)) }

func (l *layout) isCounter() bool {
	return slices.ContainsFunc(l.columns, func(c stored) bool { return c.counter })
}

const microseconds = 1e6

// setTimes sets the times of the writes. The deletion that goes with a whole
// collection is a microsecond older than the write, and it ends now, long before
// the rows expire: both shift what other times are compared with.
func (l *layout) setTimes(row *disk.Row, isCounter, replaces bool) {
	row.Written = l.delta(0, microseconds)
	expires := l.delta(0, 1)
	if replaces {
		row.Written = l.delta(1, microseconds)
		expires = l.delta(l.ttl, 1)
	}
	if l.Expiring && !isCounter {
		row.Expires = &disk.Expiry{At: expires}
	}
	slices.SortStableFunc(row.Columns, inFileOrder)
}

// delta spreads the span, in units of which a second has so many, from a start on.
func (l *layout) delta(start, units float64) disk.Delta {
	return disk.Delta{Low: start, High: start + l.Span*units, Writes: l.Writes}
}

// inFileOrder orders columns as a file does: collections after the others, each by
// name.
func inFileOrder(a, b disk.Column) int {
	if complexA, complexB := a.Elements != nil, b.Elements != nil; complexA != complexB {
		if complexB {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Name, b.Name)
}

// addColumn adds a column unless no row has it.
func (l *layout) addColumn(columns []disk.Column, column *stored, in func(model.Value) float64) []disk.Column {
	added := disk.Column{Name: column.name, Share: in(column.filled)}
	if added.Share <= 0 {
		return columns
	}
	switch {
	case column.isOneCell():
		added.Value = disk.Value{Length: column.value.of(in), Fixed: column.fixed}
	default:
		added.Elements = column.elements(in)
		added.Elements.Replaced = &disk.Removal{Written: l.delta(0, microseconds), At: l.delta(0, 1)}
	}
	return append(columns, added)
}

func (c *stored) elements(in func(model.Value) float64) *disk.Elements {
	if c.kind == model.UserTypeRef {
		e := &disk.Elements{Fields: []disk.Value{}}
		for _, field := range c.fields {
			e.Fields = append(e.Fields, disk.Value{Length: field.of(in)})
		}
		return e
	}
	return &disk.Elements{
		Count: disk.Varied(in(c.count)), Path: disk.Value{Length: c.path.of(in)},
		Value: disk.Value{Length: c.inner.of(in)}, NoValue: c.kind == model.SetType,
	}
}
