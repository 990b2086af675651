package syntax

func (s *Use) print(p *printer) { p.write("USE ", QuoteName(s.Keyspace.Name)) }

func (s *CreateKeyspace) print(p *printer) {
	p.create("KEYSPACE", s.IfNotExists, QuoteName(s.Name.Name))
	p.options(s.Options)
}
