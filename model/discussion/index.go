package discussion

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"widerow/model"
)

// byID is the ID of a thread.
type byID model.ID

func (id byID) compare(other byID) int { return strings.Compare(string(id), string(other)) }

// place orders the list of all threads: the newest comment first, by the order of
// comments, which no clock can change, and by time where they have none.
type place struct {
	order   int
	seconds int64
	nanos   int
	id      model.ID
}

// The places before and after all others.
var (
	firstPlace = place{math.MaxInt, math.MaxInt64, math.MaxInt, ""}
	lastPlace  = place{order: math.MinInt}
)

func placeOf(id model.ID, thread *Thread) place {
	at := place{id: id}
	var newest time.Time
	for _, comment := range thread.Comments {
		at.order = max(at.order, comment.Order)
		if comment.At.After(newest) {
			newest = comment.At
		}
	}
	at.seconds, at.nanos = newest.Unix(), newest.Nanosecond()
	return at
}

func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(other.order, p.order), cmp.Compare(other.seconds, p.seconds), cmp.Compare(other.nanos, p.nanos), cmp.Compare(p.id, other.id))
}

// anchor identifies the subject of threads: an element, a line that declares a part of
// it, or places beside it.
type anchor struct {
	element model.ID
	kind    model.Kind
	part    string
	spot    bool
}

func anchorOf(about About) anchor {
	at := anchor{about.Element, about.Kind, "", about.Spot != nil}
	if about.Line != nil {
		at.part = about.Line.Part
	}
	return at
}

