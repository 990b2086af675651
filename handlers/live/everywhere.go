package live

import (
	"container/list"
	"crypto/rand"
	"fmt"
	"slices"

	"widerow/store"
)

// everywhere is what a browser can show of all models: their list, and what waits for
// a person in any of them.
type everywhere struct {
	start   string // tells the numbers of this server from those of one before
	lists   map[*Reader]struct{}
	listed  uint64 // saves that changed the list of models
	inboxes map[*Reader]struct{}
	talked  uint64                          // saves that can change an inbox
	last    *list.List                      // of talk: the last of them about each model, the newest in front
	about   map[store.ModelID]*list.Element // of last
}

// talk is a save about a model that can change an inbox.
type talk struct {
	about  store.ModelID
	number uint64
}

func newEverywhere() everywhere {
	return everywhere{start: rand.Text()[:8], lists: map[*Reader]struct{}{}, inboxes: map[*Reader]struct{}{}, last: list.New(), about: map[store.ModelID]*list.Element{}}
}

// listReading is what a reader knows of the list of models.
type listReading struct {
	mark   string
	people map[store.ModelID]uint64 // versions
}

func (h *Hub) follow(r *Reader) {
	if r.interest.Models {
		h.lists[r] = struct{}{}
		r.list.people = map[store.ModelID]uint64{}
	}
	if r.interest.Inbox != nil {
		h.inboxes[r] = struct{}{}
		r.inboxDue = true
	}
}

func (h *Hub) unfollow(r *Reader) {
	delete(h.lists, r)
	delete(h.inboxes, r)
}

// ModelsMark is the mark of the list of models: it differs after each save that can
// change the list.
func (h *Hub) ModelsMark() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.modelsMark()
}

func (h *Hub) modelsMark() string { return fmt.Sprintf("%s.%d", h.start, h.listed) }

func (h *Hub) list() {
	h.listed++
	h.wakeLists()
}

func (h *Hub) wakeLists() {
	for r := range h.lists {
		r.wakeUp()
	}
}

// takeList adds what the reader does not know of the list of models.
func (r *Reader) takeList(message *Message) {
	if mark := r.hub.modelsMark(); mark != r.list.mark {
		r.list.mark, message.Models = mark, mark
	}
	for id, t := range r.hub.topics {
		if t.version != r.list.people[id] {
			message.Here = append(message.Here, t.here(id, r.interest.Self))
			r.list.people[id] = t.version
		}
	}
	for id := range r.list.people {
		if r.hub.topics[id] == nil { // the last one has left
			message.Here = append(message.Here, Here{Of: id, People: []Person{}})
			delete(r.list.people, id)
		}
	}
}

// talk notes a save about a model that can change an inbox.
func (h *Hub) talk(about store.ModelID) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.talked++
	if before := h.about[about]; before != nil {
		h.last.Remove(before)
	}
	h.about[about] = h.last.PushFront(talk{about, h.talked})
	for r := range h.inboxes {
		r.inboxDue = true
		r.wakeUp()
	}
}

// Looked notes that a visitor has looked at something, which is not new to them any
// more. Only their own browsers are told.
func (h *Hub) Looked(visitor string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for r := range h.inboxes {
		if r.interest.Visitor == visitor {
			r.inboxDue = true
			r.wakeUp()
		}
	}
}

// Talked returns the number of saves so far that can change an inbox, and the models
// about which there were any after the first since of them.
func (h *Hub) Talked(since uint64) (about []store.ModelID, now uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for element := h.last.Front(); element != nil && element.Value.(talk).number > since; element = element.Next() {
		about = append(about, element.Value.(talk).about)
	}
	slices.Sort(about)
	return about, h.talked
}
