package proposals

import "widerow/model"

// ByAuthors returns the proposals with the people as author knows them. Approvals are given by whom signed knows: what was
// approved under a name that anybody could type is nobody's approval.
func (p *Proposals) ByAuthors(author, signed func(id string) string) *Proposals {
	next := p.clone()
	for key, proposal := range p.Proposals {
		next.Proposals[key] = proposal.byAuthors(author, signed)
	}
	return next
}

func (p *Proposal) byAuthors(author, signed func(id string) string) *Proposal {
	next := *p
	next.Author.ID = author(p.Author.ID)
	next.Reviewers = nil
	for _, reviewer := range p.Reviewers {
		reviewer.ID = author(reviewer.ID)
		next.Reviewers = append(next.Reviewers, reviewer)
	}
	next.Reviews = make(map[model.ID]*Review, len(p.Reviews))
	for id, review := range p.Reviews {
		known := *review
		if known.By.ID = author(review.By.ID); review.Verdict == Approves {
			known.By.ID = signed(review.By.ID)
		}
		next.Reviews[id] = &known
	}
	if p.Merge != nil {
		merge := *p.Merge
		merge.By.ID = author(merge.By.ID)
		next.Merge = &merge
	}
	if p.Closed != nil {
		next.Closed = &Ending{Person{author(p.Closed.By.ID), p.Closed.By.Name}, p.Closed.At}
	}
	return &next
}
