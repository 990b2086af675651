package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// The limits on the mutations of a batch: batch_size_warn_threshold and
// batch_size_fail_threshold of cassandra.yaml, 5 and 50 KiB by default.
const (
	BatchWarnBytes = 5 << 10
	BatchFailBytes = 50 << 10
)

// What a mutation has beside its values, as the server counts it
// (PartitionUpdate.dataSize): the deletion of the partition, the timestamp and the
// deletion of a row, the timestamp, TTL and deletion time of a cell. The partition
// key does not count.
const (
	partitionBytes = 12
	rowBytes       = 20
	cellBytes      = 20
)

// measure estimates the bytes of all runs of a statement.
func (w *planning) measure(s *Statement) {
	t := s.target.table
	if t.Logical {
		s.partial = true
		return
	}
	m := measure{widths: map[model.ID]model.Value{}, bytes: exactly(partitionBytes + rowBytes), planning: w, table: t}
	for _, width := range w.prover.Size(t.ID).Widths {
		m.widths[width.Column] = width.Bytes
	}
	for _, c := range t.clustering {
		if s.Write.Insert != nil || slices.Contains(s.target.key, c) {
			m.addValue(c)
		}
	}
	m.addCells(s)
	s.bytes, s.partial = product(m.bytes, s.Times), m.partial
}

type measure struct {
	*planning
	table   *table
	widths  map[model.ID]model.Value
	bytes   amount
	partial bool
}

func (m *measure) add(value model.Value) {
	m.bytes = sum(m.bytes, amount{Known: true, Typical: value.Typical, Worst: value.Worst})
}

// addValue adds the bytes of a column's value. A width of 0 is not known.
func (m *measure) addValue(c *column) {
	width := m.widths[c.ID]
	m.partial = m.partial || width.Typical == 0
	m.add(width)
}

func (m *measure) addCells(s *Statement) {
	switch {
	case s.Write.Insert != nil:
		for _, name := range s.Write.Insert.Columns {
			if c := m.table.named(name); isRegular(c) {
				m.addWhole(c)
			}
		}
	case s.Write.Update != nil:
		for _, assignment := range s.Write.Update.Set {
			if c := m.table.named(assignment.Column); assignment.Kind == access.Assign || !c.isCollection() {
				m.addWhole(c)
			} else {
				m.addElement(c)
			}
		}
	case s.Write.Delete != nil:
		m.bytes = sum(m.bytes, exactly(cellBytes*float64(len(s.Write.Delete.Columns))))
	}
}

// addWhole adds a value. A collection that is not frozen has a cell for each
// element.
func (m *measure) addWhole(c *column) {
	cells := exactly(1)
	if c.kind() != "" {
		if cells = m.elements(c); !cells.Known {
			m.partial, cells = true, exactly(1)
		}
	}
	m.bytes = sum(m.bytes, product(cells, exactly(cellBytes)))
	m.addValue(c)
}

func (m *measure) elements(c *column) amount {
	return m.prover.Amount(m.table.Relation.Columns[c.ID].Elements)
}

func (m *measure) addElement(c *column) {
	m.bytes = sum(m.bytes, exactly(cellBytes))
	width, elements := m.widths[c.ID], m.elements(c)
	if !elements.Known || elements.Typical == 0 || elements.Worst == 0 || width.Typical == 0 {
		m.partial = true
		return
	}
	m.add(model.Value{Typical: width.Typical / elements.Typical, Worst: width.Worst / elements.Worst})
}
