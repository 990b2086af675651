package cassandra

import (
	"errors"
	"os"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/storetest"
)

// TestRing keeps a store in three nodes. One dies: nothing changes. Two die: everything is refused, and nothing is half
// done.
func TestRing(t *testing.T) {
	ring := cassandratest.StartRing(t)
	address, err := ParseAddress("cassandra://"+ring.Addresses[0]+"/ringed?dc="+cassandratest.Datacenter, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	address.Cluster.ConnectTimeout = 20 * time.Second
	options := storetest.Options()
	deadline := time.Now().Add(3 * time.Minute)
	for { // until the nodes know each other
		err := Init(t.Context(), address, "3", Options{Options: options}, func(string) {})
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
	}
	s := openStore(t, address, options)
	if _, err := s.Create(t.Context(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	base := uint64(1)
	save := func(count int) (err error) {
		for range count {
			if _, err = s.Save(t.Context(), storetest.Edit("hotel", base)); err != nil {
				return err
			}
			base++
		}
		return nil
	}
	if err := save(50); err != nil {
		t.Fatal(err)
	}
	ring.Kill(0) // the node of the address
	begun := time.Now()
	for base < 150 {
		err := save(1)
		if errors.Is(err, store.ErrUnavailable) && time.Since(begun) < 3*time.Minute {
			continue // until the others have noticed
		}
		if errors.Is(err, store.ErrConflict) {
			t.Fatalf("a save that was refused has an effect: %v", err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("100 saves without the first node in %v", time.Since(begun).Round(time.Millisecond))
	ring.Kill(1)
	begun = time.Now()
	for {
		if err = save(1); err != nil || time.Since(begun) > time.Minute {
			break
		}
	}
	if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknownOutcome) {
		t.Errorf("saves without two nodes: %v", err)
	}
	begun = time.Now()
	_, err = s.Save(t.Context(), storetest.Edit("hotel", base))
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("save without two nodes: %v", err)
	}
	if _, _, err := s.Head(t.Context(), "hotel"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("read without two nodes: %v", err)
	}
	t.Logf("refused after %v", time.Since(begun).Round(time.Millisecond))
}
