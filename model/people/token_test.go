package people

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

func TestToken(t *testing.T) {
	d := directory(t)
	d, text, err := d.AddToken("ci", Token{Account: "bob", Name: " CI ", Scope: Edit, Ends: noon.Add(time.Hour)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^wdr_[A-Za-z0-9_-]{43}$`).MatchString(text) {
		t.Errorf("the token is %q", text)
	}
	if stored := string(d.Encode()); strings.Contains(stored, text) || strings.Contains(stored, strings.TrimPrefix(text, TokenPrefix)) {
		t.Error("the token is stored")
	}
	if id, token := d.Bearer(text, noon); id != "ci" || token.Name != "CI" || token.Account != "bob" {
		t.Errorf("the token is that of %q, %v", id, token)
	}
	for _, bad := range []string{"", TokenPrefix, text[:len(text)-1], text + "x", strings.TrimPrefix(text, TokenPrefix), d.Tokens["ci"].Hash} {
		if id, _ := d.Bearer(bad, noon); id != "" {
			t.Errorf("%q is taken for a token", bad)
		}
	}
	if id, _ := d.Bearer(text, noon.Add(time.Hour)); id != "" {
		t.Error("the token works after its end")
	}
	off := must(t)(d.Change("bob", noon, func(a *Account) { a.Disabled = true }))
	if id, _ := off.Bearer(text, noon); id != "" {
		t.Error("the token of a disabled account works")
	}
	d = must(t)(d.RemoveToken("ci"))
	if id, _ := d.Bearer(text, noon); id != "" {
		t.Error("the token works after it was taken back")
	}
	if _, err := d.RemoveToken("ci"); !errors.Is(err, ErrNobody) {
		t.Errorf("take it back twice: %v", err)
	}
}

func TestAddToken(t *testing.T) {
	d := directory(t)
	for want, token := range map[string]Token{
		"needs a name":        {Account: "bob", Scope: Read},
		"is no scope":         {Account: "bob", Name: "CI", Scope: "write"},
		"end before it":       {Account: "bob", Name: "CI", Scope: Read, Ends: noon},
		"no such account":     {Account: "eve", Name: "CI", Scope: Read},
		"61 characters":       {Account: "bob", Name: strings.Repeat("é", 61), Scope: Read},
		"invisible character": {Account: "bob", Name: "C\u200bI", Scope: Read},
	} {
		if _, _, err := d.AddToken("new", token, noon); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for i, id := range []model.ID{"one", "two", "three"} {
		var err error
		if d, _, err = d.AddToken(id, Token{Account: "bob", Name: string(id), Scope: Read}, noon.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if difference := cmp.Diff([]model.ID{"three", "two", "one"}, d.TokensOf("bob")); difference != "" {
		t.Error(difference)
	}
}

func TestScope(t *testing.T) {
	for _, test := range []struct {
		scope, least Scope
		want         bool
	}{{Read, Read, true}, {Read, Comment, false}, {Edit, Comment, true}, {Admin, Edit, true}, {Edit, Admin, false}, {"", Read, false}, {"root", Read, false}} {
		if got := test.scope.Allows(test.least); got != test.want {
			t.Errorf("%q allows %q: %v", test.scope, test.least, got)
		}
	}
}
