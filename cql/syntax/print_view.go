package syntax

func (s *CreateView) print(p *printer) {
	p.create("MATERIALIZED VIEW", s.IfNotExists, s.Name.String())
	p.write(" AS\n")
	selected := selectClauses(&Select{Selectors: s.Selectors, Table: s.Table})
	if selected[0].commented() {
		p.items(indent, selected[0], true)
	} else {
		p.write(indent, selected[0].line())
	}
	p.write("\n", indent, selected[1].words)
	for _, where := range conditionClauses("WHERE", s.Where) {
		p.write("\n")
		p.items("", where, false)
	}
	p.write("\n", indent)
	p.primaryKey(s.Key)
	p.options(s.Options)
}

// String writes the selector as CQL.
func (s Selector) String() string {
	if s.Alias.Name == "" {
		return s.Term.String()
	}
	return s.Term.String() + " AS " + QuoteName(s.Alias.Name)
}
