package connections

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/rollouts"
	"widerow/store"
	"widerow/store/cluster"
)

// closeTime bounds the wait for statements when the server ends. What has no answer by then counts as unknown.
const closeTime = 15 * time.Second

// Close waits for the statements that are on their way. Nothing further is sent.
func (s *Services) Close() error {
	s.stop()
	ended := make(chan struct{})
	go func() {
		s.executing.all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-time.After(closeTime):
		return errors.New("a statement had no answer in time")
	}
}

// executor executes the steps of a rollout.
type executor struct {
	*Feature
	ctx     context.Context // of the saves
	by      store.Author
	of      store.ModelID
	id      model.ID
	token   string
	target  reach.Target
	current *rollouts.Rollout
}

// execute executes the steps of a rollout, from its next one on, until the first that fails or waits for
// somebody. It returns at once.
func (f *Feature) execute(c echo.Context, of store.ModelID, id model.ID) error {
	kept, err := f.rollouts.Load(c.Request().Context(), of)
	if err != nil {
		return err
	}
	rollout := kept.Content.Rollouts[id]
	if rollout == nil {
		return errNoRollout
	}
	connectionID := model.ID(rollout.Connection)
	connection, err := f.Named(c, connectionID)
	if err != nil {
		return err
	}
	secrets, err := f.secretsOf(c, connectionID, connection)
	if err != nil {
		return feature.NewError(http.StatusUnprocessableEntity, "The password of "+connection.Name+" is not known", Explain(err), err)
	}
	e := &executor{Feature: f, ctx: feature.Background(c), by: f.Visitor(c), of: of, id: id, token: rand.Text(), target: f.target(connection, secrets)}
	if !f.executing.begin(id) {
		return nil
	}
	if err := e.save("took over", func(r *rollouts.Rollout) (*rollouts.Rollout, error) {
		next := *r
		next.Executor, next.Stop = e.token, false
		return &next, nil
	}); err != nil {
		f.executing.end(id)
		return err
	}
	go func() {
		defer f.executing.end(id)
		if err := e.all(); err != nil {
			f.Log().Error("a rollout has ended", "model", of, "rollout", id, "error", err)
		}
	}()
	return nil
}

// errTaken reports that somebody else executes the rollout now, or has ended it.
var errTaken = errors.New("the rollout was taken over or closed")

// save saves a change of the rollout, which must still be this executor's.
func (e *executor) save(words string, change func(*rollouts.Rollout) (*rollouts.Rollout, error)) error {
	return e.saveRollouts(e.ctx, e.by, e.of, words, func(all *rollouts.Rollouts) (*rollouts.Rollouts, error) {
		now := all.Rollouts[e.id]
		if now == nil || now.Closed || e.current != nil && now.Executor != e.token {
			return nil, errTaken
		}
		next, err := change(now)
		if err != nil {
			return nil, err
		}
		e.current = next
		return all.With(e.id, next)
	})
}

// mark saves the state of a step. With more, it notes the next step as sent, too, if it may be.
func (e *executor) mark(at int, state rollouts.State, message string, more bool) error {
	return e.save(fmt.Sprintf("step %d: %s", at+1, state), func(r *rollouts.Rollout) (*rollouts.Rollout, error) {
		next := r.Mark(at, state, message, e.Now())
		if more && e.mayGoOn(next) {
			next = next.Mark(next.Next(), rollouts.Sent, "", e.Now())
		}
		return next, nil
	})
}

// mayGoOn reports whether the next step may be sent.
func (e *executor) mayGoOn(r *rollouts.Rollout) bool {
	return r.Pause() == rollouts.NoPause && !r.Stop && e.stopped.Err() == nil
}

// all executes the steps up to the first that fails or waits.
func (e *executor) all() error {
	at := e.current.Next()
	if !e.mayGoOn(e.current) {
		return nil
	}
	if err := e.mark(at, rollouts.Sent, "", false); err != nil {
		return err
	}
	for {
		state, message, agree := e.one(e.current.Steps[at].Statement)
		if err := e.mark(at, state, message, state == rollouts.Done && agree); err != nil {
			return err
		}
		if at = e.current.Next(); at == len(e.current.Steps) || e.current.Steps[at].State != rollouts.Sent {
			return nil
		}
	}
}

// one sends a statement, and waits until all nodes have the schema that follows.
func (e *executor) one(statement string) (state rollouts.State, message string, agree bool) {
	_, err := e.Runner.Do(e.ctx, reach.Job{Target: e.target, Statement: &cluster.Statement{Text: strings.TrimSuffix(strings.TrimSpace(statement), ";")}})
	if err != nil {
		return stateAfter(err), Explain(err), false
	}
	ctx, cancel := context.WithCancel(e.ctx)
	defer cancel()
	defer context.AfterFunc(e.stopped, cancel)()
	answer, err := e.Runner.Do(ctx, reach.Job{Target: e.target, Agree: true})
	switch {
	case err != nil:
		return rollouts.Done, "Executed, but the nodes do not agree on the schema, or do not answer: " + Explain(err), false
	case len(answer.Down) > 0:
		return rollouts.Done, "These nodes are down and have not heard of it: " + strings.Join(answer.Down, ", ") + ".", true
	}
	return rollouts.Done, "", true
}

// stateAfter is the state of a step whose statement has no answer, or an error.
func stateAfter(err error) rollouts.State {
	var refusal *cluster.Refusal
	if errors.As(err, &refusal) {
		if refusal.Unknown {
			return rollouts.Unknown
		}
		return rollouts.Failed
	}
	for _, kind := range []error{cluster.ErrNotAllowed, cluster.ErrAuthentication, cluster.ErrTLS, cluster.ErrOptions} {
		if errors.Is(err, kind) {
			return rollouts.Failed // before anything was sent
		}
	}
	return rollouts.Unknown
}
