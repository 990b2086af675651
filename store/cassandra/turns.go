package cassandra

import (
	"context"
	"sync"
)

// turns let the writers of one model in this process take turns, so that they do not contend
// for the same row in the cluster.
type turns struct {
	mutex   sync.Mutex
	waiting map[string]*turn
}

type turn struct {
	token chan struct{}
	users int
}

// take waits for the turn of a model. The caller must call the function that it returns.
func (t *turns) take(ctx context.Context, root string) (release func(), err error) {
	t.mutex.Lock()
	if t.waiting == nil {
		t.waiting = map[string]*turn{}
	}
	mine := t.waiting[root]
	if mine == nil {
		mine = &turn{token: make(chan struct{}, 1)}
		t.waiting[root] = mine
	}
	mine.users++
	t.mutex.Unlock()
	select {
	case mine.token <- struct{}{}:
		return func() {
			<-mine.token
			t.leave(root, mine)
		}, nil
	case <-ctx.Done():
		t.leave(root, mine)
		return nil, ctx.Err()
	}
}

// leave forgets a turn that nobody uses any more.
func (t *turns) leave(root string, mine *turn) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if mine.users--; mine.users == 0 {
		delete(t.waiting, root)
	}
}
