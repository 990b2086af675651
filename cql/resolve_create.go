package cql

import (
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model/schema"
)

func (r *resolver) createKeyspace(s *syntax.CreateKeyspace) *schema.Refusal {
	judged, own := r.target.ownOptions(s.Options)
	d := schema.Keyspace{Name: s.Name.Name, IfNotExists: s.IfNotExists, Options: convert.Options(judged),
		Kept: convert.Options(own), Note: convert.NoteOf(&s.Remarks)}
	refusal := r.schema.CreateKeyspace(d)
	if refusal != nil && r.lenient && !r.schema.Has(d.Name) {
		r.schema.AddKeyspace(d)
		return r.taken(s, refusal)
	}
	return refusal
}

func (r *resolver) createType(s *syntax.CreateType) *schema.Refusal {
	r.assume(s, s.Name)
	return r.schema.CreateType(convert.UserType(s))
}

func (r *resolver) createIndex(s *syntax.CreateIndex) *schema.Refusal {
	r.assume(s, s.Table)
	return r.schema.CreateIndex(convert.Index(s))
}

func (r *resolver) createTable(s *syntax.CreateTable) *schema.Refusal {
	r.assume(s, s.Name)
	d := convert.Table(s)
	r.withoutChecks(d.Columns)
	var unmasked []*schema.Refusal
	refusal := r.relation(s, s.Options, &d.Options, &d.Kept, func() *schema.Refusal {
		return r.leavingMasks(d.Columns, &unmasked, func() *schema.Refusal { return r.schema.CreateTable(d) })
	})
	if refusal == nil {
		for _, element := range s.Elements {
			if element.Column != nil {
				r.withoutMask(s, element.Column, unmasked)
			}
		}
	}
	return refusal
}

// withoutChecks turns constraints into notes for a target that has none.
func (r *resolver) withoutChecks(columns []schema.Column) {
	for i := range columns {
		if c := &columns[i]; c.Check != "" && r.target != cassandra60 {
			c.Note = strings.TrimPrefix(c.Note+"\n"+convert.CheckPrefix+c.Check, "\n")
			c.Check, c.Constraints = "", nil
		}
	}
}

func (r *resolver) createView(s *syntax.CreateView) *schema.Refusal {
	r.assume(s, s.Name)
	d := convert.View(s)
	d.CheckFilter = func() *schema.Refusal { return r.checkFilter(s) }
	return r.relation(s, s.Options, &d.Options, &d.Kept, func() *schema.Refusal { return r.schema.CreateView(d) })
}

// relation creates or alters a table or view. It keeps the options that only the
// target supports. A lenient resolver also keeps unknown and refused options, and
// reports the first.
func (r *resolver) relation(statement syntax.Statement, written []syntax.Option, options, kept *[]schema.Option,
	create func() *schema.Refusal) *schema.Refusal {
	if judged, own := r.target.ownOptions(written); len(own) > 0 {
		if refusal := r.checkOwnOptions(own); refusal != nil && !r.lenient {
			return refusal
		}
		*options, *kept = convert.Options(judged), convert.Options(own)
	}
	refusal := create()
	if !r.lenient || refusal == nil {
		return refusal
	}
	*options, *kept = schema.KnownTableOptions(*options)
	for first := refusal; ; {
		if refusal = create(); refusal == nil {
			return r.taken(statement, first)
		}
		if !moveOption(options, kept, refusal.Option) {
			return refusal
		}
	}
}

// moveOption moves the last option of that name from options to kept.
func moveOption(options, kept *[]schema.Option, name string) bool {
	for i := len(*options) - 1; i >= 0; i-- {
		if option := (*options)[i]; option.Name == name {
			*options = append((*options)[:i:i], (*options)[i+1:]...)
			*kept = append([]schema.Option{option}, *kept...)
			return true
		}
	}
	return false
}

func (r *resolver) use(s *syntax.Use) *schema.Refusal {
	if r.lenient && r.home != "" && !r.schema.Has(s.Keyspace.Name) {
		r.addHome(s, s.Keyspace.Name)
	}
	return r.schema.Use(s.Keyspace.Name)
}
