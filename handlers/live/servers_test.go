package live

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"widerow/store"
	"widerow/store/shared"
)

// server is a hub that hears of others by a state.
type server struct {
	*Hub
	end func()
}

func startServer(t *testing.T, state shared.State) server {
	t.Helper()
	hub, peers := NewHub(nil), shared.NewPeers(state, slog.New(slog.DiscardHandler))
	hub.Join(peers)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { peers.Run(ctx) })
	return server{hub, func() { stop(); running.Wait() }}
}

// TestOtherServers: what is saved and who is there at one server is told by the other ones within a second.
func TestOtherServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := shared.NewAlone(nil)
		one, other := startServer(t, state), startServer(t, state)
		defer one.end()
		defer other.end()
		time.Sleep(20 * time.Second) // they know of each other
		reader, err := other.Subscribe(t.Context(), Interest{Of: []store.ModelID{"hotel"}, Models: true}, none)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		reader.Take()
		one.Publish(Head{Of: "bank", Number: 1})
		saved := store.Revision{Model: "hotel", Number: 7, Author: store.Author{Name: "Ada"}}
		if _, err := (watched{hub: one.Hub}).publish(saved, nil); err != nil {
			t.Fatal(err)
		}
		ada := Person{ID: "a", Name: "Ada", Tab: "concepts", On: "t1"}
		one.See("hotel", ada)
		time.Sleep(time.Second)
		message := reader.Take()
		if headsOf(message) != "hotel=7" || message.Models == "" {
			t.Errorf("told %+v of the save", message)
		}
		if one.ModelsMark() != other.ModelsMark() || one.ModelsMark() != message.Models {
			t.Errorf("the marks are %s, %s, and %s was told", one.ModelsMark(), other.ModelsMark(), message.Models)
		}
		if len(message.Here) != 2 || !slices.Equal(message.Here[0].People, []Person{ada}) {
			t.Errorf("told %+v of the people, want her in the model and in the list", message.Here)
		}
		about, _, all := other.Listed(0)
		if !slices.Contains(about, "hotel") || all {
			t.Errorf("changed are %v, all %v", about, all)
		}
		other.Leave("hotel", "a") // her request to leave landed here
		time.Sleep(time.Second)
		if here := reader.Take().Here; len(here) != 2 || len(here[0].People) != 0 {
			t.Errorf("after she left: %+v", here)
		}
	})
}

// TestMissedSaves: a server that cannot know which models have changed looks at all of them.
func TestMissedSaves(t *testing.T) {
	save := func(one server, count int, err error) {
		for number := range count {
			_, _ = (watched{hub: one.Hub}).publish(store.Revision{Model: "hotel", Number: uint64(number + 1)}, err)
		}
	}
	for _, test := range []struct {
		what string
		do   func(one server)
		want bool
	}{
		{"few saves", func(one server) { save(one, 3, nil) }, false},
		{"refused saves", func(one server) { save(one, 3, store.ErrConflict) }, false},
		{"more saves than are told", func(one server) { save(one, maxTold+1, nil) }, true},
		{"a save whose outcome is unknown", func(one server) { save(one, 1, fmt.Errorf("save: %w", store.ErrUnknownOutcome)) }, true},
		{"the end of the other server", func(one server) { one.end() }, true},
	} {
		t.Run(test.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				state := shared.NewAlone(nil)
				one, other := startServer(t, state), startServer(t, state)
				defer one.end()
				defer other.end()
				time.Sleep(20 * time.Second) // they know of each other
				_, before, _ := other.Listed(0)
				test.do(one)
				time.Sleep(time.Second)
				if _, _, all := other.Listed(before); all != test.want {
					t.Errorf("look at everything: %v, want %v", all, test.want)
				}
			})
		})
	}
}
