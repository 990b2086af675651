package servers

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
)

// TestAttackLoad: 50 editors on 20 models, who pause up to two seconds after each save: over three servers on one Cassandra
// beside one server with a file. It measures.
func TestAttackLoad(t *testing.T) {
	if !long() {
		t.Skip("a long attack: 50 editors for two minutes; set WIDEROW_ATTACK=1")
	}
	session := cassandratest.Session(t)
	keyspace, nodes := cassandratest.Keyspace(t, session), []string{cassandratest.Address(t)}
	alone := &server{t: t, listen: freeAddress(t), arguments: []string{"--log-level=warn", "--scrub=0"}}
	if err := alone.start(); err != nil {
		t.Fatal(err)
	}
	edit(t, "one server with a file", &fleet{servers: []*server{alone}})
	alone.kill()
	edit(t, "three servers on one Cassandra", startFleet(t, initStore(t, nodes, keyspace, "1"), nodes, keyspace, 3))
}

func edit(t *testing.T, name string, f *fleet) {
	const models, editors, length = 20, 50, time.Minute
	var all []store.ModelID
	for number := range models {
		all = append(all, f.servers[number%len(f.servers)].newModel(t, "begun"))
	}
	r := newRecorder()
	var readers sync.WaitGroup
	for number := range editors {
		readers.Go(func() {
			c := &client{recorder: r, number: number, fleet: f, http: &http.Client{Timeout: time.Minute}}
			for time.Since(r.begun) < length {
				c.work(all[rand.IntN(len(all))])
				time.Sleep(rand.N(2 * time.Second))
			}
		})
	}
	readers.Wait()
	t.Logf("%s: %d saves, %.0f a second, %d refused; a save took p50 %v, p99 %v; %d reads", name, r.count(didSave),
		float64(r.count(didSave))/length.Seconds(), r.count(refused), percentile(r.took, 50), percentile(r.took, 99), r.count(didRead))
	for answer, count := range r.odd {
		t.Errorf("%s: %d times %s", name, count, answer)
	}
}
