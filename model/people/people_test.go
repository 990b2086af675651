package people

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// directory has Ada, an admin with a password, and Bob, whom a provider knows.
func directory(t *testing.T) *Directory {
	t.Helper()
	d := must(t)((&Directory{}).Add("ada", Account{Name: "ada", Shown: "Ada Lovelace", Admin: true, Password: HashPassword("correct horse")}, noon))
	bob := Account{Name: "bob", Identities: []Identity{{"https://id.example", "4711"}}, Groups: []string{"orders"}}
	return must(t)(d.Add("bob", bob, noon))
}

func must(t *testing.T) func(*Directory, error) *Directory {
	return func(d *Directory, err error) *Directory {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

// TestNamesAreUnique: neither a name nor what it looks like can be taken twice.
func TestNamesAreUnique(t *testing.T) {
	d := directory(t)
	for name, want := range map[string]string{
		"ADA": "taken", "аda": "mixes scripts", "Ada Lovelace": "taken", "ada  lovelace": "taken", "b0b": "taken", "boЬ": "mixes scripts",
		"": "needs a name", "Widerow": "writes itself", strings.Repeat("x", 61): "61 characters", "Grace": "", "ԁоЬ": "", "bob ": "taken",
	} {
		_, err := d.Add("new", Account{Name: name}, noon)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("add %q: %v, want %q", name, err, want)
		}
	}
	if _, err := d.Change("bob", noon, func(a *Account) { a.Shown = "Ada lovelace" }); err == nil {
		t.Error("Bob may be shown as Ada Lovelace")
	}
	must(t)(d.Change("ada", noon, func(a *Account) { a.Shown = "ADA" })) // her own names may look alike
}

func TestSignIn(t *testing.T) {
	d := directory(t)
	for _, test := range []struct {
		name, password string
		want           model.ID
	}{
		{"ada", "correct horse", "ada"},
		{" ADA ", "correct horse", "ada"},
		{"ada", "correct  horse", ""},
		{"ada", "", ""},
		{"Ada Lovelace", "correct horse", ""}, // the name that is shown is not the one that signs in
		{"bob", "", ""},
		{"bob", "correct horse", ""},
		{"nobody", "correct horse", ""},
		{"ada", strings.Repeat("x", MaxPassword+1), ""},
	} {
		if id, _, _ := d.SignIn(test.name, test.password); id != test.want {
			t.Errorf("%q with %q: account %q, want %q", test.name, test.password, id, test.want)
		}
	}
	d = must(t)(d.Add("eve", Account{Name: "eve", Admin: true, Password: HashPassword("another horse")}, noon))
	d = must(t)(d.Change("ada", noon, func(a *Account) { a.Disabled = true }))
	if id, _, _ := d.SignIn("ada", "correct horse"); id != "" {
		t.Error("a disabled account signs in")
	}
}

// TestPasswordHash compares with the reference implementation of argon2, whose test.c
// has this hash of "password" and "somesalt" for version 19, 2 passes and 64 MiB.
func TestPasswordHash(t *testing.T) {
	const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	if same, stale := samePassword(reference, "password"); !same || !stale {
		t.Errorf("the hash of the reference: same %v, stale %v", same, stale)
	}
	if same, _ := samePassword(reference, "Password"); same {
		t.Error("another password has the hash of the reference")
	}
	hash := HashPassword("Zoe\u0308 1234")
	if same, stale := samePassword(hash, "Zo\u00eb 1234"); !same || stale {
		t.Errorf("another spelling in Unicode: same %v, stale %v", same, stale)
	}
	if hash == HashPassword("Zoe\u0308 1234") {
		t.Error("two hashes of a password have one salt")
	}
	for _, bad := range []string{
		"", "x", "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
		"$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
		"$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
		"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$", "$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5Q",
	} {
		if same, _ := samePassword(bad, "password"); same {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	account := &Account{Name: "ada.byron", Shown: "Ada Lovelace"}
	for password, want := range map[string]string{
		"1234567": "at least 8", "12345678": "", "éééééééé": "", "Ada Byron": "", "ADA.BYRON": "is the name", "ada lovelace": "is the name",
		strings.Repeat("x", 1001): "at most 1000",
	} {
		err := CheckPassword(account, password)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", password, err, want)
		}
	}
}

func TestReset(t *testing.T) {
	d := directory(t)
	secret, reset := NewReset(noon.Add(time.Hour))
	d = must(t)(d.Change("bob", noon, func(a *Account) { a.Reset = reset }))
	if id, _ := d.FindReset(secret, noon.Add(59*time.Minute)); id != "bob" {
		t.Errorf("the link finds %q", id)
	}
	for _, test := range []struct {
		secret string
		now    time.Time
	}{{secret, noon.Add(time.Hour)}, {secret + "x", noon}, {"", noon}, {reset.Hash, noon}} {
		if id, _ := d.FindReset(test.secret, test.now); id != "" {
			t.Errorf("%q at %v finds %q", test.secret, test.now, id)
		}
	}
	d = must(t)(d.Change("bob", noon, func(a *Account) { a.Reset, a.Password = nil, HashPassword("battery staple") }))
	if id, _ := d.FindReset(secret, noon); id != "" {
		t.Error("the link works twice")
	}
}

// TestChanged: what ends the sessions of a person.
func TestChanged(t *testing.T) {
	d, later := directory(t), noon.Add(time.Hour)
	for name, test := range map[string]struct {
		change func(*Account)
		ends   bool
	}{
		"password": {func(a *Account) { a.Password = HashPassword("battery staple") }, true},
		"disabled": {func(a *Account) { a.Disabled = true }, true},
		"name":     {func(a *Account) { a.Name = "robert" }, false},
		"groups":   {func(a *Account) { a.Groups = nil }, false},
		"admin":    {func(a *Account) { a.Admin = true }, false},
	} {
		next := must(t)(d.Change("bob", later, test.change))
		if got := next.Accounts["bob"].Changed.Equal(later); got != test.ends {
			t.Errorf("%s ends sessions: %v, want %v", name, got, test.ends)
		}
		if !d.Accounts["bob"].Changed.Equal(noon) || len(d.Accounts["bob"].Groups) != 1 {
			t.Errorf("%s changes the directory that it is based on", name)
		}
	}
}

// TestLastAdmin: nobody can lock everyone out.
func TestLastAdmin(t *testing.T) {
	d := directory(t)
	for name, change := range map[string]func(*Account){
		"disable": func(a *Account) { a.Disabled = true }, "no admin": func(a *Account) { a.Admin = false },
		"no password": func(a *Account) { a.Password = "" },
	} {
		if _, err := d.Change("ada", noon, change); err == nil || !strings.Contains(err.Error(), "only admin") {
			t.Errorf("%s: %v", name, err)
		}
	}
	d = must(t)(d.Change("bob", noon, func(a *Account) { a.Admin = true }))
	must(t)(d.Change("ada", noon, func(a *Account) { a.Admin = false }))
	if _, err := d.Change("eve", noon, func(*Account) {}); !errors.Is(err, ErrNobody) {
		t.Errorf("change nobody: %v", err)
	}
}

// TestFindIdentity: an identity is the pair of issuer and subject, nothing less.
func TestFindIdentity(t *testing.T) {
	d := directory(t)
	for identity, want := range map[Identity]model.ID{
		{"https://id.example", "4711"}: "bob", {"https://id.example/", "4711"}: "", {"https://evil.example", "4711"}: "",
		{"https://id.example", "bob"}: "", {"", ""}: "",
	} {
		if id, _ := d.FindIdentity(identity); id != want {
			t.Errorf("%v: %q, want %q", identity, id, want)
		}
	}
}

func TestEncode(t *testing.T) {
	d := directory(t)
	d, _, err := d.AddToken("ci", Token{Account: "bob", Name: "CI", Scope: Read, Models: []string{"hotel"}, Ends: noon.Add(time.Hour)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	text := d.Encode()
	read, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(d, read, cmpopts.IgnoreUnexported(Directory{})); difference != "" {
		t.Error(difference)
	}
	newer := strings.Replace(string(text), `"shown"`, `"pronouns": "she/her", "shown"`, 1)
	if read, err = Decode([]byte(newer)); err != nil || !strings.Contains(string(read.Encode()), "she/her") {
		t.Errorf("an unknown field is lost: %v\n%s", err, read.Encode())
	}
	for name, bad := range map[string]string{
		"newer format": strings.Replace(string(text), "people/1", "people/2", 1),
		"no name":      strings.Replace(string(text), `"name": "bob"`, `"name": ""`, 1),
		"bad hash":     strings.Replace(string(text), "$argon2id", "$argon2x", 1),
		"no account":   strings.Replace(string(text), `"account": "bob"`, `"account": "eve"`, 1),
		"half":         string(text[:len(text)/2]),
	} {
		if _, err := Decode([]byte(bad)); err == nil || bad == string(text) {
			t.Errorf("%s: decoded", name)
		}
	}
}

func FuzzDecode(f *testing.F) {
	d, _, _ := (&Directory{Accounts: map[model.ID]*Account{"a": {Name: "a", Made: noon, Changed: noon}}}).
		AddToken("t", Token{Account: "a", Name: "CI", Scope: Read}, noon)
	f.Add(d.Encode())
	f.Add([]byte(`{"format":"people/1"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Decode(d.Encode())
		if err != nil || string(again.Encode()) != string(d.Encode()) {
			t.Errorf("read again: %v", err)
		}
	})
}

// TestAdopt: the work of a visitor is one account's, and only the first one's.
func TestAdopt(t *testing.T) {
	const visitor = "VISITORVISITORVISITOR22222"
	d := directory(t)
	if got := d.Author(visitor); got != visitor {
		t.Errorf("before, the author is %q", got)
	}
	d = must(t)(d.Adopt("ada", visitor, noon))
	if again := must(t)(d.Adopt("bob", visitor, noon)); again != d {
		t.Error("bob adopts what ada has adopted")
	}
	if forged := must(t)(d.Adopt("bob", "ada", noon)); forged != d {
		t.Error("bob adopts what ada's account did")
	}
	if got, authors := d.Author(visitor), d.Authors(); got != "ada" || authors != 1 || d.Signed(visitor) != visitor || d.AccountOf(visitor) != "ada" {
		t.Errorf("the author is %q of %d, signed %q, named %q", got, authors, d.Signed(visitor), d.AccountOf(visitor))
	}
	for i := range 2 * MaxVisitors {
		d = must(t)(d.Adopt("ada", fmt.Sprintf("%s%d", visitor, i), noon))
	}
	if got := len(d.Accounts["ada"].Visitors); got != MaxVisitors {
		t.Errorf("one account has adopted %d visitors", got)
	}
	public, err := Decode(d.Public().Encode())
	if err != nil || public.Author(visitor) != "ada" || strings.Contains(string(d.Public().Encode()), "argon2") {
		t.Errorf("the public part is %s (%v)", d.Public().Encode(), err)
	}
}

// TestAuthorByProxy: what a user did whom a trusted proxy named, before there were accounts, is the account's.
func TestAuthorByProxy(t *testing.T) {
	d := must(t)(directory(t).Add("eve", Account{Name: "eve", Identities: []Identity{{ByProxy, "Eve@corp"}}}, noon))
	for id, want := range map[string]string{"user:Eve@corp": "eve", "user:eve": "user:eve", "Eve@corp": "Eve@corp", "eve": "eve"} {
		if d.Author(id) != want || d.Signed(id) != want {
			t.Errorf("%q is %q and %q, want %q", id, d.Author(id), d.Signed(id), want)
		}
	}
}

// TestShownID: others cannot read the secret of a visitor's browser, and can still tell visitors apart.
func TestShownID(t *testing.T) {
	one, other := strings.Repeat("A", 26), strings.Repeat("B", 26)
	if a, b := ShownID(one), ShownID(other); a == b || strings.Contains(a, one) || a != ShownID(one) {
		t.Errorf("visitors are shown as %q and %q", a, b)
	}
	for _, id := range []string{"", "pb6ruvskwqb5", "user:somebody with a long name", "link:0123456789abcdef0123"} {
		if ShownID(id) != id {
			t.Errorf("%q is shown as %q", id, ShownID(id))
		}
	}
}
