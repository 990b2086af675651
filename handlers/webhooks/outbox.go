package webhooks

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/model"
	"widerow/model/people"
	"widerow/store"
)

// Outbox keeps what waits over a restart. A *sessions.File is one.
type Outbox interface {
	PutMessages(messages map[string][]byte) error
	Messages() (map[string][]byte, error)
}

// Config configures a Sender. Directory, Store, Outbox and Log are required.
type Config struct {
	Allowed   Allowed
	Directory func() *people.Directory
	Store     store.Store
	Outbox    Outbox
	Base      string      // the address by which browsers reach this server, with a slash at its end
	Paused    func() bool // nothing is sent until an admin confirms; nil: never
	// Shared: other servers write to the outbox, too, and Run runs at one of them at a time. Fresh then brings
	// Directory up to date, unless it was less than an age ago.
	Shared    bool
	Fresh     func(ctx context.Context, age time.Duration) error
	Log       *slog.Logger
	Transport http.RoundTripper // nil: one that connects to public addresses only
}

// Sender keeps the deliveries of all webhooks and sends them. It is safe for concurrent
// use.
type Sender struct {
	config Config
	store  store.Store
	client *http.Client
	wake   chan struct{} // has an element if something waits that did not before

	mutex      sync.Mutex
	noted      *simplelru.LRU[note, bool]
	notes      map[string]note // that are no deliveries yet, by key
	last       int64           // the number in the newest key of a note
	deliveries map[string]*Delivery
	busy       map[model.ID]bool // webhooks that are called at the moment
}

// maxNoted bounds the remembered saves. A repeated save with the same operation is noted once.
const maxNoted = 10_000

func (s *Sender) address(path string) string { return s.config.Base + path }

// put keeps a delivery that has changed.
func (s *Sender) put(delivery *Delivery) error {
	if err := s.config.Outbox.PutMessages(map[string][]byte{deliveryKey + delivery.ID: delivery.encode()}); err != nil {
		return err
	}
	s.deliveries[delivery.ID] = delivery
	s.Wake()
	return nil
}

func (s *Sender) log(err error) {
	if err != nil {
		s.config.Log.Error("keep what webhooks tell", "error", err)
	}
}

// note is a revision that webhooks report.
type note struct {
	Model  store.ModelID
	Number uint64
}

// Wake lets Run look again at what waits.
func (s *Sender) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Prefixes of the keys in the outbox.
const (
	noteKey     = "note "
	deliveryKey = "delivery "
)
