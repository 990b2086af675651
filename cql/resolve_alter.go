package cql

import (
	"strings"

	"widerow/cql/convert"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model/schema"
)

func (r *resolver) alterKeyspace(s *syntax.AlterKeyspace) *schema.Refusal {
	judged, own := r.target.ownOptions(s.Options)
	return r.schema.AlterKeyspace(schema.AlterKeyspace{Name: s.Name.Name, IfExists: s.IfExists,
		Options: convert.Options(judged), Kept: convert.Options(own)})
}

func (r *resolver) alterType(s *syntax.AlterType) *schema.Refusal {
	defer r.renaming(s)()
	return r.schema.AlterType(convert.AlterType(s))
}

func (r *resolver) alterView(s *syntax.AlterView) *schema.Refusal {
	d := convert.AlterView(s)
	return r.relation(s, s.Options, &d.Options, &d.Kept, func() *schema.Refusal { return r.schema.AlterView(d) })
}

func (r *resolver) alterTable(s *syntax.AlterTable) *schema.Refusal {
	defer r.renaming(s)()
	d := convert.AlterTable(s)
	if added, adds := d.Change.(schema.AddColumns); adds {
		r.withoutChecks(added.Columns)
		return r.addColumns(s, d, added.Columns)
	}
	if _, constrains := d.Change.(schema.ConstrainColumn); constrains && r.target != cassandra60 {
		return nil
	}
	options, sets := d.Change.(schema.SetOptions)
	if !sets {
		return r.schema.AlterTable(d)
	}
	return r.relation(s, s.Options, &options.Options, &options.Kept, func() *schema.Refusal {
		d.Change = options
		return r.schema.AlterTable(d)
	})
}

// addColumns adds the columns of the declaration.
func (r *resolver) addColumns(s *syntax.AlterTable, d schema.AlterTable, columns []schema.Column) *schema.Refusal {
	var unmasked []*schema.Refusal
	refusal := r.leavingMasks(columns, &unmasked, func() *schema.Refusal { return r.schema.AlterTable(d) })
	if refusal == nil {
		for i := range s.Added {
			r.withoutMask(s, &s.Added[i], unmasked)
		}
	}
	return refusal
}

func (r *resolver) drop(s *syntax.Drop) *schema.Refusal {
	d := convert.Drop(s)
	if r.lenient && s.IfExists && d.Name.Keyspace == "" && r.schema.Current == "" && s.Kind != syntax.DropKeyspace {
		// A dump may start with this and never name its keyspace.
		return nil
	}
	switch s.Kind {
	case syntax.DropKeyspace:
		return r.schema.DropKeyspace(d.Name.Name, d.IfExists)
	case syntax.DropTable:
		return r.schema.DropTable(d)
	case syntax.DropType:
		return r.schema.DropType(d)
	case syntax.DropIndex:
		return r.schema.DropIndex(d)
	}
	return r.schema.DropView(d)
}

// renameFilter renames a column in the filter of a view. Text that is not a list of
// conditions stays unchanged.
func renameFilter(filter string, rename schema.Rename) string {
	conditions, ok := parse.ParseConditions(filter)
	if !ok {
		return filter
	}
	texts := make([]string, len(conditions))
	for i, condition := range conditions {
		for j := range condition.Columns {
			if condition.Columns[j].Name == rename.From {
				condition.Columns[j].Name = rename.To
			}
		}
		texts[i] = condition.String()
	}
	return strings.Join(texts, " AND ")
}
