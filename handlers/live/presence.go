package live

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"widerow/store"
)

// Person is somebody who looks at a model.
type Person struct {
	ID   string `json:"id"` // tells apart two of the same name; no one can act by it
	Name string `json:"name"`
	// Account is the account with which the person has signed in; empty: none.
	Account string `json:"account,omitempty"`
	Tab     string `json:"tab"`
	On      string `json:"on,omitempty"` // the selected element
}

// Here are the others at a model or branch.
type Here struct {
	Of     store.ModelID `json:"of"`
	People []Person      `json:"people"`
	More   int           `json:"more,omitempty"`
}

// seen is a person with the time until which nothing more need be heard.
type seen struct {
	Person
	until time.Time
}

const (
	// presence is the time for which a person stays listed after the last sign of life: two beats
	// of the page, see assets/js/live/presence.js.
	presence = 30 * time.Second
	// settling is the time for which changes of people are gathered, for one reader; each
	// further one adds a bit, so that a crowd does not flood itself.
	settling       = 150 * time.Millisecond
	settlingReader = time.Millisecond

	maxListed = 20    // people in a message
	maxHere   = 200   // people at a model
	maxPeople = 5_000 // people at all models
)

// KeyOf is the key of a person: secret identifies one to the server.
func KeyOf(secret string) string {
	sum := sha256.Sum256([]byte("presence " + secret))
	return hex.EncodeToString(sum[:8])
}

// See notes where a person is. Beyond the limits, people are not shown.
func (h *Hub) See(id store.ModelID, person Person) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return
	}
	h.see(id, person)
	h.sightedOf(id, person, false)
}

func (h *Hub) see(id store.ModelID, person Person) {
	t := h.topic(id)
	before, known := t.people[person.ID]
	if !known && (len(t.people) >= maxHere || h.people >= maxPeople) {
		h.tidy(id, t)
		return
	}
	if !known {
		h.people++
	}
	t.people[person.ID] = seen{person, h.now().Add(presence)}
	if before.Person != person {
		h.changed(id, t)
	}
}

// Leave notes that a person has left a model.
func (h *Hub) Leave(id store.ModelID, key string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return
	}
	h.leave(id, key)
	h.sightedOf(id, Person{ID: key}, true)
}

func (h *Hub) leave(id store.ModelID, key string) {
	t := h.topics[id]
	if t == nil {
		return
	}
	if _, known := t.people[key]; known {
		delete(t.people, key)
		h.people--
		h.changed(id, t)
	}
}

// changed shows the people soon.
func (h *Hub) changed(id store.ModelID, t *topic) {
	if t.soon {
		return
	}
	t.soon = true
	h.after(id, t, settling+time.Duration(len(t.readers))*settlingReader)
}

func (h *Hub) after(id store.ModelID, t *topic, delay time.Duration) {
	if t.timer != nil {
		t.timer.Stop()
	}
	t.timer = time.AfterFunc(delay, func() { h.show(id, t) })
}

// show sends the readers the list of people, and drops people who are gone.
func (h *Hub) show(id store.ModelID, t *topic) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed || h.topics[id] != t {
		return
	}
	t.soon = false
	now, next := h.now(), time.Duration(0)
	var people []Person
	for key, person := range t.people {
		left := person.until.Sub(now)
		if left <= 0 {
			delete(t.people, key)
			h.people--
			continue
		}
		people = append(people, person.Person)
		if next == 0 || left < next {
			next = left
		}
	}
	slices.SortFunc(people, func(a, b Person) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	if !slices.Equal(people, t.shown) {
		t.shown = people
		h.shown++
		t.version = h.shown
		h.wakeLists()
		t.wake()
	}
	if next > 0 {
		h.after(id, t, next)
	}
	h.tidy(id, t)
}

// here are the people of a topic but one.
func (t *topic) here(id store.ModelID, self string) Here {
	here := Here{Of: id, People: []Person{}}
	for _, person := range t.shown {
		switch {
		case person.ID == self:
		case len(here.People) == maxListed:
			here.More++
		default:
			here.People = append(here.People, person)
		}
	}
	return here
}
