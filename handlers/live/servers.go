package live

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"widerow/store"
	"widerow/store/shared"
)

// told is the message of a server about its saves.
type told struct {
	Made  uint64  `json:"made"`
	Saves []saved `json:"saves"` // the last ones
}

const maxTold = 100

// maxSights bounds the people of whom a server tells the others.
const maxSights = 800

// Join lets a hub hear of the saves and people of the other servers of its store. It is called before the
// hub is used.
func (h *Hub) Join(peers *shared.Peers) {
	h.peers, h.theirs = peers, map[string]uint64{}
	h.sights, h.known = map[sightOf]sight{}, map[string]uint64{}
	wanted := func() bool { return h.Readers() > 0 }
	peers.Add(&shared.Topic{Name: "saves", Text: h.savesText, Heard: h.hearSaves, Gone: h.goneSaves, Wanted: wanted})
	peers.Add(&shared.Topic{Name: "people", Text: h.peopleText, Heard: h.hearPeople, Gone: h.gonePeople})
}

// hear takes over what the other servers have told, if that was not just done.
func (h *Hub) hear() {
	if h.peers != nil {
		_ = h.peers.Listen(context.Background(), fresh) // which logs that the store does not answer
	}
}

// fresh is the age up to which news of other servers are news.
const fresh = 300 * time.Millisecond

// tell notes something for the other servers. The caller holds the mutex.
func (h *Hub) tell(what saved) {
	if h.peers == nil {
		return
	}
	h.made++
	h.saves = append(h.saves[max(0, len(h.saves)-maxTold+1):len(h.saves):len(h.saves)], what)
	h.peers.Changed()
}

// tellOf tells the other servers of a save.
func (h *Hub) tellOf(revision store.Revision) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.tell(saved{Head: HeadOf(revision), Talk: changesInboxes(revision)})
}

// tellOfUnknown notes a save that may or may not be stored: all servers look at everything again.
func (h *Hub) tellOfUnknown() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.anything()
	if h.peers != nil {
		h.made += maxTold + 1 // more than is told
		h.peers.Changed()
	}
}

func (h *Hub) savesText() []byte {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return mustEncode(told{h.made, h.saves})
}

func mustEncode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it has texts and numbers only
	}
	return text
}

// hearSaves takes over the saves of another server that are not known yet. If there are more than it
// tells, everything may have changed.
func (h *Hub) hearSaves(server string, text []byte) {
	var what told
	if json.Unmarshal(text, &what) != nil {
		return // of a newer version of the program
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	before, known := h.theirs[server]
	h.theirs[server] = what.Made
	news := what.Made - before
	switch {
	case !known && what.Made == 0:
		return
	case !known, news > uint64(len(what.Saves)):
		h.anything()
		news = min(news, uint64(len(what.Saves)))
	}
	for _, one := range what.Saves[uint64(len(what.Saves))-news:] {
		h.take(one)
	}
}

func (h *Hub) take(one saved) {
	if one.Looked != "" {
		h.looked(one.Looked)
		return
	}
	h.publish(one.Head)
	if one.Talk {
		h.talkOf(one.Head.Of.Root())
	}
}

// goneSaves looks at everything again: a server that has ended may have saved something that it
// could not tell.
func (h *Hub) goneSaves(server string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.theirs, server)
	h.anything()
}

// anything notes that any model and any inbox may have changed. The caller holds the mutex.
func (h *Hub) anything() {
	h.listed.forget()
	h.talked.forget()
	h.wakeLists()
	h.wakeInboxes(func(*Reader) bool { return true })
}

// theirMark is the mark of the list of models that all servers have in common, once they have heard
// of each other. The caller holds the mutex.
func (h *Hub) theirMark() string {
	all := maps.Clone(h.theirs)
	all[h.peers.Self] = h.made
	sum := sha256.New()
	for _, server := range slices.Sorted(maps.Keys(all)) {
		if all[server] > 0 {
			fmt.Fprintf(sum, "%s %d\n", server, all[server])
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:10])
}

// sighted notes what was heard of a person for the other servers. The caller holds the mutex.
func (h *Hub) sightedOf(id store.ModelID, person Person, left bool) {
	if h.peers == nil {
		return
	}
	h.sighted++
	h.sights[sightOf{id, person.ID}] = sight{Of: id, Person: person, Left: left, Number: h.sighted, until: h.now().Add(presence)}
	h.peers.Changed()
}

func (h *Hub) peopleText() []byte {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	var all []sight
	for at, one := range h.sights {
		if h.now().After(one.until) {
			delete(h.sights, at)
			continue
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b sight) int { return cmp.Compare(b.Number, a.Number) })
	return mustEncode(all[:min(len(all), maxSights)])
}

func (h *Hub) hearPeople(server string, text []byte) {
	var all []sight
	if json.Unmarshal(text, &all) != nil {
		return // of a newer version of the program
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	last := h.known[server]
	for _, one := range slices.Backward(all) { // the oldest first
		if one.Number <= last {
			continue
		}
		h.known[server] = one.Number
		if one.Left {
			h.leave(one.Of, one.Person.ID)
		} else {
			h.see(one.Of, one.Person)
		}
	}
}

func (h *Hub) gonePeople(server string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.known, server) // its people end by themselves, unless another server sees them
}

// lookInterval is the interval at which the heads of what readers watch are read.
const lookInterval = 5 * time.Second

// Look reads the heads of what readers watch until the context is done: a server that has ended may
// have saved something that it could not tell. Nothing is read while nobody watches.
func (h *Hub) Look(ctx context.Context, load Load, log *slog.Logger) {
	ticks := time.NewTicker(lookInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if err := h.look(ctx, load); err != nil && ctx.Err() == nil {
			log.Debug("the heads of what is watched cannot be read", "error", err)
		}
	}
}

func (h *Hub) look(ctx context.Context, load Load) error {
	for _, id := range h.watched() {
		if err := h.load(ctx, id, load); err != nil {
			return err
		}
	}
	return nil
}

// watched are the topics with readers.
func (h *Hub) watched() (all []store.ModelID) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for id, t := range h.topics {
		if len(t.readers) > 0 && t.loaded {
			all = append(all, id)
		}
	}
	return all
}

// changesInboxes reports whether something may wait for somebody, or not any more:
// after comments, proposals, edits of a branch, merges, and when a model goes or comes.
func changesInboxes(revision store.Revision) bool {
	return revision.Model.Owner() != "" || revision.From.Number > 0 || revision.Kind == store.KindDelete || revision.Kind == store.KindRestore
}
