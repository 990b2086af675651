package sessions

import "time"

// Store keeps the sessions of one server or of several. It is a scs.Store. *File is the store of
// one server, and store/cassandra has the store of several. It is safe for concurrent use.
type Store interface {
	Find(token string) (data []byte, found bool, err error)
	Commit(token string, data []byte, expiry time.Time) error
	Delete(token string) error
	// Of returns the sessions of an account, and perhaps others.
	Of(account string) (map[string][]byte, error)

	// Begin is called by each server before it answers. accounts reports that the data have some: if no
	// server has begun before, they were copied or restored, and tokens and links stop until Confirm.
	// A server that is killed here leaves this to the next one.
	Begin(accounts bool) (paused bool, err error)
	Pause() error
	Confirm() error
	Paused() bool

	// Used notes the use of a token or a link, LastUse returns the last one, and Forget removes it.
	Used(key string, from string)
	LastUse(key string) (Use, bool)
	Forget(key string)

	// PutMessages writes messages to other servers by their keys; one without a text is removed.
	PutMessages(messages map[string][]byte) error
	Messages() (map[string][]byte, error)

	Close() error
}

var _ Store = (*File)(nil)

// Of implements Store: it returns all sessions.
func (f *File) Of(string) (map[string][]byte, error) { return f.All() }
