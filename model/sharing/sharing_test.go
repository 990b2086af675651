package sharing

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

func must(t *testing.T) func(*Sharing, error) *Sharing {
	return func(s *Sharing, err error) *Sharing {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestRoleOf(t *testing.T) {
	s := Private("ada", None)
	s = must(t)(s.Give("bob", Viewer))
	s = must(t)(s.GiveGroup("orders", Editor))
	open := must(t)(s.GiveEveryone(Commenter))
	for name, test := range map[string]struct {
		sharing *Sharing
		person  Person
		want    Role
	}{
		"maker":                   {s, Person{Account: "ada"}, Owner},
		"given":                   {s, Person{Account: "bob"}, Viewer},
		"the higher of two":       {s, Person{Account: "bob", Groups: []string{"stock", "orders"}}, Editor},
		"group":                   {s, Person{Account: "eve", Groups: []string{"orders"}}, Editor},
		"another group":           {s, Person{Account: "eve", Groups: []string{"Orders", "order"}}, None},
		"nobody's":                {s, Person{Account: "eve"}, None},
		"admin":                   {s, Person{Account: "eve", Admin: true}, Owner},
		"everyone":                {open, Person{Account: "eve"}, Commenter},
		"more than everyone":      {open, Person{Account: "eve", Groups: []string{"orders"}}, Editor},
		"less than everyone":      {open, Person{Account: "bob"}, Commenter},
		"not signed in":           {open, Person{}, None},
		"not signed in, a group":  {open, Person{Groups: []string{"orders"}}, None},
		"not signed in, an admin": {open, Person{Admin: true}, None},
		"from before sign-in":     {Open(), Person{Account: "eve"}, Owner},
	} {
		if got := test.sharing.RoleOf(test.person); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestAllows(t *testing.T) {
	roles := []Role{None, Viewer, Commenter, Editor, Owner}
	for i, role := range roles {
		for k, least := range roles {
			if role.Allows(least) != (i >= k) {
				t.Errorf("%q allows %q: %v", role, least, i < k)
			}
		}
	}
	for text, want := range map[string]Role{"private": None, "viewer": Viewer, "owner": Owner} {
		if role, err := ParseRole(text); role != want || err != nil {
			t.Errorf("%q: %q, %v", text, role, err)
		}
	}
	for _, text := range []string{"", "Viewer", "admin", "none"} {
		if _, err := ParseRole(text); err == nil {
			t.Errorf("%q is a role", text)
		}
	}
}

// TestOwner: a model that has an owner keeps one.
func TestOwner(t *testing.T) {
	s := Private("ada", Editor)
	for name, change := range map[string]func() (*Sharing, error){
		"take": func() (*Sharing, error) { return s.Give("ada", None) },
		"less": func() (*Sharing, error) { return s.Give("ada", Editor) },
	} {
		if _, err := change(); err == nil || !strings.Contains(err.Error(), "needs an owner") {
			t.Errorf("%s: %v", name, err)
		}
	}
	group := must(t)(s.GiveGroup("leads", Owner))
	group = must(t)(group.Give("ada", None))
	if _, err := group.GiveGroup("leads", Viewer); err == nil {
		t.Error("the group that owns a model is taken away")
	}
	if s.Everyone != Editor || len(s.Groups) != 0 || s.People["ada"] != Owner {
		t.Error("a change alters what it is based on")
	}
	open := must(t)(Open().Give("ada", Owner))
	must(t)(open.GiveEveryone(None))
	if _, err := Open().GiveEveryone(None); err == nil {
		t.Error("a model from before sign-in loses all owners")
	}
}

func TestLink(t *testing.T) {
	s, secret, err := Private("ada", None).AddLink("l", Link{Scope: OneDiagram, Target: "logical", By: "ada", Ends: noon.Add(time.Hour)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(s.Encode()), secret) || len(secret) != 43 {
		t.Errorf("the secret %q is stored or short", secret)
	}
	if id, link := s.FindLink(secret, noon); id != "l" || link.Target != "logical" {
		t.Errorf("found %q, %v", id, link)
	}
	for _, bad := range []string{"", secret[1:], s.Links["l"].Hash} {
		if id, _ := s.FindLink(bad, noon); id != "" {
			t.Errorf("%q is taken for a link", bad)
		}
	}
	if id, _ := s.FindLink(secret, noon.Add(time.Hour)); id != "" {
		t.Error("the link works after its end")
	}
	gone := must(t)(s.RemoveLink("l"))
	if id, _ := gone.FindLink(secret, noon); id != "" {
		t.Error("the link works after it was taken back")
	}
	for want, link := range map[string]Link{
		"needs to say which":  {Scope: OneRevision},
		"link to the model":   {Scope: WholeModel, Target: "logical"},
		"nothing that a link": {Scope: "history"},
		"end before":          {Scope: WholeModel, Ends: noon},
		"name of the link":    {Scope: WholeModel, Name: "a\u200bb"},
	} {
		if _, _, err := s.AddLink("x", link, noon); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestEncode(t *testing.T) {
	s := must(t)(Private("ada", Viewer).GiveGroup("Orders & Stock (EU)", Editor))
	s, _, err := s.AddLink("l", Link{Scope: WholeModel, By: "ada", Comments: true}, noon)
	if err != nil {
		t.Fatal(err)
	}
	text := string(s.Encode())
	read, err := Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(s, read, cmpopts.IgnoreUnexported(Sharing{})); difference != "" {
		t.Error(difference)
	}
	for name, bad := range map[string]string{
		"newer format": strings.Replace(text, "sharing/1", "sharing/2", 1),
		"unknown role": strings.Replace(text, `"editor"`, `"root"`, 1),
		"no scope":     strings.Replace(text, `"scope": "model"`, `"scope": "all"`, 1),
	} {
		if _, err := Decode([]byte(bad)); err == nil || bad == text {
			t.Errorf("%s: decoded", name)
		}
	}
}

func FuzzDecode(f *testing.F) {
	s, _, _ := Private("ada", Viewer).AddLink("l", Link{Scope: WholeModel, By: "ada"}, noon)
	f.Add(s.Encode())
	f.Add([]byte(`{"format":"sharing/1","people":{"ada":"owner"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Decode(text)
		if err != nil {
			return
		}
		if again, err := Decode(s.Encode()); err != nil || string(again.Encode()) != string(s.Encode()) {
			t.Errorf("read again: %v", err)
		}
		for person := range s.People {
			_ = s.RoleOf(Person{Account: model.ID(person)})
		}
	})
}
