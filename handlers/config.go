package handlers

import (
	"cmp"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"widerow/diagram/graph"
	"widerow/handlers/connections"
	"widerow/handlers/identity"
	"widerow/handlers/live"
	"widerow/handlers/people"
	"widerow/handlers/proxy"
	"widerow/handlers/worker"
	"widerow/model"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/shared"
)

// Config configures a Server. Store and Layouter are required.
type Config struct {
	Store    store.Store
	Layouter graph.Layouter
	// BasePath is the path under which a proxy serves the app, "/" or "/x/y".
	BasePath string
	// KeepDeleted is the time for which a deleted model can be restored; 0: for ever.
	KeepDeleted time.Duration
	// Hosts are the server's names, and Proxies the trusted proxies. See package
	// proxy for how they are written.
	Hosts   []string
	Proxies []string
	// UserHeader is the header in which the trusted proxies name the user, or "".
	UserHeader string
	// GroupsHeader is the header in which they name the groups of the user, or "".
	GroupsHeader string
	Memory       int64 // bytes that the server may take; 0 for 1 GB
	// Processors is the number of processors for which large work is planned; 0 for GOMAXPROCS.
	Processors int
	Quotas     Quotas
	// PrivateMetrics restricts /metrics to the operator's address.
	PrivateMetrics bool
	// Workers carry out large requests; nil to do that here.
	Workers *worker.Pool
	// ProcessorTime limits the processor time of a large request in a worker; 0 for a
	// minute.
	ProcessorTime time.Duration
	// Parent is the server that a worker's app belongs to; nil for a server.
	Parent *worker.Link
	// Live tells browsers what others do; its owner closes it when the server stops.
	// nil for one that ends with the process.
	Live *live.Hub
	// Peers are the other servers of the store; nil: there can be none. Their owner runs them once
	// the app is made.
	Peers *shared.Peers
	Log   *slog.Logger // nil: slog.Default
	// Guard knows who a request is from and what the person may do; nil: nobody signs in,
	// and everyone may do everything. People are the services of its pages.
	Guard  *identity.Guard
	People people.Services
	// Connections are the services for clusters that run; nil: the server dials none.
	Connections *connections.Services
	// ConsoleFolder keeps what people ran on clusters; "": while the server runs.
	ConsoleFolder string
	// Connects reports to a worker that its server dials some.
	Connects  bool
	NewModels sharing.Role     // of everyone who is signed in, on models that they make; None: private
	Version   string           // shown on the help page and in exports
	Now       func() time.Time // nil: time.Now
	IDs       model.IDs        // nil: made from the operation of a request; else safe for concurrent use
}

// Check returns what is wrong with the addresses of a configuration.
func (c Config) Check() error {
	_, err := newAddress(c)
	return err
}

// watched is the store that tells browsers and webhooks of each save.
func (c Config) watched() store.Store {
	models := c.Live.Watch(c.Store)
	if c.People.Webhooks == nil {
		return models
	}
	return c.People.Webhooks.Watch(models)
}

// setDefaults fills in what a configuration leaves out.
func (c *Config) setDefaults() {
	c.Memory, c.Processors = cmp.Or(c.Memory, defaultMemory), cmp.Or(c.Processors, runtime.GOMAXPROCS(0))
	c.ProcessorTime = cmp.Or(c.ProcessorTime, time.Minute)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Live == nil {
		c.Live = live.NewHub(c.Now)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
}

// address is how clients reach the server.
type address struct {
	basePath     string // as configured, without a proxy's prefix
	hosts        proxy.Hosts
	proxies      proxy.Proxies
	userHeader   proxy.UserHeader
	groupsHeader proxy.UserHeader
}

func newAddress(config Config) (at address, err error) {
	if at.basePath, err = proxy.CleanPath(config.BasePath); err != nil {
		return at, err
	}
	if at.hosts, err = proxy.ParseHosts(config.Hosts); err != nil {
		return at, fmt.Errorf("names of the server: %w", err)
	}
	if at.proxies, err = proxy.Parse(config.Proxies); err != nil {
		return at, fmt.Errorf("trusted proxies: %w", err)
	}
	if at.userHeader, err = proxy.ParseUserHeader(config.UserHeader, at.proxies); err != nil {
		return at, fmt.Errorf("header of the user: %w", err)
	}
	if at.groupsHeader, err = proxy.ParseUserHeader(config.GroupsHeader, at.proxies); err != nil {
		return at, fmt.Errorf("header of the groups: %w", err)
	}
	return at, nil
}

// defaultMemory is the memory of a server whose configuration names none.
const defaultMemory = 1 << 30

// LargeAtOnce bounds the large requests that run at the same time.
func LargeAtOnce(processors int) int { return max(1, processors-1) }

// Quotas are the hourly limits of one address; 0 means no limit. They do not apply
// to requests from this machine.
type Quotas struct {
	Models  int // models made, opened examples and copies included
	Imports int // previews and imports; each further MB of a script counts as one more
	Renders int // pictures that are drawn anew
	Streams int // live connections; not in an hour, but at the same time
	// Requests are those to the API. A token has a limit of its own, from wherever it is used.
	Requests int
}
