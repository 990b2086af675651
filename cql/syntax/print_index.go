package syntax

func (s *CreateIndex) print(p *printer) {
	what := "INDEX"
	if s.Custom {
		what = "CUSTOM INDEX"
	}
	name := ""
	if s.Name.Name != "" {
		name = QuoteName(s.Name.Name) + " "
	}
	p.create(what, s.IfNotExists, name)
	p.write("ON ", s.Table.String(), " (")
	p.targets(s)
	p.write(")")
	if s.HasUsing {
		p.write(" USING ", QuoteString(s.Using))
	}
	p.options(s.Options)
}

// targets writes the indexed columns on one line, or one a line if there are
// comments among them.
func (p *printer) targets(s *CreateIndex) {
	commented := len(s.Closing) > 0
	for _, target := range s.Targets {
		commented = commented || target.Remarks != nil
	}
	if !commented {
		for i, target := range s.Targets {
			if i > 0 {
				p.write(", ")
			}
			p.write(target.String())
		}
		return
	}
	p.write("\n")
	for i, target := range s.Targets {
		p.element(target.Remarks, i == len(s.Targets)-1, func() { p.write(target.String()) })
	}
	p.remarks(s.Closing, indent, false)
}

// String writes the target as CQL.
func (t IndexTarget) String() string {
	if t.Function == "" {
		return QuoteName(t.Column.Name)
	}
	return t.Function + "(" + QuoteName(t.Column.Name) + ")"
}
