package cassandra

import (
	"errors"
	"slices"
	"testing"
	"time"

	"widerow/store/cluster"
	"widerow/store/sessions"
	"widerow/store/shared"
	"widerow/store/storetest"
)

// TestServers: what two servers with connections of their own share.
func TestServers(t *testing.T) {
	t.Parallel() // it mostly waits
	address := emptyStore(t)
	one, two := openStore(t, address, storetest.Options()), openStore(t, address, storetest.Options())
	t.Run("leases", func(t *testing.T) { checkLeases(t, one.Servers(), two.Servers()) })
	t.Run("values", func(t *testing.T) { checkValues(t, one.Servers(), two.Servers()) })
	t.Run("words", func(t *testing.T) { checkWords(t, one.Servers(), two.Servers()) })
	t.Run("sessions", func(t *testing.T) { checkSessions(t, one, two) })
}

func checkLeases(t *testing.T, a, b Servers) {
	const life = 5 * time.Second
	take := func(by Servers, holder string, want shared.Lease) {
		t.Helper()
		if got, err := by.Take(t.Context(), "scrub", holder, life); err != nil || got != want {
			t.Errorf("%s takes it: %+v, %v; want %+v", holder, got, err, want)
		}
	}
	take(a, "a", shared.Lease{Holder: "a", Fence: 1})
	take(b, "b", shared.Lease{Holder: "a", Fence: 1})
	take(a, "a", shared.Lease{Holder: "a", Fence: 1})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Second) { // a is dead
		lease, err := b.Take(t.Context(), "scrub", "b", time.Minute)
		if err == nil && lease == (shared.Lease{Holder: "b", Fence: 2}) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the lease of a dead holder does not end: %+v, %v", lease, err)
		}
	}
	take(a, "a", shared.Lease{Holder: "b", Fence: 2})
	if err := a.GiveBack(t.Context(), "scrub", "a"); err != nil {
		t.Error(err)
	}
	take(a, "a", shared.Lease{Holder: "b", Fence: 2})
	if err := b.GiveBack(t.Context(), "scrub", "b"); err != nil {
		t.Error(err)
	}
	take(a, "a", shared.Lease{Holder: "a", Fence: 3})
	raced := make(chan string, 8)
	for i := range cap(raced) {
		go func() {
			name := string(rune('a' + i))
			lease, _ := []Servers{a, b}[i%2].Take(t.Context(), "purge", name, time.Minute)
			if lease.Holder != name {
				name = ""
			}
			raced <- name
		}()
	}
	winners := 0
	for range cap(raced) {
		if <-raced != "" {
			winners++
		}
	}
	if winners > 1 {
		t.Errorf("%d servers hold one lease", winners)
	}
}

func checkValues(t *testing.T, a, b Servers) {
	ctx := t.Context()
	for _, by := range []Servers{a, b} {
		if kept, err := by.Once(ctx, "key", []byte("one"), 0); err != nil || string(kept) != "one" {
			t.Errorf("the key is %q, %v", kept, err)
		}
	}
	if kept, err := b.Once(ctx, "key", []byte("two"), time.Hour); err != nil || string(kept) != "one" {
		t.Errorf("the key is %q, %v", kept, err)
	}
	for _, step := range []struct {
		fence uint64
		want  error
	}{{2, nil}, {1, shared.ErrFenced}, {2, nil}, {3, nil}, {2, shared.ErrFenced}} {
		if err := a.SetValue(ctx, "due", []byte{byte(step.fence)}, step.fence); !errors.Is(err, step.want) {
			t.Errorf("with fence %d: %v", step.fence, err)
		}
	}
	if value, err := b.Value(ctx, "due"); err != nil || !slices.Equal(value, []byte{3}) {
		t.Errorf("the value is %v, %v", value, err)
	}
	if value, err := b.Value(ctx, "none"); err != nil || value != nil {
		t.Errorf("no value is %v, %v", value, err)
	}
}