func (a anchor) compare(other anchor) int {
	if a.spot != other.spot && a.element == other.element && a.kind == other.kind && a.part == other.part {
		if a.spot {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(a.element, other.element), cmp.Compare(a.kind, other.kind), cmp.Compare(a.part, other.part))
}

// about returns what the threads of an anchor are about, with any of its spots and
// without words.
func (a anchor) about() About {
	about := About{Element: a.element, Kind: a.kind}
	if a.part != "" {
		about.Line = &Line{Part: a.part}
	}
	if a.spot {
		about.Spot = &Spot{}
	}
	return about
}

// anchored are the threads at an anchor.
type anchored struct {
	threads *sorted[place, *Thread]
	open    int
}

// New returns a discussion of threads.
func New(threads map[model.ID]*Thread) *Discussion {
	d := &Discussion{}
	for id, thread := range threads {
		d.put(id, thread)
	}
	return d
}

// put adds a thread, or replaces the one with its ID, in a copy that is not shared yet.
func (d *Discussion) put(id model.ID, thread *Thread) {
	before, found := d.threads.get(byID(id))
	if found {
		d.drop(id, before)
	}
	thread.concerns = thread.concernsSince(before)
	at := placeOf(id, thread)
	d.threads, d.listed = d.threads.set(byID(id), thread), d.listed.set(at, thread)
	d.comments, d.newest = d.comments+len(thread.Comments), max(d.newest, at.order)
	where := anchorOf(thread.About)
	group, _ := d.anchors.get(where)
	group.threads = group.threads.set(at, thread)
	if thread.Resolved == nil {
		group.open, d.open = group.open+1, d.open+1
	}
	d.anchors = d.anchors.set(where, group)
	for _, who := range thread.concerns {
		d.concerns = d.concerns.set(concern{thread.Resolved != nil, who, at}, thread)
	}
	for _, comment := range thread.Comments {
		if _, known := d.people.get(byName(comment.Author.Name)); !known {
			d.people = d.people.set(byName(comment.Author.Name), true)
		}
	}
}

// drop takes a thread out of what lists it.
func (d *Discussion) drop(id model.ID, thread *Thread) {
	at, where := placeOf(id, thread), anchorOf(thread.About)
	d.listed, d.comments = d.listed.without(at), d.comments-len(thread.Comments)
	group, _ := d.anchors.get(where)
	group.threads = group.threads.without(at)
	if thread.Resolved == nil {
		group.open, d.open = group.open-1, d.open-1
	}
	if d.anchors = d.anchors.set(where, group); group.threads == nil {
		d.anchors = d.anchors.without(where)
	}
	for _, who := range thread.concerns {
		d.concerns = d.concerns.without(concern{thread.Resolved != nil, who, at})
	}
}

// Thread returns the thread of an ID, or nil.
func (d *Discussion) Thread(id model.ID) *Thread {
	thread, _ := d.threads.get(byID(id))
	return thread
}

// Len returns the number of threads.
func (d *Discussion) Len() int { return d.threads.len() }

// OpenThreads returns the number of open threads.
func (d *Discussion) OpenThreads() int { return d.open }

// Latest yields all threads, the one with the newest comment first.
func (d *Discussion) Latest() iter.Seq[Entry[*Thread]] {
	return func(yield func(Entry[*Thread]) bool) {
		d.listed.walk(func(at place, thread *Thread) bool { return yield(Entry[*Thread]{at.id, thread}) })
	}
}

// Listed returns all threads, the one with the newest comment first.
func (d *Discussion) Listed() []Entry[*Thread] { return slices.Collect(d.Latest()) }

// After yields the threads that have a comment of a higher order, the newest first.
func (d *Discussion) After(order int) iter.Seq[Entry[*Thread]] {
	return func(yield func(Entry[*Thread]) bool) {
		d.listed.walk(func(at place, thread *Thread) bool { return at.order > order && yield(Entry[*Thread]{at.id, thread}) })
	}
}

// People returns the names of everyone who has commented, each once.
func (d *Discussion) People() (names []string) {
	if d == nil {
		return nil
	}
	for name := range d.people.all() {
		names = append(names, string(name))
	}
	return names
}

type byName string

func (n byName) compare(other byName) int { return strings.Compare(string(n), string(other)) }

// Anchors yields what threads are about, without words and with any of several spots,
// and the number of open threads on each.
func (d *Discussion) Anchors() iter.Seq2[About, int] {
	return func(yield func(About, int) bool) {
		d.anchors.walk(func(at anchor, group anchored) bool { return yield(at.about(), group.open) })
	}
}

// OpenOn returns the number of open threads on an element; "" is the whole model.
func (d *Discussion) OpenOn(element model.ID) (open int) {
	for at, group := range d.anchors.from(anchor{element: element}) {
		if at.element != element {
			break
		}
		open += group.open
	}
	return open
}

// About returns the newest threads of those that are about something, at most so many,
// and the number of all of them. chosen is asked once for each of Anchors.
func (d *Discussion) About(chosen func(About) bool, most int) (newest []Entry[*Thread], total int) {
	var places []place
	for at, group := range d.anchors.all() {
		if !chosen(at.about()) {
			continue
		}
		total += group.threads.len()
		taken := 0
		group.threads.walk(func(at place, _ *Thread) bool {
			places, taken = append(places, at), taken+1
			return taken < most
		})
	}
	slices.SortFunc(places, place.compare)
	for _, at := range places[:min(len(places), most)] {
		newest = append(newest, Entry[*Thread]{at.id, d.Thread(at.id)})
	}
	return newest, total
}

// Before counts the threads that are listed before one: all of them, and those whose anchor is
// chosen.
func (d *Discussion) Before(id model.ID, chosen func(About) bool) (all, about int) {
	thread := d.Thread(id)
	if thread == nil {
		return 0, 0
	}
	at := placeOf(id, thread)
	for where, group := range d.anchors.all() {
		if chosen(where.about()) {
			about += group.threads.below(at)
		}
	}
	return d.listed.below(at), about
}

// threadsByID returns the threads as they are saved.
func (d *Discussion) threadsByID() map[model.ID]*Thread {
	all := make(map[model.ID]*Thread, d.Len())
	for id, thread := range d.threads.all() {
		all[model.ID(id)] = thread
	}
	return all
}

// clone returns a copy of the comments of a thread.
func (t *Thread) clone() *Thread {
	copied := *t
	copied.Comments = maps.Clone(t.Comments)
	return &copied
}
