package syntax

func (s *CommentOn) print(p *printer) {
	if s.Label {
		p.write("SECURITY LABEL ")
		if s.Provider.Name != "" {
			p.write("FOR ", QuoteName(s.Provider.Name), " ")
		}
	} else {
		p.write("COMMENT ")
	}
	p.write("ON ", s.What, " ", s.Name.String())
	if s.Part.Name != "" {
		p.write(".", QuoteName(s.Part.Name))
	}
	if s.Null {
		p.write(" IS NULL")
		return
	}
	p.write(" IS ", QuoteString(s.Text))
}

func (s *LikeTable) print(p *printer) {
	p.create("TABLE", s.IfNotExists, s.Name.String())
	p.write(" LIKE ", s.Source.String())
	word := " WITH "
	for _, part := range []struct {
		given bool
		text  string
	}{{s.Indexes, "INDEXES"}, {s.Comments, "COMMENTS"}, {s.Labels, "SECURITY LABELS"}} {
		if part.given {
			p.write(word, part.text)
			word = " AND "
		}
	}
	for _, option := range s.Options {
		p.write(word, option.String())
		word = " AND "
	}
}
