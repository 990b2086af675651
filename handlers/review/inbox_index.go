package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/store"
)

// anybody marks a model that could not be read: every inbox tries it again.
const anybody = "anybody"

// concerned knows which models may have something that waits for a person: those in which
// an open thread or a proposal concerns them. So an inbox does not read all models. It is
// made from the store at the first question after a start, and each question takes over
// what was saved since the one before.
type concerned struct {
	mutex  sync.Mutex
	saves  uint64 // of live.Hub.Talked
	models map[store.ModelID][]string
	by     map[string]map[store.ModelID]bool
}

// of returns the models that may concern a person, also under the IDs of visitors whose work is this person's.
func (x *inboxes) of(ctx context.Context, me discussion.Person, adopted []string) (map[store.ModelID]bool, error) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if err := x.renew(identity.ByServer(context.WithoutCancel(ctx))); err != nil {
		return nil, err
	}
	found := maps.Clone(x.by[anybody])
	texts := concernsOf(me)
	for _, visitor := range adopted {
		texts = append(texts, concernsOf(discussion.Person{ID: visitor})...)
	}
	for _, text := range texts {
		if found == nil {
			found = map[store.ModelID]bool{}
		}
		maps.Copy(found, x.by[text])
	}
	return found, nil
}

// concernsOf are the texts by which the index knows a person.
func concernsOf(me discussion.Person) (texts []string) {
	for _, text := range me.Concerns() {
		texts = append(texts, inThread(text))
	}
	return append(texts, proposals.Person(me).Concerns()...)
}

// inThread is the text of the index for one of discussion.Person.Concerns.
func inThread(concern string) string { return "thread " + concern }

// renew takes over what was saved since the last time.
func (x *inboxes) renew(ctx context.Context) error {
	changed, saves, anything := x.Hub().Talked(x.saves)
	if x.models == nil || anything {
		all, err := feature.EveryModel(ctx, x.Store())
		if err != nil {
			return fmt.Errorf("look for people in all models: %w", err)
		}
		x.models, x.by, changed = map[store.ModelID][]string{}, map[string]map[store.ModelID]bool{}, nil
		for _, summary := range all {
			if !summary.Damaged {
				x.put(summary.Model, x.concernsIn(ctx, summary.Model))
			}
		}
	}
	for _, id := range changed {
		newest, err := x.Newest(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound), err == nil && newest.Kind == store.KindDelete:
			x.put(id, nil)
		default:
			x.put(id, x.concernsIn(ctx, id))
		}
	}
	x.saves = saves
	return nil
}

func (x *concerned) put(id store.ModelID, texts []string) {
	for _, text := range x.models[id] {
		if delete(x.by[text], id); len(x.by[text]) == 0 {
			delete(x.by, text)
		}
	}
	delete(x.models, id)
	for _, text := range texts {
		if x.by[text] == nil {
			x.by[text] = map[store.ModelID]bool{}
		}
		x.by[text][id] = true
		x.models[id] = texts
	}
}

// concernsIn are the texts of those whom something concerns in a model and its proposals.
func (x *inboxes) concernsIn(ctx context.Context, id store.ModelID) []string {
	texts := map[string]bool{}
	fail := func(err error) {
		texts[anybody] = true
		x.Log().Error("not all of a model is known to inboxes", "model", id, "error", err)
	}
	in := func(id store.ModelID) {
		said, err := x.Discussion(ctx, id)
		if err != nil {
			fail(err)
			return
		}
		for text := range said.Concerned() {
			texts[inThread(text)] = true
		}
	}
	in(id)
	proposed, err := x.Proposals(ctx, id)
	if err != nil {
		fail(err)
		return slices.Collect(maps.Keys(texts))
	}
	for _, proposal := range proposed.Proposals {
		if proposal.Ended() {
			continue
		}
		in(id.Branch(proposal.Number))
		for _, person := range append([]proposals.Person{proposal.Author}, proposal.Reviewers...) {
			for _, text := range person.Concerns() {
				texts[text] = true
			}
		}
	}
	return slices.Collect(maps.Keys(texts))
}
