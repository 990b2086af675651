package identity

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/store/shared"
)

// Tries slows down who guesses passwords: after some failures each further try has to
// wait, longer each time. One address that guesses does not lock the person out who
// signs in from another.
type Tries struct {
	now   func() time.Time
	mutex sync.Mutex
	known *simplelru.LRU[string, failures]
	tally *shared.Tally // nil: this server is alone
	peers *shared.Peers
}

// failures counts the wrong passwords of a key (see keysOf).
type failures struct {
	count int
	next  time.Time // no try before
	last  time.Time
}

// rule is how one kind of key is slowed down: the first failures are free, then the
// wait doubles up to a limit.
type rule struct {
	free    int
	longest time.Duration
}

var (
	pairRule    = rule{5, 15 * time.Minute}  // of a name from an address
	addressRule = rule{20, 15 * time.Minute} // of an address
	nameRule    = rule{100, 5 * time.Second} // of a name from anywhere
)

// rules holds the rule of each kind of key.
var rules = map[string]rule{"pair": pairRule, "address": addressRule, "name": nameRule}

// heardFor is the age up to which failures at other servers count as heard.
const heardFor = 300 * time.Millisecond

// forgotten is the time after which failures no longer count.
const forgotten = 24 * time.Hour

// maxKeys bounds the memory; the keys not used for the longest time go first.
const maxKeys = 30_000

// NewTries returns Tries without failures.
func NewTries(now func() time.Time) *Tries {
	known, err := simplelru.NewLRU[string, failures](maxKeys, nil)
	if err != nil {
		panic(err) // only for a count below 1
	}
	return &Tries{now: now, known: known}
}

// Join counts the failures at all servers, each of which tells the others of its own.
func (t *Tries) Join(peers *shared.Peers) {
	t.peers = peers
	t.tally = shared.NewTally(func(key string, count float64) {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		kind, _, _ := strings.Cut(key, " ")
		t.fail(key, rules[kind], int(count))
	})
	t.tally.Join(peers, "failed sign-ins")
}

// Wait returns the time that a name at an address has to wait before its next try, or 0.
func (t *Tries) Wait(name, address string) (longest time.Duration) {
	_ = t.peers.Listen(context.Background(), heardFor) // which logs that it does not hear; the failures here count
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for key := range keysOf(name, address) {
		longest = max(longest, t.of(key).next.Sub(t.now()))
	}
	return longest
}

// Failed notes a wrong password.
func (t *Tries) Failed(name, address string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for key, rule := range keysOf(name, address) {
		t.fail(key, rule, 1)
		t.tally.Count(key, 1)
	}
}

func (t *Tries) fail(key string, rule rule, count int) {
	failed := t.of(key)
	failed.count += count
	failed.last = t.now()
	if over := failed.count - rule.free; over > 0 {
		wait := min(rule.longest, time.Second<<min(over-1, 20))
		failed.next = t.now().Add(wait)
	}
	t.known.Add(key, failed)
}

// Succeeded forgets the failures of a name at an address. The failures of the address remain: a
// person who has one password does not get more tries at others.
func (t *Tries) Succeeded(name, address string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for key, rule := range keysOf(name, address) {
		if rule != addressRule {
			t.known.Remove(key)
		}
	}
}

func (t *Tries) of(key string) failures {
	failed, _ := t.known.Get(key)
	if t.now().Sub(failed.last) > forgotten {
		return failures{}
	}
	return failed
}

// keysOf returns whose failures a try counts as. A client with an IPv6 address can
// choose its second half.
func keysOf(name, address string) map[string]rule {
	name = strings.ToLower(strings.TrimSpace(name))
	if parsed, err := netip.ParseAddr(address); err == nil && !parsed.Unmap().Is4() {
		if half, err := parsed.WithZone("").Prefix(64); err == nil {
			address = half.String()
		}
	}
	return map[string]rule{"pair " + address + " " + name: pairRule, "address " + address: addressRule, "name " + name: nameRule}
}
