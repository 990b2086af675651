package cassandra

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"widerow/store"
	"widerow/store/storetest"
)

// action is what a client asks for: to read the head, or to save on a base.
type action struct {
	model     store.ModelID
	save      bool
	base      uint64
	operation string
}

// answer is what it learns: the head, or what became of the save.
type answer struct {
	outcome   string // saved, conflict, unknown, failed; "" for a read
	number    uint64
	operation string
}

// state is the head of a model.
type state struct {
	number    uint64
	operation string
}

// register is a model as a client sees it: a head that a save changes if it knows it.
var register = porcupine.NondeterministicModel{
	Init: func() []any { return []any{state{1, ""}} },
	Partition: func(history []porcupine.Operation) (parts [][]porcupine.Operation) {
		byModel := map[store.ModelID][]porcupine.Operation{}
		for _, operation := range history {
			id := operation.Input.(action).model
			byModel[id] = append(byModel[id], operation)
		}
		for _, part := range byModel {
			parts = append(parts, part)
		}
		return parts
	},
	Step: func(before, input, output any) []any {
		was, in, out := before.(state), input.(action), output.(answer)
		saved := state{in.base + 1, in.operation}
		fits := was.number == in.base
		switch {
		case !in.save && out.number == was.number && (was.operation == "" || out.operation == was.operation):
			return []any{was}
		case !in.save:
			return nil
		case out.outcome == "saved" && fits && out.number == saved.number:
			return []any{saved}
		case out.outcome == "conflict" && !fits, out.outcome == "failed":
			return []any{was}
		case out.outcome == "unknown" && fits:
			return []any{was, saved}
		case out.outcome == "unknown":
			return []any{was}
		}
		return nil
	},
	Equal: func(a, b any) bool { return a == b },
}

// ledger notes what clients asked and learnt.
type ledger struct {
	begun time.Time
	mutex sync.Mutex
	all   []porcupine.Operation
	count map[string]int
}

func (l *ledger) note(client int, in action, call int64, out answer) {
	end := time.Since(l.begun).Nanoseconds()
	if out.outcome == "unknown" {
		end = math.MaxInt64
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.count[out.outcome]++
	l.all = append(l.all, porcupine.Operation{ClientId: client, Input: in, Call: call, Output: out, Return: end})
}

// client saves on what it reads, or on what it last knew, until stop.
func (l *ledger) client(s *Store, number int, models []store.ModelID, stop *atomic.Bool) error {
	known := map[store.ModelID]uint64{}
	for turn := 0; !stop.Load(); turn++ {
		id := models[rand.N(len(models))]
		if known[id] == 0 || rand.N(3) == 0 {
			in, call := action{model: id}, time.Since(l.begun).Nanoseconds()
			_, head, err := s.Head(context.Background(), id)
			if err != nil {
				if !errors.Is(err, store.ErrUnavailable) {
					return fmt.Errorf("read %s: %w", id, err)
				}
				continue
			}
			known[id] = head.Number
			l.note(number, in, call, answer{number: head.Number, operation: head.Operation})
			continue
		}
		change := storetest.Edit(id, known[id])
		change.Operation, change.At = fmt.Sprintf("%d-%d", number, turn), time.Time{}
		in, call := action{id, true, change.Base, change.Operation}, time.Since(l.begun).Nanoseconds()
		saved, err := s.Save(context.Background(), change)
		out, err := outcomeOf(saved, err)
		if err != nil {
			return fmt.Errorf("save %s: %w", id, err)
		}
		l.note(number, in, call, out)
		known[id] = out.number
	}
	return nil
}

func outcomeOf(saved store.Revision, err error) (answer, error) {
	switch {
	case err == nil:
		return answer{"saved", saved.Number, saved.Operation}, nil
	case errors.Is(err, store.ErrConflict):
		return answer{outcome: "conflict"}, nil
	case errors.Is(err, store.ErrUnknownOutcome):
		return answer{outcome: "unknown"}, nil
	case errors.Is(err, store.ErrUnavailable):
		return answer{outcome: "failed"}, nil
	}
	return answer{}, err
}

// TestLinearizable: servers whose clocks are minutes apart save the same models, while connections are cut after the
// request, delayed and stalled. Whatever each of them was told is true in one order of all saves.
func TestLinearizable(t *testing.T) {
	t.Parallel() // it mostly waits
	address := newStore(t)
	direct := openStore(t, address, storetest.Options())
	models := []store.ModelID{"a", "b", "c"}
	for _, id := range models {
		if _, err := direct.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
	}
	const servers, clients = 3, 3
	l := &ledger{begun: time.Now(), count: map[string]int{}}
	var stop atomic.Bool
	var group sync.WaitGroup
	var proxies []*proxy
	for server := range servers {
		p := newProxy(t, address.Cluster.Hosts[0])
		through := address
		through.Cluster.Hosts, through.Cluster.Timeout = []string{p.address()}, 2*time.Second
		options := storetest.Options()
		options.Now = func() time.Time { return time.Now().Add(time.Duration(server-1) * 5 * time.Minute) }
		s := openStore(t, through, options)
		proxies = append(proxies, p)
		for client := range clients {
			group.Go(func() {
				if err := l.client(s, server*clients+client, models, &stop); err != nil {
					t.Error(err)
				}
			})
		}
	}
	cuts := breakThings(proxies)
	stop.Store(true)
	group.Wait()
	if cuts == 0 || l.count["saved"] < 30 {
		t.Fatalf("%d cuts, outcomes %v: the test has tested nothing", cuts, l.count)
	}
	for _, id := range models {
		if err := direct.Verify(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	result := porcupine.CheckOperationsTimeout(register.ToModel(), l.all, time.Minute)
	t.Logf("%d cuts, outcomes %v, history: %v", cuts, l.count, result)
	if result != porcupine.Ok {
		t.Errorf("the history is not linearizable: %v", result)
	}
	checkSaved(t, direct, l)
}

// breakThings disturbs the connections for some seconds, and returns how many were cut.
func breakThings(proxies []*proxy) (cuts int) {
	for round := range 6 {
		for i, p := range proxies {
			switch (round + i) % 3 {
			case 0:
				p.breaks(0.02, 0)
			case 1:
				p.breaks(0, 5*time.Millisecond)
			case 2:
				p.breaks(0.005, time.Millisecond)
				go p.stall(time.Duration(1+round%3) * time.Second)
			}
		}
		time.Sleep(2 * time.Second)
		proxies[round%len(proxies)].drop()
	}
	for _, p := range proxies {
		p.breaks(0, 0)
		p.mutex.Lock()
		cuts += p.cuts
		p.mutex.Unlock()
	}
	return cuts
}

// checkSaved: every save that was acknowledged is in the history once, and none that was refused.
func checkSaved(t *testing.T, s *Store, l *ledger) {
	t.Helper()
	for _, operation := range l.all {
		in, out := operation.Input.(action), operation.Output.(answer)
		if !in.save || out.outcome == "unknown" {
			continue
		}
		made, found, err := s.FindOperation(t.Context(), in.operation)
		switch {
		case err != nil:
			t.Error(err)
		case found != (out.outcome == "saved") || found && made.Number != out.number:
			t.Errorf("operation %s of %s on %d was %s as %d; the store says %v, %d", in.operation, in.model, in.base, out.outcome, out.number, found, made.Number)
		}
	}
}
