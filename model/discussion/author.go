package discussion

// ByAuthors returns the part with the authors of its comments, and those who have resolved its threads, as author
// knows them.
func (p *Part) ByAuthors(author func(id string) string) *Part {
	for _, thread := range p.Threads {
		for _, comment := range thread.Comments {
			comment.Author.ID = author(comment.Author.ID)
		}
		if thread.Resolved != nil {
			thread.Resolved.By.ID = author(thread.Resolved.By.ID)
		}
	}
	return p
}