func checkWords(t *testing.T, a, b Servers) {
	for number, text := range []string{"one", "two", "three"} {
		if err := a.Say(t.Context(), shared.Word{Server: "a", Topic: "saves", Text: []byte(text), Number: uint64(number + 1), Life: time.Minute}); err != nil {
			t.Fatal(err)
		}
	}
	late := shared.Word{Server: "a", Topic: "saves", Text: []byte("late"), Number: 2, Life: time.Minute} // that an earlier word arrives late
	if err := b.Say(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	words, err := b.Words(t.Context())
	if err != nil || len(words) != 1 || string(words[0].Text) != "three" || words[0].Number != 3 || words[0].Server != "a" {
		t.Errorf("heard %+v, %v", words, err)
	}
}

func checkSessions(t *testing.T, a, b *Store) {
	open := func(s *Store) *Sessions {
		kept, err := s.OpenSessions(func(data []byte) string { return string(data[:3]) }, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	one, two := open(a), open(b)
	for _, accounts := range []bool{false, true} { // the first server makes the accounts
		if paused, err := one.Begin(accounts); paused || err != nil {
			t.Errorf("with accounts %v a server stops the tokens: %v, %v", accounts, paused, err)
		}
	}
	find := func(by *Sessions, token, want string) {
		t.Helper()
		if data, found, err := by.Find(token); err != nil || found != (want != "") || string(data) != want {
			t.Errorf("session %s is %q, %v, %v; want %q", token, data, found, err, want)
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	do(one.Commit("t1", []byte("ada 1"), time.Now().Add(time.Hour)))
	do(one.Commit("t2", []byte("ada 2"), time.Now().Add(time.Hour)))
	do(two.Commit("t3", []byte("ben 1"), time.Now().Add(time.Hour)))
	find(two, "t1", "ada 1")
	do(two.Commit("t1", []byte("ada 3"), time.Now().Add(2*time.Hour)))
	find(one, "t1", "ada 3")
	find(one, "none", "")
	mine, err := two.Of("ada")
	if err != nil || len(mine) != 2 || string(mine["t1"]) != "ada 3" {
		t.Errorf("sessions of ada: %q, %v", mine, err)
	}
	find(two, "t2", "ada 2")
	do(one.Delete("t2"))
	find(two, "t2", "")
	two.note("t2", []byte("ada 2"), time.Now()) // a request that began before
	do(two.Commit("t2", []byte("ada 2"), time.Now().Add(3*time.Hour)))
	find(one, "t2", "")

	if one.Paused() || two.Paused() {
		t.Error("tokens are paused")
	}
	do(one.Pause())
	for deadline := time.Now().Add(time.Minute); !two.Paused(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the other server does not know that tokens are paused")
		}
	}
	one.Used("token", "192.0.2.1")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if use, found := two.LastUse("token"); found && use.From == "192.0.2.1" && time.Since(use.At) < time.Hour {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the other server does not know the use of a token")
		}
	}
	do(one.Confirm())
	do(a.Restored(t.Context()))
	three := open(b)
	find(three, "t1", "")
	if !three.Paused() {
		t.Error("after a restore the tokens of the backup work")
	}
	const forget = "DELETE FROM server_values WHERE name = ? IF EXISTS"
	for _, name := range []string{begunValue, pausedValue} {
		do(a.Servers().do(t.Context(), "forget", func(d *cluster.Data) error { return certain(d.Apply(t.Context(), forget, name)) }))
	}
	do(errors.Join(certain(one.Begin(true)), certain(two.Begin(true))))
	if four := open(b); !four.Paused() {
		t.Error("the tokens of data that were copied here work")
	}
	var _ sessions.Store = one
	do(one.PutMessages(map[string][]byte{"note 1": []byte("x"), "note 2": []byte("y"), "gone": nil}))
	do(two.PutMessages(map[string][]byte{"note 1": nil, "delivery": []byte("z")}))
	if found, err := one.Messages(); err != nil || len(found) != 2 || string(found["note 2"]) != "y" || string(found["delivery"]) != "z" {
		t.Errorf("messages %q, %v", found, err)
	}
}
