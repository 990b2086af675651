package discussion

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/internal/codec"
)

// Part is the text of one save: the whole discussion, or the threads and comments that
// changed since the save before, so that a save does not grow with the discussion. A
// discussion is read from the last whole save and the parts after it.
type Part struct {
	document
	unknown []codec.Unknown
}

// Changes returns the saved form of what after changes in before. base is the number of
// the revision with the whole discussion that the next parts belong to.
func Changes(before, after *Discussion, base int) []byte {
	part := &Part{document: document{base, map[model.ID]*Thread{}}}
	after.threads.since(before.threads, func(id byID, thread *Thread) {
		part.Threads[model.ID(id)] = thread.since(before.Thread(model.ID(id)))
	})
	return part.encode()
}

// since returns a thread without the comments that it had before already.
func (t *Thread) since(before *Thread) *Thread {
	if before == nil {
		return t
	}
	changed := &Thread{About: t.About, Resolved: t.Resolved, Comments: map[model.ID]*Comment{}}
	for id, comment := range t.Comments {
		if before.Comments[id] != comment {
			changed.Comments[id] = comment
		}
	}
	return changed
}

// On returns the discussion that a part makes of the one before it: the same as the part
// was made from. A thread without comments is refused: it has no author and no time.
func (p *Part) On(before *Discussion) (*Discussion, error) {
	next := *before
	if p.Base == 0 {
		next = Discussion{}
	}
	for id, thread := range p.Threads {
		known := next.Thread(id)
		if known != nil {
			changed := known.clone()
			changed.About, changed.Resolved = thread.About, thread.Resolved
			for id, comment := range thread.Comments {
				changed.Comments[id] = comment
			}
			thread = changed
		}
		if len(thread.Comments) == 0 {
			return nil, fmt.Errorf("thread %s has no comment", id)
		}
		next.put(id, thread)
	}
	next.unknown = slices.Concat(p.unknown, next.unknown) // the latest first: it is the one that is kept
	return &next, nil
}
