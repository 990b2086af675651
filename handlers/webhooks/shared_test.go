package webhooks_test

import (
	"context"
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
				Fresh: func(context.Context) error { return nil }, Base: "https://widerow.example.org/", Log: slog.New(slog.DiscardHandler), Transport: w,
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
