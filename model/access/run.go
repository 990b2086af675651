package access

import (
	"slices"

	"widerow/model"
)

// checkBound checks the constants of a WHERE clause. The server checks them
// only when it runs the statement.
func (w *where) checkBound() *Refusal {
	if w.table.Since6 {
		if refusal := w.checkAllNulls(); refusal != nil {
			return refusal
		}
	}
	if w.isSelect() {
		if refusal := w.checkFilters(); refusal != nil {
			return refusal
		}
	}
	if refusal := w.checkKey(); refusal != nil {
		return refusal
	}
	if w.onlyToken() && w.token.null {
		return &Refusal{Code: NullToken}
	}
	return w.checkClustering()
}

// checkAllNulls follows Cassandra 6.0, which refuses each null: those of the row filter first.
func (w *where) checkAllNulls() *Refusal {
	if w.token.null {
		return &Refusal{Code: NullOfToken, Columns: names(w.table.Partition)}
	}
	var sets []*restrictionSet
	if w.isSelect() {
		sets = append(sets, w.filters...)
	}
	for _, set := range append(sets, &w.partition, &w.clustering, &w.others) {
		for _, r := range set.distinct() {
			if refusal := r.checkAllNulls(); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

func (r *restriction) checkAllNulls() *Refusal {
	for i := range r.literals {
		literal := &r.literals[i]
		part := -1
		if r.multi && literal.Kind == Tuple {
			part = slices.IndexFunc(literal.Values, func(v Value) bool { return v.isNull() })
		}
		switch {
		case part >= 0:
			return &Refusal{Code: NullInTuple, Column: r.columns[part].Name, Columns: names(r.columns)}
		case literal.isNull():
			return &Refusal{Code: NullInKey, Column: r.first().Name}
		}
	}
	for _, pair := range r.pairs {
		switch {
		case pair.Key.isNull():
			return &Refusal{Code: NullKeyOfMap, Column: r.first().Name}
		case pair.Values[0].isNull():
			return &Refusal{Code: NullOfEntry, Column: r.first().Name, Value: pair.Key}
		}
	}
	return nil
}

func (w *where) checkClustering() *Refusal {
	// The condition on the token may exclude all partitions that the key names;
	// then the server does not look at the clustering columns.
	if w.clusteringNeedsFiltering() || w.token.used && !w.partition.isEmpty() && !w.keyIncomplete() && !w.partition.others {
		return nil
	}
	for i, entry := range w.clustering.entries {
		if w.clustering.repeats(i) {
			continue
		}
		if refusal := entry.checkNulls(); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (r *restriction) checkNulls() *Refusal {
	if !r.multi {
		if r.kind <= inclusion {
			return r.checkGiven()
		}
		return nil
	}
	column := r.nullColumn()
	switch {
	case column == nil:
		return nil
	case r.kind == equality:
		return &Refusal{Code: NullInKey, Column: column.Name}
	case r.kind == inclusion:
		return &Refusal{Code: NullInKeys, Columns: names(r.columns)}
	}
	return &Refusal{Code: NullKey, Column: column.Name}
}

// checkGiven refuses null and unset values of a column of the key.
func (r *restriction) checkGiven() *Refusal {
	switch {
	case hasNull(r):
		return &Refusal{Code: NullKey, Column: r.first().Name}
	case slices.ContainsFunc(r.literals, func(v Value) bool { return v.Kind == Unset }):
		return &Refusal{Code: UnsetKey, Column: r.first().Name}
	}
	return nil
}

// nullColumn returns the first column that a tuple condition compares with
// null.
func (r *restriction) nullColumn() *Column {
	for _, literal := range r.literals {
		for i := range literal.Values {
			if literal.Kind == Tuple && literal.Values[i].isNull() {
				return r.columns[i]
			}
		}
	}
	return nil
}

func hasNull(r *restriction) bool {
	to := r.first().receiver()
	return slices.ContainsFunc(r.literals, func(v Value) bool { return v.isNullFor(to) })
}

func (w *where) checkKey() *Refusal {
	if w.keyRange {
		return nil
	}
	for _, entry := range w.partition.entries {
		r := entry.restriction
		if refusal := r.checkGiven(); refusal != nil {
			return refusal
		}
		empty := func(v Value) bool { return v.isLiteral() && (v.Text == "" || v.Kind == Hex && v.Text == "0x") }
		if !w.usesIndex && len(w.table.Partition) == 1 && slices.ContainsFunc(r.literals, empty) {
			return &Refusal{Code: EmptyKey}
		}
	}
	return nil
}

// checkFilters checks the restrictions that are put into the row filter. It
// follows addToRowFilter of the restriction sets.
func (w *where) checkFilters() *Refusal {
	for _, set := range w.filters {
		list := set.distinct()
		if set == &w.clustering {
			list = w.rowFilter()
		}
		for _, r := range list {
			if refusal := w.checkFilter(r); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// rowFilter returns the restrictions of clustering columns that are filtered or
// answered by an index.
func (w *where) rowFilter() []*restriction {
	var list []*restriction
	position := 0
	for _, r := range w.clustering.distinct() {
		if inFilter(r, position) || r.supported(w.table) {
			list = append(list, r)
		} else if r.kind != slice {
			position = r.last().position + 1
		}
	}
	return list
}

func (w *where) checkFilter(r *restriction) *Refusal {
	switch {
	case r.multi && r.kind == slice:
		return &Refusal{Code: TupleSliceFilter}
	case r.multi && r.kind == inclusion && len(r.columns) > 1:
		return &Refusal{Code: TupleInFilter}
	case r.kind == likeness:
		return w.checkLike(r)
	case r.multi && r.kind == equality && r.nullColumn() != nil:
		return &Refusal{Code: NullFilter, Column: r.nullColumn().Name}
	case !r.multi && hasNull(r) && r.kind != inclusion:
		return &Refusal{Code: NullFilter, Column: r.first().Name}
	}
	return r.checkPairs()
}

func (r *restriction) checkPairs() *Refusal {
	for _, pair := range r.pairs {
		switch {
		case pair.Key.isNull():
			return &Refusal{Code: NullEntryKey, Column: r.first().Name}
		case pair.Values[0].isNull():
			return &Refusal{Code: NullEntryValue, Column: r.first().Name}
		}
	}
	return nil
}

// isRange reports whether some clustering column is not restricted by = or IN.
func (w *where) isRange() bool {
	missing := len(w.clustering.entries) < len(w.table.Clustering) && !w.table.hidesClustering
	return missing || w.clustering.others
}

// allEqual reports whether the whole primary key is restricted by = or IN.
func (w *where) allEqual() bool {
	return !w.keyOnToken() && !w.keyIncomplete() && !w.partition.others &&
		len(w.clustering.entries) == len(w.table.Clustering) && !w.clustering.others
}

func hasRole(columns []*Column, role model.Role) bool {
	return slices.ContainsFunc(columns, func(c *Column) bool { return c.Role == role })
}
