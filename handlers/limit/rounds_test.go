package limit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
)

// TestManyCookies: an address with a cookie for each request delays another address by
// one turn at a time, and cannot take all places.
func TestManyCookies(t *testing.T) {
	type take func(ctx context.Context, client Client) (done func(), err error)
	queue := NewSaves(DefaultSaveLimits)
	budget := NewBudget(Limits{Memory: 100, Slots: 1, SmallSlots: 1, Waiting: 256, Address: 192, Wait: DefaultSaveLimits.Wait})
	for name, take := range map[string]take{
		"saves": func(ctx context.Context, client Client) (func(), error) {
			return queue.Take(ctx, Turn{Model: "hotel", Client: client})
		},
		"large work": func(ctx context.Context, client Client) (func(), error) { return budget.Take(ctx, client, 60) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first, err := take(t.Context(), Client{"2001:db8::1", "first"})
				if err != nil {
					t.Fatal(err)
				}
				var mutex sync.Mutex
				refused, turns := 0, []string{}
				request := func(address, visitor string) {
					done, err := take(t.Context(), Client{address, visitor})
					mutex.Lock()
					defer mutex.Unlock()
					switch {
					case err == nil:
						turns = append(turns, visitor)
						done()
					case errors.Is(err, ErrManySaves), errors.Is(err, ErrBusy):
						refused++
					default:
						t.Error(err)
					}
				}
				for i := range 300 {
					go request(fmt.Sprintf("2001:db8::%x", i), fmt.Sprint("cookie ", i))
				}
				synctest.Wait()
				if refused != 300-192 {
					t.Errorf("of 300 requests of one network %d are refused, want all but 192", refused)
				}
				go request("192.0.2.1", "Ada")
				synctest.Wait()
				go request("192.0.2.1", "Ada")
				synctest.Wait()
				first()
				synctest.Wait()
				if len(turns) != 192+2 || turns[1] != "Ada" || turns[3] != "Ada" {
					t.Errorf("%d turns, the first ones %q; want Ada's at the second and the fourth", len(turns), turns[:min(5, len(turns))])
				}
			})
		})
	}
}

// TestRounds: whatever is added, taken and removed, what waits is counted, and nobody
// is passed over.
func TestRounds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var waiting rounds[int]
	clients := map[int]Client{}
	for item := range 5000 {
		client := Client{fmt.Sprint(random.IntN(4)), fmt.Sprint(random.IntN(3))}
		switch {
		case random.IntN(2) == 0 || len(clients) == 0:
			waiting.add(client, item)
			clients[item] = client
		case random.IntN(2) == 0:
			want := waiting.next()
			if got := waiting.take(); got != want || clients[got] == (Client{}) {
				t.Fatalf("took %d, want %d", got, want)
			}
			delete(clients, want)
		default:
			other := random.IntN(item)
			given := clients[other]
			if removed := waiting.remove(given, other); removed != (given != Client{}) {
				t.Fatalf("removed %v of %v", removed, given)
			}
			delete(clients, other)
		}
		address, visitor := 0, 0
		for _, other := range clients {
			if other.Address == client.Address {
				address++
			}
			if other == client {
				visitor++
			}
		}
		if gotAddress, gotVisitor := waiting.count(client); gotAddress != address || gotVisitor != visitor || waiting.waiting != len(clients) {
			t.Fatalf("%d of the address, %d of the visitor and %d in all wait, want %d, %d and %d",
				gotAddress, gotVisitor, waiting.waiting, address, visitor, len(clients))
		}
	}
}
