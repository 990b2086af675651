package identity

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/storetest"
)

// BenchmarkCheck measures the identification of a request's person and of the person's role in a
// model: at most 20 µs, with 2,000 accounts and as many tokens.
func BenchmarkCheck(b *testing.B) {
	for _, mode := range []Mode{Password, Header} {
		models := newStore()
		keeper, err := OpenKeeper(b.Context(), models)
		if err != nil {
			b.Fatal(err)
		}
		guard := &Guard{Mode: mode, Keeper: keeper, Sharings: NewSharings(models, keeper), Now: time.Now}
		var token string
		err = keeper.Change(b.Context(), store.Author{}, "made", func(d *people.Directory) (*people.Directory, error) {
			next := &people.Directory{Accounts: map[model.ID]*people.Account{}, Tokens: map[model.ID]*people.Token{}}
			for i := range 2000 {
				id := model.ID(fmt.Sprintf("account-%d", i))
				name := fmt.Sprintf("person %d", i)
				next.Accounts[id] = &people.Account{Name: name, Identities: []people.Identity{{Issuer: people.ByProxy, Subject: name}}}
				next.Tokens[model.ID(fmt.Sprintf("token-%d", i))] = &people.Token{Account: id, Name: "x", Scope: people.Edit, Hash: name}
			}
			next, token, err = next.AddToken("token", people.Token{Account: "account-7", Name: "bench", Scope: people.Edit}, time.Now())
			return next, err
		})
		if err != nil {
			b.Fatal(err)
		}
		id := store.ModelID("bench")
		if _, err := models.Create(b.Context(), storetest.First(id)); err != nil {
			b.Fatal(err)
		}
		if err := guard.Sharings.Change(b.Context(), id, store.Author{}, "made", func(*sharing.Sharing) (*sharing.Sharing, error) {
			return sharing.Private("account-7", sharing.None), nil
		}); err != nil {
			b.Fatal(err)
		}
		request := proxy.With(httptest.NewRequest(http.MethodGet, "/", nil), proxy.Connection{User: "person 7"})
		if mode == Password {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		b.Run(string(mode), func(b *testing.B) {
			for b.Loop() {
				person, err := guard.Who(request)
				if err != nil || !person.Known() {
					b.Fatal(err)
				}
				if role, err := guard.Role(b.Context(), person, id); err != nil || role == sharing.None {
					b.Fatal(role, err)
				}
			}
		})
	}
}
