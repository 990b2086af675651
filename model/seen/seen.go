// Package seen holds what each person has seen of the comments on a model or on a
// proposal, and of the proposal itself.
//
// A person who has seen everything takes one number, however many comments there
// are: Comments of Person. What was seen beyond it is kept by thread.
//
// Seen is immutable once shared, like a model: its acts return a changed copy.
package seen

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"maps"
	"math"
	"time"

	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/internal/codec"
)

// MaxPeople is the largest number of persons that are kept. Above it, the person who has not looked
// for the longest time is forgotten: everything is new to them again.
const MaxPeople = 2_000

// Seen is the saved document.
type Seen struct {
	People map[model.ID]*Person `json:"people,omitempty"` // by key

	unknown []codec.Unknown
}

// Person records the things that one person has seen.
type Person struct {
	At       time.Time        `json:"at"`                 // when they looked last
	Comments int              `json:"comments,omitempty"` // all comments up to this discussion.Comment.Order
	Threads  map[model.ID]int `json:"threads,omitempty"`  // beyond that, the newest one seen of a thread
	Branch   int              `json:"branch,omitempty"`   // of a proposal: the revision of its branch
	Reviews  int              `json:"reviews,omitempty"`  // and the number of its newest review
}

// key hides the id of a person: it is also a secret of their browser.
func key(person string) model.ID {
	sum := sha256.Sum256([]byte(person))
	return model.ID("p" + hex.EncodeToString(sum[:12]))
}

// Of returns what a person has seen. It is nil, to which everything is new, for one
// who has not looked yet.
func (s *Seen) Of(person string) *Person { return s.People[key(person)] }

// Comment reports whether a comment of a thread was seen.
func (p *Person) Comment(thread model.ID, comment *discussion.Comment) bool {
	return comment.Order == 0 || p != nil && comment.Order <= max(p.Comments, p.Threads[thread])
}

// New counts the comments of a thread that a person has not seen. Their own are not
// new to them.
func (p *Person) New(id model.ID, thread *discussion.Thread, person string) (number int) {
	for _, comment := range thread.Comments {
		if comment.Author.ID != person && !p.Comment(id, comment) {
			number++
		}
	}
	return number
}

// Fresh yields the threads with comments that a person has not seen, and how many. It
// looks only at those with a comment above Comments.
func (p *Person) Fresh(said *discussion.Discussion, person string) iter.Seq2[discussion.Entry[*discussion.Thread], int] {
	seen := 0
	if p != nil {
		seen = max(0, p.Comments)
	}
	return func(yield func(discussion.Entry[*discussion.Thread], int) bool) {
		for entry := range said.After(seen) {
			if number := p.New(entry.ID, entry.Value, person); number > 0 && !yield(entry, number) {
				return
			}
		}
	}
}

// Look returns what was seen of a proposal: the revision of its branch and the number
// of its newest review, 0 for nothing.
func (p *Person) Look() (branch, reviews int) {
	if p == nil {
		return 0, 0
	}
	return p.Branch, p.Reviews
}

// See notes that a person has seen threads, each up to the comment of an order. It
// returns s itself if that says nothing new.
func (s *Seen) See(person string, at time.Time, said *discussion.Discussion, threads map[model.ID]int) *Seen {
	next, p := s.change(person, at)
	changed := false
	for id, order := range threads {
		thread := said.Thread(id)
		if thread == nil || order <= max(p.Comments, p.Threads[id]) {
			continue
		}
		p.Threads[id], changed = min(order, thread.Newest()), true
	}
	if !changed {
		return s
	}
	p.gather(person, said)
	return next
}

// SeeAll notes that a person has seen all comments.
func (s *Seen) SeeAll(person string, at time.Time, said *discussion.Discussion) *Seen {
	next, p := s.change(person, at)
	if p.Comments == said.Newest() {
		return s
	}
	p.Comments, p.Threads = said.Newest(), nil
	return next
}

// LookAt notes that a person has seen a proposal.
func (s *Seen) LookAt(person string, at time.Time, branch, reviews int) *Seen {
	next, p := s.change(person, at)
	if branch <= p.Branch && reviews <= p.Reviews {
		return s
	}
	p.Branch, p.Reviews = max(branch, p.Branch), max(reviews, p.Reviews)
	return next
}

// gather raises Comments as far as everything was seen, and drops what that includes.
func (p *Person) gather(person string, said *discussion.Discussion) {
	oldest := math.MaxInt
	for entry := range p.Fresh(said, person) {
		for _, comment := range entry.Value.Comments {
			if comment.Author.ID != person && !p.Comment(entry.ID, comment) {
				oldest = min(oldest, comment.Order)
			}
		}
	}
	p.Comments = max(p.Comments, min(oldest-1, said.Newest()))
	maps.DeleteFunc(p.Threads, func(_ model.ID, order int) bool { return order <= p.Comments })
}

// change returns a copy in which one person may be changed.
func (s *Seen) change(person string, at time.Time) (*Seen, *Person) {
	next, id := *s, key(person)
	if next.People = maps.Clone(s.People); next.People == nil {
		next.People = map[model.ID]*Person{}
	}
	changed := Person{}
	if known := s.People[id]; known != nil {
		changed = *known
	}
	changed.At = time.UnixMilli(at.UnixMilli()).UTC()
	if changed.Threads = maps.Clone(changed.Threads); changed.Threads == nil {
		changed.Threads = map[model.ID]int{}
	}
	next.People[id] = &changed
	if len(next.People) > MaxPeople {
		next.forget(id)
	}
	return &next, &changed
}

// forget drops the person who has not looked for the longest time, but not one.
func (s *Seen) forget(except model.ID) {
	var oldest model.ID
	for id, person := range s.People {
		if id != except && (oldest == "" || person.At.Before(s.People[oldest].At)) {
			oldest = id
		}
	}
	delete(s.People, oldest)
}

// Together returns what one person has seen under several IDs; nil if nothing under any.
func Together(all ...*Person) *Person {
	var together *Person
	for _, p := range all {
		switch {
		case p == nil:
		case together == nil:
			together = p
		default:
			together = together.and(p)
		}
	}
	return together
}

func (p *Person) and(other *Person) *Person {
	both := &Person{At: p.At, Comments: max(p.Comments, other.Comments), Threads: maps.Clone(p.Threads),
		Branch: max(p.Branch, other.Branch), Reviews: max(p.Reviews, other.Reviews)}
	if other.At.After(both.At) {
		both.At = other.At
	}
	if both.Threads == nil {
		both.Threads = map[model.ID]int{}
	}
	for id, order := range other.Threads {
		both.Threads[id] = max(both.Threads[id], order)
	}
	return both
}
