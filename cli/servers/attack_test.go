package servers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
)

// attack is the size of an attack.
type attack struct {
	models, clients, saves int
	pause                  time.Duration // the longest of Cassandra
	calm                   time.Duration // between two faults, at most
}

// faults does to servers, node and connections what happens to them, until stop is closed. It returns how often
// each was done, and sets each once all were.
func faults(f *fleet, node *cassandratest.Node, size attack, stop <-chan struct{}, each *atomic.Bool) map[string]int {
	done := map[string]int{}
	kinds := []struct {
		name string
		do   func(s *server)
	}{
		{"killed servers", func(s *server) {
			s.kill()
			sleep(rand.N(time.Second), stop)
			s.restart(5 * time.Minute)
		}},
		{"stops of Cassandra", func(*server) {
			node.Stop()
			sleep(time.Second+rand.N(size.pause), stop)
			node.Continue()
		}},
		{"dropped connections", func(s *server) { s.proxies[0].drop() }},
		{"delayed connections", func(s *server) {
			s.proxies[0].setDelay(rand.N(300 * time.Millisecond))
			sleep(rand.N(2*time.Second), stop)
			s.proxies[0].setDelay(0)
		}},
		{"deaf connections", func(s *server) {
			s.proxies[0].setDeaf(true)
			sleep(time.Second+rand.N(size.pause/2), stop)
			s.proxies[0].drop() // with what waits in them
			s.proxies[0].setDeaf(false)
		}},
	}
	for number := 0; ; number++ {
		select {
		case <-stop:
			return done
		case <-time.After(rand.N(size.calm)):
		}
		kind := kinds[number%len(kinds)]
		kind.do(f.servers[rand.IntN(len(f.servers))])
		done[kind.name]++
		each.Store(len(done) == len(kinds))
	}
}

// sleep ends sooner when stop is closed.
func sleep(length time.Duration, stop <-chan struct{}) {
	select {
	case <-stop:
	case <-time.After(length):
	}
}

// TestAttackServers: three servers on one Cassandra save models while they, the node and the connections fail. The
// history of all clients is linearizable, no acknowledged save is lost, and each is there once.
func TestAttackServers(t *testing.T) {
	t.Parallel() // they mostly wait
	size := attack{models: 4, clients: 6, saves: 150, pause: time.Second, calm: 500 * time.Millisecond}
	if long() {
		size = attack{models: 20, clients: 24, saves: 10_000, pause: 29 * time.Second, calm: 10 * time.Second}
	}
	node := ownNode(t)
	nodes := []string{node.Address()}
	address := initStore(t, nodes, "widerow", "1")
	f := startFleet(t, address, nodes, "widerow", 3)
	var models []store.ModelID
	for number := range size.models {
		models = append(models, f.servers[number%3].newModel(t, "begun"))
	}
	r := newRecorder()
	stop, ended := make(chan struct{}), make(chan map[string]int)
	var each atomic.Bool
	go func() { ended <- faults(f, node, size, stop, &each) }()
	var clients sync.WaitGroup
	for number := range size.clients {
		clients.Go(func() {
			c := &client{recorder: r, number: number, fleet: f, http: &http.Client{Timeout: 40 * time.Second}}
			for r.count(didSave) < size.saves || !each.Load() {
				c.work(models[rand.IntN(len(models))])
			}
		})
	}
	clients.Wait()
	took := time.Since(r.begun)
	close(stop)
	done := <-ended
	t.Logf("%d saves in %v (%.0f a second), p50 %v, p99 %v, while there were %v", r.count(didSave), took.Round(time.Second),
		float64(r.count(didSave))/took.Seconds(), percentile(r.took, 50), percentile(r.took, 99), done)
	r.check(t, address, models)
	if t.Failed() {
		for _, s := range f.servers {
			t.Logf("log of %s:\n%.4000s", s.listen, s.log)
		}
	}
}

func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[(len(sorted)-1)*percent/100].Round(100 * time.Microsecond)
}

// TestAttackRing: three nodes keep three copies. With one node dead saves go on; with two dead each answer is a
// 503, and once one of them is back nothing is half done and saves go on.
func TestAttackRing(t *testing.T) {
	if !long() {
		t.Skip("a long attack: three nodes of Cassandra; set WIDEROW_ATTACK=1")
	}
	ring := cassandratest.StartRing(t)
	address := initStore(t, ring.Addresses, "widerow", "3")
	f := startFleet(t, address, ring.Addresses, "widerow", 2)
	id := f.servers[0].newModel(t, "begun")
	r := newRecorder()
	c := &client{recorder: r, fleet: f, http: &http.Client{Timeout: time.Minute}}
	saves := func(count int) {
		for before := r.count(didSave); r.count(didSave) < before+count; {
			c.work(id)
		}
	}
	saves(50)
	ring.Kill(0)
	begun := time.Now()
	saves(50)
	t.Logf("50 saves within %v after one of three nodes died", time.Since(begun).Round(time.Millisecond))
	document, tag, ok := c.read(id)
	if !ok {
		t.Fatal("no read with one node dead")
	}
	ring.Stop(1)
	document["name"] = "half"
	answers := map[string]int{}
	for range 10 {
		answers[c.answerOf(t, id, tag, document)]++
	}
	t.Logf("with two nodes dead: %v", answers)
	for answer := range answers {
		if answer != "503" {
			t.Errorf("with two nodes dead: %s", fmt.Sprint(answers))
		}
	}
	ring.Continue(1)
	begun = time.Now()
	for deadline := time.Now().Add(5 * time.Minute); r.count(didSave) < 150; {
		c.work(id)
		if time.Now().After(deadline) {
			t.Fatal("no saves go on with two of three nodes")
		}
	}
	t.Logf("50 saves within %v after one of two dead nodes was back", time.Since(begun).Round(time.Millisecond))
	after, _, ok := c.read(id)
	if !ok || after["name"] == "half" {
		t.Errorf("after that: %v, %v", after["name"], ok)
	}
	r.check(t, address, []store.ModelID{id})
}
