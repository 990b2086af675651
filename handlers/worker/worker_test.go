package worker

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"widerow/diagram/engine/process"
	"widerow/diagram/graph"
	"widerow/handlers/limit"
	"widerow/handlers/progress"
	"widerow/store"
)

const childVerb = "__work_of_worker"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childVerb {
		err := Serve(os.Stdin, os.Stdout, func(*Link) (http.Handler, error) {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, os.Getpid()) }), nil
		})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// The app tells the same errors apart in a worker as in the server.
func TestErrorsReachTheChild(t *testing.T) {
	conflict := &store.Conflict{Model: "m", Base: 3, Head: 5}
	for _, err := range []error{
		store.ErrNotFound, store.ErrDeleted, conflict, &store.TooLarge{Model: "m", Size: 2, Limit: 1}, store.ErrReplaced, store.ErrLimit,
		&store.Corrupt{Model: "m", Reason: "x"}, limit.ErrManySaves, graph.ErrTooLarge, context.DeadlineExceeded, errors.New("another"),
		&Refusal{Status: 429, Title: "Too many"},
	} {
		sent := fmt.Errorf("save model m: %w", err)
		text, err := encode(failureOf(sent))
		if err != nil {
			t.Fatal(err)
		}
		var got failure
		if err := decode(text, &got); err != nil {
			t.Fatal(err)
		}
		arrived := got.err()
		if arrived.Error() != sent.Error() {
			t.Errorf("%q arrives as %q", sent, arrived)
		}
		for _, one := range distinguished {
			if errors.Is(arrived, one) != errors.Is(sent, one) {
				t.Errorf("%v: is it %v: %v, in the server %v", err, one, errors.Is(arrived, one), errors.Is(sent, one))
			}
		}
		var one, other *store.Conflict
		if errors.As(sent, &one) != errors.As(arrived, &other) || one != nil && *one != *other {
			t.Errorf("%v arrives with the conflict %v", err, other)
		}
		var refused *Refusal
		if errors.As(arrived, &refused) != errors.As(sent, new(*Refusal)) {
			t.Errorf("%v arrives with the refusal %v", err, refused)
		}
	}
	if failureOf(nil).err() != nil {
		t.Error("no error arrives as one")
	}
}

// served is a server in this process.
type served struct {
	t        *testing.T
	services Services
}

func (s served) Ask(question []byte) ([]byte, error) {
	return s.services.reply(s.t.Context(), question), nil
}

func (s served) Note(text []byte) error {
	s.services.note(text)
	return nil
}

// linked is a store behind a link, whose server is in this process.
func linked(t *testing.T, services Services) (*Link, store.Store) {
	t.Helper()
	link := &Link{server: served{t, services}, broke: func(err error) { t.Error(err) }}
	return link, link.Store()
}

