package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// alternatives returns the legal tables of a question, best first.
func (d *designer) alternatives() ([]Alternative, bool) {
	shapes, ok := d.shapes()
	if !ok {
		return nil, false
	}
	estimator := d.estimator()
	var found []Alternative
	for i := range shapes {
		if d.Graph.Stopped() {
			return nil, false
		}
		shapes[i].finds = [][]er.Atom{d.Found}
		a := Alternative{Columns: d.columns(&shapes[i]), Service: shapes[i].service, Form: shapes[i].form,
			Bucketed: len(shapes[i].partition) == 0, shape: shapes[i]}
		a.Partitions = d.partitions(&shapes[i], d.Graph.Volume().Evaluator)
		if a.Form == PerSubtype {
			tables, ok := d.tables(&shapes[i])
			if !ok {
				continue
			}
			a.Tables, a.Columns = tables, tables[0].Columns
			a.Partitions *= float64(len(tables))
			a.Estimate = estimator.largest(&a)
		} else {
			a.Estimate = estimator.of(&a)
		}
		found = append(found, a)
	}
	rateSizes(found, HasNumbers(d.Graph.Model))
	slices.SortStableFunc(found, func(a, b Alternative) int { return ranking{d}.compare(&a, &b) })
	for i := range found {
		found[i].Reasons = explanation{d}.reasons(&found[0], &found[i], i == 0)
	}
	return found, true
}

// rateSizes rates the sizes of partitions. A partition of unknown size is at least as large as one
// with more columns in the partition key, and a part of one with fewer. In a model with numbers,
// unknown ones of which not even that bounds the size are marked.
func rateSizes(alternatives []Alternative, measured bool) {
	for i := range alternatives {
		alternatives[i].severity = alternatives[i].Estimate.severity()
	}
	for i := range alternatives {
		a, bounded := &alternatives[i], false
		for j := range alternatives {
			b := &alternatives[j]
			if a.Estimate.Rows.Known || a.Form != b.Form {
				continue
			}
			if len(er.Without(a.shape.partition, b.shape.partition)) == 0 {
				a.severity = max(a.severity, b.Estimate.severity())
			}
			bounded = bounded || b.Estimate.Rows.Known && len(er.Without(b.shape.partition, a.shape.partition)) == 0
		}
		a.unknown = measured && !a.Estimate.Rows.Known && (!bounded || a.severity > 1)
	}
}

// partitions returns how many partitions a query reads: the product of the
// numbers of IN values in the partition key, 0 if one is not known.
func (d *designer) partitions(s *shape, evaluator *model.Evaluator) float64 {
	partitions := 1.0
	for _, a := range s.partition {
		if a.Given == nil || a.Given.Operator != model.In {
			continue
		}
		value, missing, err := evaluator.Evaluate(a.Given.Count)
		if err != nil || len(missing) > 0 {
			return 0
		}
		partitions *= value.Typical
	}
	return partitions
}

// crossed names two entity types that have nothing to do with each other, but of
// which the table stores a row for each pair.
func (d *designer) crossed(s *shape) string {
	var repeated []int
	var values []er.Atom
	for _, a := range s.missing {
		if attribute := d.Graph.Attribute(a); attribute != nil && attribute.MultiValued {
			values = append(values, a)
			continue
		}
		if !slices.Contains(repeated, a.Node) {
			repeated = append(repeated, a.Node)
		}
	}
	if len(values) > 1 {
		return fmt.Sprintf("%s do not depend on each other, and the table has a row for each pair", d.names(values))
	}
	for i, one := range repeated {
		for _, other := range repeated[i+1:] {
			if disjoint(d.undetermined(one), d.undetermined(other)) {
				return fmt.Sprintf("%s and %s do not depend on each other, and the table has a row for each pair", d.Graph.Title(one), d.Graph.Title(other))
			}
		}
	}
	return ""
}

func disjoint(a, b map[int]bool) bool {
	for at := range a {
		if b[at] {
			return false
		}
	}
	return true
}
