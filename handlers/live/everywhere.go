package live

import (
	"fmt"

	"widerow/store"
)

// listReading is a reader's knowledge of the list of models.
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
	h.hear()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.modelsMark()
}

func (h *Hub) modelsMark() string {
	if h.peers != nil {
		return h.theirMark()
	}
	return fmt.Sprintf("%s.%d", h.start, h.listed.number)
}

func (h *Hub) list(of store.ModelID) {
	h.listed.note(of)
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
	h.talkOf(about)
}

func (h *Hub) talkOf(about store.ModelID) {
	h.talked.note(about)
	h.wakeInboxes(func(*Reader) bool { return true })
}

func (h *Hub) wakeInboxes(of func(*Reader) bool) {
	for r := range h.inboxes {
		if of(r) {
			r.inboxDue = true
			r.wakeUp()
		}
	}
}

// Looked notes that a visitor has looked at something, which is no longer new to them then. Only
// their own browsers are told.
func (h *Hub) Looked(visitor string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.looked(visitor)
	h.tell(saved{Looked: visitor})
}

func (h *Hub) looked(visitor string) {
	h.wakeInboxes(func(r *Reader) bool { return r.interest.Visitor == visitor })
}

// Talked returns the number of saves so far that can change an inbox, and the models
// about which there were any after the first since of them. all reports that there may have
// been more, by another server.
func (h *Hub) Talked(since uint64) (about []store.ModelID, now uint64, all bool) {
	h.hear()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.talked.since(since)
}

// Listed returns the number of saves so far that changed the list of models, and the
// models about which there were any after the first since of them, like Talked.
func (h *Hub) Listed(since uint64) (about []store.ModelID, now uint64, all bool) {
	h.hear()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.listed.since(since)
}
