package cluster

import (
	"encoding/binary"
	"fmt"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// frameReader reads the body of a frame. After the first error it returns zeros.
type frameReader struct {
	rest    []byte
	columns int
	err     error
}

func (r *frameReader) fail(format string, values ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, values...)
	}
	r.rest = nil
}

// take returns the next n bytes.
func (r *frameReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		if r.err == nil {
			r.err = errShort
		}
		r.rest = nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *frameReader) int() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *frameReader) short() int {
	if b := r.take(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (r *frameReader) string() string { return string(r.take(r.short())) }

// bytes skips a value; a negative length is NULL.
func (r *frameReader) bytes() {
	if size := int32(r.int()); size > 0 {
		r.take(int(size))
	}
}

// times repeats a step up to the first error.
func (r *frameReader) times(count int, step func()) {
	for range count {
		if r.err != nil {
			return
		}
		step()
	}
}

func (r *frameReader) multimap() {
	r.times(r.short(), func() {
		r.string()
		r.times(r.short(), func() { r.string() })
	})
}

// skipExtras skips what the flags of the head announce before the body.
func (r *frameReader) skipExtras(flags byte) {
	if flags&^(flagTracing|flagPayload|flagWarnings) != 0 {
		r.fail("flags %#x, which were not asked for", flags)
	}
	if flags&flagTracing != 0 {
		r.take(16)
	}
	if flags&flagWarnings != 0 {
		r.times(r.short(), func() { r.string() })
	}
	if flags&flagPayload != 0 {
		r.times(r.short(), func() { r.string(); r.bytes() })
	}
}

func (r *frameReader) result(operation byte) {
	kind := r.int()
	if (kind == resultPrepared) != (operation == opPrepare) && r.err == nil {
		r.fail("result %d to request %#x", kind, operation)
	}
	switch kind {
	case resultVoid:
	case resultRows:
		r.rows()
	case resultKeyspace:
		r.string()
	case resultPrepared:
		r.take(r.short())
		r.description(true)
		r.description(false)
	case resultSchema:
		r.schemaChange()
	default:
		r.fail("unknown result %d", kind)
	}
}

// schemaChange reads the change, its target, and their names.
func (r *frameReader) schemaChange() {
	r.string()
	target := r.string()
	r.string()
	switch target {
	case "KEYSPACE":
	case "TABLE", "TYPE":
		r.string()
	case "FUNCTION", "AGGREGATE":
		r.string()
		r.times(r.short(), func() { r.string() })
	default:
		r.fail("unknown schema change of %q", target)
	}
}

// rows checks that every value of every row is there.
func (r *frameReader) rows() {
	columns, leftOut := r.description(false)
	count := int32(r.int())
	const leastValue = 4 // the length of NULL
	switch {
	case r.err != nil:
	case count < 0 || columns == 0 && count > 0 || int64(count)*int64(columns)*leastValue > int64(len(r.rest)):
		r.fail("%d rows of %d columns in %d bytes", count, columns, len(r.rest))
	case leftOut:
		r.fail("rows without a description of their columns")
	default:
		r.times(int(count)*columns, r.bytes)
	}
}

// description reads the columns of a result, or of the parameters of a statement.
func (r *frameReader) description(parameters bool) (columns int, leftOut bool) {
	flags := r.int()
	columns = int(int32(r.int()))
	if columns < 0 || columns > r.columns {
		r.fail("%d columns, and %d are read", columns, r.columns)
		return 0, false
	}
	if parameters {
		keys := int32(r.int())
		if keys < 0 || int64(keys)*2 > int64(len(r.rest)) {
			r.fail("%d columns of a key in %d bytes", keys, len(r.rest))
		}
		r.take(int(max(keys, 0)) * 2)
	}
	if flags&columnsMorePages != 0 {
		r.bytes()
	}
	if flags&columnsLeftOut != 0 {
		return columns, true
	}
	if flags&columnsShareTable != 0 {
		r.string()
		r.string()
	}
	r.times(columns, func() {
		if flags&columnsShareTable == 0 {
			r.string()
			r.string()
		}
		r.string()
		r.columnType(0)
	})
	return columns, false
}

// columnType reads a type, which may hold others.
func (r *frameReader) columnType(depth int) {
	if depth > maxTypeDepth {
		r.fail("a type is nested deeper than %d", maxTypeDepth)
		return
	}
	inner := func() { r.columnType(depth + 1) }
	switch code := gocql.Type(r.short()); code {
	case gocql.TypeCustom:
		r.class()
	case gocql.TypeList, gocql.TypeSet:
		inner()
	case gocql.TypeMap:
		inner()
		inner()
	case gocql.TypeTuple:
		r.times(r.short(), inner)
	case gocql.TypeUDT:
		r.string()
		r.string()
		r.times(r.short(), func() { r.string(); inner() })
	}
}

// class reads the class of a custom type.
func (r *frameReader) class() {
	const longest = 16 << 10
	name := r.string()
	if len(name) > longest || strings.Count(name, "(") > longest/64 {
		r.fail("the class of a type has %d characters", len(name))
	}
}
