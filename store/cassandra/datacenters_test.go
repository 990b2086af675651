package cassandra

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/storetest"
)

// TestDatacenters keeps a store in two datacenters. While one does not answer, servers with local=true go on in the other
// one; those that need both are refused, and nothing is half done. Once it is lost, servers begin in the other one.
func TestDatacenters(t *testing.T) {
	t.Parallel() // it mostly waits
	ring := cassandratest.StartDatacenters(t, "east", "west")
	at := func(node int, more string) Address {
		address, err := ParseAddress("cassandra://"+ring.Addresses[node]+"/spread?"+more, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		address.Cluster.ConnectTimeout, address.Cluster.Timeout = 20*time.Second, 5*time.Second
		return address
	}
	options := storetest.Options()
	eventually := func(what string, do func() error) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(500 * time.Millisecond) {
			err := do()
			if err == nil {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %v", what, err)
			}
		}
	}
	eventually("init", func() error { // until the nodes know each other
		return Init(t.Context(), at(0, "dc=east"), `{"east": 1, "west": 1}`, Options{Options: options}, func(string) {})
	})
	if _, err := Open(t.Context(), at(0, "dc=nort&local=true"), Options{Options: options}); err == nil ||
		!strings.Contains(err.Error(), `has no datacenter "nort": it has east, west`) {
		t.Errorf("a datacenter that is not there: %v", err)
	}
	both, east := openStore(t, at(0, "dc=east"), options), openStore(t, at(0, "dc=east&local=true"), options)
	west := openStore(t, at(1, "dc=west&local=true"), options)
	for s, id := range map[*Store]store.ModelID{both: "both", east: "near"} {
		if _, err := s.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
	}
	save := func(s *Store, id store.ModelID, base uint64) error {
		_, err := s.Save(t.Context(), storetest.Edit(id, base))
		return err
	}
	for base := range uint64(10) {
		if err := errors.Join(save(both, "both", base+1), save(east, "near", base+1)); err != nil {
			t.Fatal(err)
		}
	}
	// number returns the newest revision, once all of them are verified.
	number := func(s *Store, id store.ModelID) (uint64, error) {
		_, head, err := s.Head(t.Context(), id)
		return head.Number, errors.Join(err, s.Verify(t.Context(), id))
	}
	eventually("what was saved in the east is in the west", func() error {
		near, err := number(west, "near")
		if err == nil && near != 11 {
			err = fmt.Errorf("%d revisions", near)
		}
		return err
	})

	ring.Stop(1)
	begun := time.Now()
	if err := save(both, "both", 11); !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknownOutcome) {
		t.Errorf("a save that needs both datacenters, without one: %v", err)
	}
	t.Logf("refused after %v", time.Since(begun).Round(time.Millisecond))
	if err := save(east, "near", 11); err != nil {
		t.Errorf("a save in the datacenter that is left: %v", err)
	}
	ring.Continue(1)
	eventually("a save with both datacenters again", func() error {
		base, err := number(both, "both")
		if err == nil {
			err = save(both, "both", base)
		}
		if err != nil && !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknownOutcome) && !errors.Is(err, store.ErrConflict) {
			t.Fatal(err)
		}
		return err
	})

	ring.Kill(0)
	if err := save(east, "near", 12); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a save in the lost datacenter: %v", err)
	}
	before, err := number(west, "near") // 11 or 12: what was saved while the west did not answer may be lost
	if err == nil {
		err = save(west, "near", before)
	}
	if after, failed := number(west, "near"); err != nil || failed != nil || before < 11 || after != before+1 {
		t.Errorf("a save in the other datacenter: %v, %v, from %d to %d", err, failed, before, after)
	}
}
