package people

import (
	"slices"
	"testing"
	"time"

	"widerow/model"
)

// TestHooks: webhooks are kept with the accounts, found by their model, and silent when their
// maker is disabled.
func TestHooks(t *testing.T) {
	d, err := new(Directory).Add("ada", Account{Name: "ada"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	good := Hook{Model: "hotel", URL: "https://chat.example.org/in", Events: []Happening{ModelChanged}, Form: SlackForm, By: "ada"}
	for name, change := range map[string]func(*Hook){
		"nobody's":   func(h *Hook) { h.By = "eve" },
		"of nothing": func(h *Hook) { h.Events = nil },
		"of tests":   func(h *Hook) { h.Events = []Happening{HookTest} },
		"no form":    func(h *Hook) { h.Form = "" },
	} {
		bad := good
		change(&bad)
		if _, _, err := d.AddHook("bad", bad, time.Now()); err == nil {
			t.Errorf("a webhook that is %s was added", name)
		}
	}
	secrets := map[string]bool{}
	for _, hook := range []struct {
		id model.ID
		of string
	}{{"one", "hotel"}, {"two", "hotel"}, {"all", ""}, {"other", "inn"}} {
		made := good
		made.Model = hook.of
		var secret string
		if d, secret, err = d.AddHook(hook.id, made, time.Now()); err != nil || secret == "" || secrets[secret] {
			t.Fatalf("add %s: %q, %v", hook.id, secret, err)
		}
		secrets[secret] = true
	}
	read, err := Decode(d.Encode())
	if err != nil {
		t.Fatal(err)
	}
	found := read.HooksFor("hotel")
	slices.Sort(found)
	if !slices.Equal(found, []model.ID{"all", "one", "two"}) || read.Hooks["one"].Host() != "chat.example.org" {
		t.Errorf("the webhooks of hotel are %v", found)
	}
	without, err := read.RemoveHook("one")
	if err != nil || len(without.HooksOf("hotel")) != 1 || len(read.HooksOf("hotel")) != 2 {
		t.Errorf("remove a webhook: %v", err)
	}
	disabled, err := read.Change("ada", time.Now(), func(a *Account) { a.Disabled = true })
	if err != nil || len(disabled.HooksFor("hotel")) != 0 {
		t.Errorf("webhooks of a disabled account: %v, %v", disabled.HooksFor("hotel"), err)
	}
	for number := range MaxHooks - 2 {
		if read, _, err = read.AddHook(model.ID("more"+string(rune('a'+number))), good, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := read.AddHook("last", good, time.Now()); err == nil {
		t.Error("a model has more webhooks than allowed")
	}
}
