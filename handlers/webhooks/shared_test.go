package webhooks_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"widerow/handlers/webhooks"
	"widerow/model/people"
	"widerow/store"
)

// TestSharedOutbox: a save at one server is told by the one that sends, once, also if the save was repeated at
// another server, and its delivery is listed at each.
func TestSharedOutbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		w.stop()
		open := func() *webhooks.Sender {
			s, err := webhooks.Open(webhooks.Config{
				Allowed: w.allowed, Directory: func() *people.Directory { return w.directory }, Store: w.raw, Outbox: w.box, Shared: true,
				Fresh: func(context.Context, time.Duration) error { return nil }, Base: "https://widerow.example.org/", Log: slog.New(slog.DiscardHandler), Transport: w,
			})
			w.must(err)
			return s
		}
		one, two, sends := open(), open(), open()
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { sends.Run(ctx) })
		time.Sleep(time.Minute)
		before := len(w.called())
		saved := store.Save{Model: hotel, Base: 1, Operation: "rename", Author: store.Author{ID: "ada", Name: "Ada"}, Words: "renamed",
			Kind: store.KindEdit, Title: "Inn", Document: renamed("Inn")}
		for _, at := range []*webhooks.Sender{one, two} {
			_, err := at.Watch(w.raw).Save(t.Context(), saved)
			w.must(err)
		}
		time.Sleep(time.Minute)
		if calls := w.called(); len(calls) != before+1 {
			t.Errorf("%d calls, want one", len(calls)-before)
		}
		for _, at := range []*webhooks.Sender{one, two} {
			if made := at.Deliveries("hook"); len(made) == 0 || made[0].State != webhooks.Sent {
				t.Errorf("a server lists %+v", made)
			}
		}
		cancel()
		running.Wait()
	})
}

// TestSharedDirectory: a save is told to a webhook that the server that sends does not know yet.
func TestSharedDirectory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		w.stop()
		all := w.directory
		known, _, err := all.AddHook("other", people.Hook{URL: "https://chat.example.org/other", Events: []people.Happening{people.ProposalMerged},
			Form: people.JSONForm, By: "ada"}, time.Now())
		w.must(err)
		known, err = known.RemoveHook("hook")
		w.must(err)
		s, err := webhooks.Open(webhooks.Config{
			Allowed: w.allowed, Directory: func() *people.Directory { return known }, Store: w.raw, Outbox: w.box, Shared: true,
			Fresh: func(_ context.Context, age time.Duration) error {
				if age == 0 {
					known = all
				}
				return nil
			}, Base: "https://widerow.example.org/", Log: slog.New(slog.DiscardHandler), Transport: w,
		})
		w.must(err)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Run(ctx) })
		time.Sleep(time.Minute)
		if calls := w.called(); len(calls) != 1 {
			t.Errorf("%d calls for the model that was made, want one", len(calls))
		}
		cancel()
		running.Wait()
	})
}

// TestOtherClock: what the server that sent before would send in seven minutes, by a clock that goes ahead, is
// sent when it is due by this server's.
func TestOtherClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		synctest.Wait() // the delivery waits for more changes
		w.stop()
		messages, err := w.box.Messages()
		w.must(err)
		ahead := 0
		for key, text := range messages {
			var delivery webhooks.Delivery
			if json.Unmarshal(text, &delivery) == nil && delivery.State == webhooks.Waiting {
				delivery.Due = delivery.Due.Add(7 * time.Minute)
				text, err = json.Marshal(delivery)
				w.must(err)
				w.must(w.box.PutMessages(map[string][]byte{key: text}))
				ahead++
			}
		}
		w.start()
		defer w.stop()
		time.Sleep(time.Minute)
		if calls := w.called(); len(calls) != 1 || ahead != 1 {
			t.Errorf("%d of %d deliveries are sent within a minute", len(calls), ahead)
		}
	})
}