// Each call of a child has the result that it has in the server.
func TestCallsReachTheStore(t *testing.T) {
	ctx, models := t.Context(), store.NewMemory(store.Options{Apply: func(_ []byte, patches ...[]byte) ([]byte, error) { return patches[len(patches)-1], nil }})
	var turns []store.ModelID
	link, far := linked(t, Services{Store: models, Turn: func(_ context.Context, model store.ModelID) error {
		turns = append(turns, model)
		return nil
	}})
	author := store.Author{ID: "a", Name: "Ada"}
	first, err := far.Create(ctx, store.Save{Model: "m", Operation: "op1", Author: author, Kind: store.KindImport,
		Title: "M", Words: "made", Document: []byte("one")})
	if err != nil || first.Number != 1 {
		t.Fatal(first, err)
	}
	if _, err := far.Save(ctx, store.Save{Model: "m", Base: 1, Operation: "op2", Author: author, Kind: store.KindEdit,
		Title: "M", Document: []byte("two"), Patch: []byte("two")}); err != nil {
		t.Fatal(err)
	}
	if _, err := far.Save(ctx, store.Save{Model: "m", Base: 1, Operation: "op3", Kind: store.KindEdit, Title: "M",
		Document: []byte("three")}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("a save on an old revision: %v, want a conflict", err)
	}
	if err := link.Turn(ctx, "m"); err != nil || len(turns) != 1 {
		t.Error(turns, err)
	}
	ask := func(s store.Store) []any {
		head, revision, err := s.Head(ctx, "m")
		old, oldRevision, err2 := s.At(ctx, "m", 1)
		history, err3 := s.History(ctx, "m", 0, 10)
		page, err4 := s.List(ctx, "", 10)
		deleted, err5 := s.ListDeleted(ctx, "", 10)
		done, found, err6 := s.FindOperation(ctx, "op2")
		_, never, err7 := s.FindOperation(ctx, "op9")
		_, _, missing := s.Head(ctx, "none")
		return []any{head, revision, err, old, oldRevision, err2, history, err3, page, err4, len(deleted.Models),
			err5, done, found, err6, never, err7, missing.Error()}
	}
	if got, want := fmt.Sprint(ask(far)...), fmt.Sprint(ask(models)...); got != want {
		t.Errorf("in a child:\n%s\nin the server:\n%s", got, want)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := far.Head(cancelled, "m"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
	if err := errors.Join(far.Purge(ctx, "m", 1), far.Ping(ctx)); !errors.Is(err, errNotHere) {
		t.Error(err)
	}
}

type layouter func(ctx context.Context, g *graph.Graph) (*graph.Layout, error)

func (l layouter) Layout(ctx context.Context, g *graph.Graph) (*graph.Layout, error) {
	return l(ctx, g)
}

func TestLayoutReachesTheEngine(t *testing.T) {
	wanted := &graph.Graph{Kind: graph.KindLogical, Boxes: []graph.Box{{ID: "a", Width: 10, Height: 20}}}
	made := &graph.Layout{}
	link, _ := linked(t, Services{Layouter: layouter(func(ctx context.Context, g *graph.Graph) (*graph.Layout, error) {
		if !reflect.DeepEqual(g, wanted) {
			t.Errorf("the engine gets %+v", g)
		}
		if _, limited := ctx.Deadline(); limited {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return made, nil
	})})
	if got, err := link.Layout(t.Context(), wanted); err != nil || !reflect.DeepEqual(got, made) {
		t.Error(got, err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := link.Layout(soon, wanted); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a late layout: %v", err)
	}
}

// A child carries out one request after another.
func TestChildServesAgain(t *testing.T) {
	ask := childPool(t)
	if first, second := ask(), ask(); second != first {
		t.Errorf("two children, %s and %s, serve requests one after another", first, second)
	}
}

// A child reports the steps of a request.
func TestStepsReachTheServer(t *testing.T) {
	var steps []progress.Step
	link, _ := linked(t, Services{Step: func(step progress.Step) { steps = append(steps, step) }})
	link.say(progress.Step{What: "Counting", Done: 1, Of: 2})
	link.say(progress.Step{What: "too soon after it"})
	if want := []progress.Step{{What: "Counting", Done: 1, Of: 2}}; !reflect.DeepEqual(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
}

// childPool returns a function that has a child of a pool tell its process ID.
func childPool(t *testing.T) (ask func() string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pool := NewPool(Options{
		Options: process.Options{Command: []string{self, childVerb}, Env: os.Environ(), Size: 2, Idle: time.Hour},
		Longest: time.Hour,
	})
	t.Cleanup(func() { pool.Close() })
	return func() string {
		answer, err := pool.Do(t.Context(), &Request{Method: "GET", URI: "/", Header: http.Header{}}, Services{})
		if err != nil || answer.Status != http.StatusOK {
			t.Fatal(answer, err)
		}
		return strings.TrimSpace(string(answer.Body))
	}
}

// A child that ends tells the errors that the app distinguishes.
func TestWhyAChildEnds(t *testing.T) {
	for _, cause := range []error{limit.ErrCostly, errors.New("another")} {
		sent := fmt.Errorf("worker: %w", process.Failed(cause.Error()))
		if got := known(sent); errors.Is(got, limit.ErrCostly) != errors.Is(cause, limit.ErrCostly) || !strings.Contains(got.Error(), cause.Error()) {
			t.Errorf("%v arrives as %v", cause, got)
		}
	}
}
