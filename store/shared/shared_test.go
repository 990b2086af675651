package shared

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var quiet = slog.New(slog.DiscardHandler)

// TestLeases: one server at a time holds a lease, and a dead holder's lease ends.
func TestLeases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := NewAlone(nil)
		take := func(holder string, want Lease) {
			t.Helper()
			if got, err := state.Take(t.Context(), "scrub", holder, 30*time.Second); err != nil || got != want {
				t.Errorf("%s takes it: %+v, %v; want %+v", holder, got, err, want)
			}
		}
		take("a", Lease{"a", 1})
		take("b", Lease{"a", 1})
		time.Sleep(20 * time.Second)
		take("a", Lease{"a", 1}) // prolonged
		time.Sleep(20 * time.Second)
		take("b", Lease{"a", 1})
		time.Sleep(30 * time.Second)
		take("b", Lease{"b", 2})
		if err := state.GiveBack(t.Context(), "scrub", "a"); err != nil { // which it has no more
			t.Error(err)
		}
		take("a", Lease{"b", 2})
		if err := state.GiveBack(t.Context(), "scrub", "b"); err != nil {
			t.Error(err)
		}
		take("a", Lease{"a", 3})
	})
}

// TestValues: a value that all servers have in common is made once, and one that a holder sets is not
// overwritten by a holder from before.
func TestValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state, ctx := NewAlone(nil), t.Context()
		for _, made := range []string{"one", "two"} {
			if kept, err := state.Once(ctx, "key", []byte(made), time.Hour); err != nil || string(kept) != "one" {
				t.Errorf("the key is %q, %v", kept, err)
			}
		}
		time.Sleep(time.Hour)
		if kept, err := state.Once(ctx, "key", []byte("three"), 0); err != nil || string(kept) != "three" {
			t.Errorf("the next key is %q, %v", kept, err)
		}
		for _, step := range []struct {
			fence uint64
			want  error
		}{{2, nil}, {1, ErrFenced}, {2, nil}, {3, nil}, {2, ErrFenced}} {
			if err := state.SetValue(ctx, "due", []byte{byte(step.fence)}, step.fence); !errors.Is(err, step.want) {
				t.Errorf("with fence %d: %v", step.fence, err)
			}
		}
		if value, err := state.Value(ctx, "due"); err != nil || len(value) != 1 || value[0] != 3 {
			t.Errorf("the value is %v, %v", value, err)
		}
	})
}

// silent is a state that a server does not reach.
type silent struct {
	State
	mutex sync.Mutex
	off   bool
}

func (s *silent) cut(off bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.off = off
}

func (s *silent) Take(ctx context.Context, name, holder string, life time.Duration) (Lease, error) {
	s.mutex.Lock()
	off := s.off
	s.mutex.Unlock()
	if off {
		<-ctx.Done()
		return Lease{}, ctx.Err()
	}
	return s.State.Take(ctx, name, holder, life)
}

// TestShare: work is done by one of three servers, goes on with another when that one ends, and
// stops at a server that cannot prolong its lease before another one begins.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := NewAlone(nil)
		var mutex sync.Mutex
		working, most, begun := map[string]bool{}, 0, map[string]int{}
		links, ends := map[string]*silent{}, map[string]func(){}
		for range 3 {
			link := &silent{State: state}
			peers := NewPeers(link, quiet)
			ctx, end := context.WithCancel(t.Context())
			links[peers.Self], ends[peers.Self] = link, end
			work := Work{Name: "scrub", Again: time.Hour, Do: func(ctx context.Context, _ uint64) {
				mutex.Lock()
				working[peers.Self] = true
				begun[peers.Self]++
				most = max(most, len(working))
				mutex.Unlock()
				<-ctx.Done()
				mutex.Lock()
				delete(working, peers.Self)
				mutex.Unlock()
			}}
			go peers.Share(ctx, work)
		}
		holder := func() string {
			mutex.Lock()
			defer mutex.Unlock()
			for name := range working {
				return name
			}
			return ""
		}
		time.Sleep(5 * time.Minute)
		first := holder()
		ends[first]()
		time.Sleep(10 * time.Second) // it gives its lease back
		second := holder()
		links[second].cut(true)
		time.Sleep(time.Minute)
		third := holder()
		mutex.Lock()
		if first == "" || second == "" || third == "" || first == second || second == third || most != 1 || begun[first] != 1 {
			t.Errorf("worked: %q, %q, %q; at most %d at once, begun %v", first, second, third, most, begun)
		}
		mutex.Unlock()
		links[second].cut(false)
		for _, end := range ends {
			end()
		}
		time.Sleep(time.Minute)
	})
}

// TestTally: what each server counts is added at the other ones once.
func TestTally(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := NewAlone(nil)
		ctx, end := context.WithCancel(t.Context())
		defer end()
		type server struct {
			*Tally
			peers *Peers
			added map[string]float64
		}
		var mutex sync.Mutex
		start := func() server {
			s := server{added: map[string]float64{}, peers: NewPeers(state, quiet)}
			s.Tally = NewTally(func(key string, amount float64) {
				mutex.Lock()
				defer mutex.Unlock()
				s.added[key] += amount
			})
			s.Join(s.peers, "models")
			go s.peers.Run(ctx)
			time.Sleep(time.Second)
			return s
		}
		one, two := start(), start()
		time.Sleep(20 * time.Second) // they know of each other
		one.Count("192.0.2.1", 3)
		two.Count("192.0.2.1", 1)
		one.Count("192.0.2.2", 1)
		time.Sleep(time.Second)
		for range 3 {
			if err := two.peers.Listen(ctx, 0); err != nil {
				t.Fatal(err)
			}
		}
		one.Count("192.0.2.1", 2)
		time.Sleep(time.Second)
		for _, s := range []server{one, two} {
			if err := s.peers.Listen(ctx, 0); err != nil {
				t.Fatal(err)
			}
		}
		three := start() // what was counted before it began is not its concern
		mutex.Lock()
		defer mutex.Unlock()
		if two.added["192.0.2.1"] != 5 || two.added["192.0.2.2"] != 1 || one.added["192.0.2.1"] != 1 || len(three.added) != 0 {
			t.Errorf("added: %v, %v, %v", one.added, two.added, three.added)
		}
	})
}
