package diagram

// key is that of all that ends and attributes are planned from.
func (s *surroundings) key() contentKey {
	c := &content{make([]byte, 0, 16<<10)}
	c.numbers(s.width, s.height)
	c.count(len(s.boxes))
	for _, box := range s.boxes {
		c.numbers(box.at.X, box.at.Y, box.at.Width, box.at.Height)
		c.flag(box.diamond)
		c.ovals(box.fan)
	}
	c.count(len(s.edges))
	for _, edge := range s.edges {
		c.count(len(edge.course))
		for _, at := range edge.course {
			c.numbers(at.X, at.Y)
		}
		c.numbers(edge.end.width, edge.end.roleWidth, edge.end.roleHeight)
		c.flag(edge.end.atStart)
		c.flag(edge.end.below)
	}
	return c.key()
}

func (c *content) ovals(list []*oval) {
	c.count(len(list))
	for _, o := range list {
		c.count(o.number)
		c.numbers(o.width, o.height)
		c.ovals(o.parts)
	}
}
