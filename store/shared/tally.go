package shared

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Tally counts by key over all servers. Each tells the others how much it has counted since it
// started; what another one has added since it was heard last is passed on to Add. So all servers
// know what they counted together, later by the time that a word takes. What a server had counted
// when it was first heard counts for those who knew it then.
type Tally struct {
	// Add takes over what another server has counted.
	Add func(key string, amount float64)

	mutex   sync.Mutex
	counted *simplelru.LRU[string, float64]            // by this server
	heard   map[string]*simplelru.LRU[string, float64] // of the others, by server
	changed func()
}

// maxTold bounds the keys that a server tells: those that it counted last.
const maxTold = 2000

// tallyPause is the least time between two words of a tally.
const tallyPause = time.Second

// NewTally returns a Tally without counts.
func NewTally(add func(key string, amount float64)) *Tally {
	return &Tally{Add: add, counted: newCounts(), heard: map[string]*simplelru.LRU[string, float64]{}, changed: func() {}}
}

func newCounts() *simplelru.LRU[string, float64] {
	counts, err := simplelru.NewLRU[string, float64](maxTold, nil)
	if err != nil {
		panic(err) // only for a count below 1
	}
	return counts
}

// Count counts an amount for a key.
func (t *Tally) Count(key string, amount float64) {
	if t == nil {
		return
	}
	t.mutex.Lock()
	before, _ := t.counted.Get(key)
	t.counted.Add(key, before+amount)
	changed := t.changed
	t.mutex.Unlock()
	changed()
}

// Join tells the other servers the counts of this one on a topic.
func (t *Tally) Join(p *Peers, name string) {
	t.changed = p.Changed
	p.Add(&Topic{Name: name, Text: t.text, Heard: t.hear, Gone: t.gone, Pause: tallyPause})
}

func (t *Tally) text() []byte {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	counts, bytes := map[string]float64{}, 0
	keys := t.counted.Keys() // the oldest first
	for at := len(keys) - 1; at >= 0; at-- {
		if bytes += len(keys[at]) + 32; bytes > MaxWord {
			break
		}
		counts[keys[at]], _ = t.counted.Peek(keys[at])
	}
	return encode(counts)
}

func (t *Tally) hear(server string, text []byte) {
	var counts map[string]float64
	if json.Unmarshal(text, &counts) != nil {
		return // of a newer version of the program
	}
	t.mutex.Lock()
	heard, first := t.heard[server], false
	if heard == nil {
		heard, first = newCounts(), true
		t.heard[server] = heard
	}
	more := map[string]float64{}
	for key, count := range counts {
		if before, _ := heard.Peek(key); count > before && !first {
			more[key] = count - before
		}
		heard.Add(key, count)
	}
	t.mutex.Unlock()
	for key, amount := range more {
		t.Add(key, amount)
	}
}

func (t *Tally) gone(server string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.heard, server)
}
