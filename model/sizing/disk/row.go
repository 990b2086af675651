package disk

import "math"

// Size computes the size of the partition.
func (p *Partition) Size() Result {
	var result Result
	add := func(part Part, bytes float64) {
		result.Partition = append(result.Partition, Line{part, "", bytes})
		result.Bytes += bytes
	}
	add(KeyLength, 2)
	add(KeyValues, keyBytes(p.Key))
	add(PartitionDeletion, p.Format.deletionBytes())
	previous := Exactly(result.Bytes)
	if p.Static != nil {
		size, ledger := p.Static.size(Exactly(0))
		result.Static = ledger
		add(StaticRow, size.Mean)
		previous = size.plus(result.Bytes - size.Mean)
	}
	rows, largest := 0.0, 0.0
	for i := range p.Rows {
		group := &p.Rows[i]
		bytes, last, ledger := group.size(previous)
		rows += bytes
		previous = last
		if group.Count >= largest {
			largest, result.Row = group.Count, ledger
		}
	}
	add(AllRows, rows)
	add(EndOfPartition, 1)
	return result
}

// keyBytes returns the bytes of a partition key. Each column of a composite one
// has a length and an end.
func keyBytes(columns []Amount) float64 {
	total := 0.0
	for _, column := range columns {
		total += column.Mean
		if len(columns) > 1 {
			total += 3
		}
	}
	return total
}

// rounds bounds the search for the size of a row that follows one of its own size,
// which is part of it.
const rounds = 4

// size returns the bytes of all rows of the group, the size of the last one, and
// the ledger of a row after the first. previous is the size of what comes before
// the group.
func (r *Rows) size(previous Amount) (bytes float64, last Amount, ledger Ledger) {
	first, ledger := r.Row.size(previous)
	if r.Count <= 1 {
		return r.Count * first.Mean, first, ledger
	}
	last = first
	for range rounds {
		before := last
		last, ledger = r.Row.size(before)
		if math.Abs(last.Mean-before.Mean) < 1e-9 {
			break
		}
	}
	return first.Mean + (r.Count-1)*last.Mean, last, ledger
}

// size returns the bytes of a row and explains them. previous is the size of what
// comes before it in the partition.
//
//	row = flags, clustering, vint(B + p), p, B      p = vint(previous)
//	B   = marker, TTL and expiry, deletion, missing columns, columns
func (r *Row) size(previous Amount) (Amount, Ledger) {
	ledger := make(Ledger, 0, 8+3*len(r.Columns)+len(r.Clustering))
	var head, body sum
	put := func(to *sum, part Part, column string, a Amount) {
		if a.Mean != 0 {
			to.add(a)
			ledger = append(ledger, Line{part, column, a.Mean})
		}
	}
	flags := 1.0
	if r.Static {
		flags++
	}
	put(&head, Flags, "", Exactly(flags))
	if r.Bound {
		put(&head, BoundKind, "", Exactly(3))
	}
	if len(r.Clustering) > 0 {
		put(&head, ClusteringHeader, "", Exactly(clusteringHeader(r.Clustering)))
		for _, value := range r.Clustering {
			put(&head, ClusteringValue, "", value.stored())
		}
	}
	sizes := len(ledger) // the two sizes go here
	r.times(func(part Part, bytes float64) { put(&body, part, "", Exactly(bytes)) })
	put(&body, MissingColumns, "", missingColumns(r.Columns))
	w := writer{row: r, ledger: ledger, body: body}
	for i := range r.Columns {
		w.column(&r.Columns[i])
	}
	p := previous.vint()
	content := w.body.amount()
	size := content.plus(p).vint()
	ledger = append(w.ledger, Line{}, Line{})
	copy(ledger[sizes+2:], ledger[sizes:])
	ledger[sizes], ledger[sizes+1] = Line{RowSize, "", size}, Line{PreviousSize, "", p}
	head.add(content)
	return head.amount().plus(size + p), ledger
}

// ClusteringBytes returns the bytes of the clustering columns with their headers.
func (r *Row) ClusteringBytes() float64 {
	if len(r.Clustering) == 0 {
		return 0
	}
	total := clusteringHeader(r.Clustering)
	for _, value := range r.Clustering {
		total += value.stored().Mean
	}
	return total
}

// times puts the row marker and the deletion of the row.
func (r *Row) times(put func(Part, float64)) {
	if r.Marker {
		put(RowMarker, r.time())
		if r.Expires != nil {
			put(RowExpiry, r.Expires.bytes())
		}
	}
	if r.Removed != nil {
		put(RowDeletion, r.Removed.bytes())
	}
}

func (e *Expiry) bytes() float64 { return e.TTL.vint() + e.At.vint() }

func (r *Removal) bytes() float64 { return r.Written.vint() + r.At.vint() }

// clusteringBlock is the number of clustering columns that share a header.
const clusteringBlock = 32

// clusteringHeader returns the bytes of the headers: two bits for each column,
// which are 1 if the value is empty.
func clusteringHeader(values []Value) float64 {
	total := 0
	for len(values) > 0 {
		n := min(len(values), clusteringBlock)
		header := uint64(0)
		for i, value := range values[:n] {
			if value.Length.Mean == 0 {
				header |= 1 << (2 * i)
			}
		}
		total += Vint(header)
		values = values[n:]
	}
	return float64(total)
}
