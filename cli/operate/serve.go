// Package operate holds the verbs of whoever operates a server and its store: serve runs the server;
// user, token, backup and verify ask it at its admin address, or open the store if none runs;
// restore, salvage and store work on stores themselves. Read Serve first.
package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"widerow/cli/machine"
	"widerow/cli/verb"
	"widerow/diagram/engine"
	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/identity"
	"widerow/handlers/live"
	"widerow/handlers/operator"
	"widerow/store/shared"
)

// Serve runs the web app.
type Serve struct {
	address
	dataFile
	signInFlags
	webhookFlags
	connectFlags
	Policy            verb.Policy   `help:"Guardrails of models without their own: cassandra.yaml, rows of system_views.settings, or a name." env:"WIDEROW_POLICY" placeholder:"FILE|NAME"`
	Scrub             time.Duration `help:"How often to check all models for damage; 0 is never." default:"24h" env:"WIDEROW_SCRUB" placeholder:"DURATION"`
	Host              []string      `help:"Name under which browsers reach the server, beside IP addresses and localhost." env:"WIDEROW_HOST" placeholder:"NAME"`
	TrustedProxies    []string      `help:"Addresses or networks of proxies whose X-Forwarded headers count." env:"WIDEROW_TRUSTED_PROXIES" placeholder:"CIDR"`
	TrustedHeader     string        `help:"Header in which trusted proxies name the user, such as X-Forwarded-User." env:"WIDEROW_TRUSTED_HEADER" placeholder:"HEADER"`
	KeepDeleted       keepFlag      `help:"How long deleted models can be restored, such as 12h, or forever." default:"30d" env:"WIDEROW_KEEP_DELETED" placeholder:"TIME"`
	ModelsPerHour     int           `help:"Models made by one address in an hour; 0 is no limit. This machine has none." default:"120" env:"WIDEROW_MODELS_PER_HOUR" placeholder:"N"`
	ImportsPerHour    int           `help:"Imports and previews of one address in an hour; each MB more counts as one." default:"600" env:"WIDEROW_IMPORTS_PER_HOUR" placeholder:"N"`
	RendersPerHour    int           `help:"Pictures drawn anew for one address in an hour." default:"6000" env:"WIDEROW_RENDERS_PER_HOUR" placeholder:"N"`
	RequestsPerHour   int           `help:"Requests to the API by one token or address in an hour; 0 is no limit." default:"20000" env:"WIDEROW_REQUESTS_PER_HOUR" placeholder:"N"`
	StreamsPerAddress int           `help:"Browsers of one address that follow changes at once." default:"200" env:"WIDEROW_STREAMS_PER_ADDRESS" placeholder:"N"`
	MaxData           verb.ByteSize `help:"Size of the data file above which nothing is saved, such as 10GB." env:"WIDEROW_MAX_DATA" placeholder:"SIZE"`
	Metrics           string        `help:"Where /metrics answers: to everyone (public) or at the admin address." enum:"public,admin" default:"public" env:"WIDEROW_METRICS"`
	Memory            verb.ByteSize `help:"Memory of the server, such as 512MB. Default: half of the machine's or container's." env:"WIDEROW_MEMORY" placeholder:"SIZE"`
	LogFormat         string        `help:"Format of the log on standard error: text or json." enum:"text,json" default:"text" env:"WIDEROW_LOG_FORMAT"`
	LogLevel          string        `help:"Minimum level to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"WIDEROW_LOG_LEVEL"`
}

// stopTimeout bounds the time that running requests may take after SIGTERM.
const stopTimeout = 10 * time.Second

// answerTime is the part of stopTimeout that is left for answers to requests that could not be
// carried out.
const answerTime = time.Second

// Validate implements kong's check of the flags.
func (s *Serve) Validate() error {
	if s.Scrub < 0 {
		return fmt.Errorf("--scrub=%v: want a time between two checks, such as 24h, or 0 for never", s.Scrub)
	}
	if strings.TrimPrefix(s.AdminListen, "unix:") == "" && s.AdminListen != "" {
		return fmt.Errorf("--admin-listen=%s: want the file of the socket, such as unix:/run/widerow.sock", s.AdminListen)
	}
	for _, flag := range []struct {
		name   string
		number int
	}{{"models-per-hour", s.ModelsPerHour}, {"imports-per-hour", s.ImportsPerHour},
		{"renders-per-hour", s.RendersPerHour}, {"requests-per-hour", s.RequestsPerHour},
		{"streams-per-address", s.StreamsPerAddress}} {
		if flag.number < 0 {
			return fmt.Errorf("--%s=%d: want a number, or 0 for no limit", flag.name, flag.number)
		}
	}
	return nil
}

func (s *Serve) Run(console *verb.Console) error {
	ctx, release := signal.NotifyContext(console, syscall.SIGTERM, os.Interrupt)
	defer release()
	log := logger(s.LogFormat, s.LogLevel, console.Stderr)

	// Listen first, so that a second server started by mistake does not touch
	// the data.
	listener, err := s.listen(ctx)
	if err != nil {
		return err
	}
	defer listener.Close()
	s.Policy.Warn(console)
	s.Policy.SetHouse()
	parts := &serverParts{log: log}
	defer parts.close()
	if err := s.open(ctx, console, listener, parts); err != nil {
		return err
	}
	app, err := handlers.New(s.configured(parts.config))
	if err != nil {
		return fmt.Errorf("start the app: %w", err)
	}
	if err := s.begin(ctx, app, parts); err != nil {
		return err
	}
	if err := s.announce(console, listener, parts.people, log); err != nil {
		return err
	}
	context.AfterFunc(ctx, release) // a second signal ends the process at once
	return serve(ctx, app, listener, log)
}

// serverParts are the parts of a server.
type serverParts struct {
	models keeper
	people *peopleParts
	shared sharedParts
	roster *shared.Roster // nil: no other server can have the store
	config handlers.Config
	// connections are nil for a server that connects to no cluster.
	connections *connections.Services
	log         *slog.Logger
	closing     []func()
}

// closes notes how a part ends. The part that was opened last ends first.
func (p *serverParts) closes(end func()) { p.closing = append(p.closing, end) }

func (p *serverParts) close() {
	for _, end := range slices.Backward(p.closing) {
		end()
	}
}

// open opens the parts, once it is known that the flags make sense.
func (s *Serve) open(ctx context.Context, console *verb.Console, listener net.Listener, parts *serverParts) error {
	if err := s.configured(handlers.Config{}).Check(); err != nil {
		return fmt.Errorf("start the app: %w", err)
	}
	mode, err := s.mode(!s.reachedByOthers(listener), s.TrustedHeader)
	if err != nil {
		return err
	}
	if parts.models, err = openStore(ctx, s.place, s.MaxData, parts.log); err != nil {
		return err
	}
	parts.closes(func() { closeAndLog(parts.log, "store", parts.models.Close) })
	if err := s.openConnections(listener, parts); err != nil {
		return err
	}
	if err := s.openWork(ctx, console, parts); err != nil {
		return err
	}
	parts.shared = sharedBy(parts.models, s.Data, parts.log)
	if parts.people, err = s.openPeople(ctx, parts.models, parts.shared, mode, parts.log); err != nil {
		return err
	}
	parts.closes(func() { parts.people.close() })
	parts.people.add(&parts.config)
	parts.join(parts.config.Live, s.member)
	return nil
}

// openWork opens what large requests and pictures need.
func (s *Serve) openWork(ctx context.Context, console *verb.Console, parts *serverParts) error {
	layouter, err := engine.Open(s.Data+".cache", parts.log)
	if err != nil {
		return err
	}
	parts.closes(func() { closeAndLog(parts.log, "layout engine", layouter.Close) })
	memory, err := machine.LimitMemory(int64(s.Memory), parts.log)
	if err != nil {
		return err
	}
	hub := live.NewHub(nil)
	context.AfterFunc(ctx, hub.Close) // or the streams would be waited for
	processors := machine.SpareProcessors()
	workers, err := s.openWorkers(memory, processors, parts.connections != nil, console.Stderr)
	if err != nil {
		return err
	}
	parts.closes(func() { closeAndLog(parts.log, "workers", workers.Close) })
	parts.config = handlers.Config{Store: parts.models, Layouter: layouter, Live: hub, Memory: memory,
		Processors: processors, Workers: workers, Connections: parts.connections,
		ConsoleFolder: s.Data + ".console", Log: parts.log}
	return nil
}

// begin begins what a server does beside answering requests.
func (s *Serve) begin(ctx context.Context, app http.Handler, parts *serverParts) error {
	site := &operator.Site{Keeper: parts.models, App: app, BasePath: s.BasePath, Log: parts.log, Version: verb.Version(),
		Now: time.Now, People: parts.people.orders(), Roster: parts.roster}
	stopAdmin, err := s.serveAdmin(ctx, site, parts.log)
	if err != nil {
		return err
	}
	parts.closes(stopAdmin)
	parts.meet(ctx)
	parts.people.send(ctx, parts)
	parts.share(ctx, "scrub", func(ctx context.Context, _ uint64) { scrub(ctx, parts.models, s.Scrub, parts.log) })
	if keep := time.Duration(s.KeepDeleted); keep > 0 {
		parts.share(ctx, "purge", func(ctx context.Context, fence uint64) {
			var due dueKeeper = dueFile{s.Data, parts.log}
			if parts.shared.peers != nil {
				due = sharedDue{parts.shared.state, fence, parts.log}
			}
			purgeDeleted(ctx, parts.models, due, keep, parts.log)
		})
	}
	return nil
}

// configured adds the flags to a configuration.
func (s *Serve) configured(config handlers.Config) handlers.Config {
	config.BasePath, config.Hosts, config.Proxies, config.UserHeader = s.BasePath, s.Host, s.TrustedProxies, s.TrustedHeader
	config.GroupsHeader = s.GroupsHeader
	config.KeepDeleted, config.PrivateMetrics = time.Duration(s.KeepDeleted), s.Metrics == "admin"
	config.Quotas = handlers.Quotas{Models: s.ModelsPerHour, Imports: s.ImportsPerHour, Renders: s.RendersPerHour,
		Streams: s.StreamsPerAddress, Requests: s.RequestsPerHour}
	config.Version, config.Now = verb.Version(), time.Now
	return config
}

func logger(format, least string, output io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(least)); err != nil {
		level = slog.LevelInfo // unreachable: kong accepts only known levels
	}
	options := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(output, options))
	}
	return slog.New(slog.NewTextHandler(output, options))
}

func (s *Serve) listen(ctx context.Context) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", s.Listen)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("the port of %s is in use by another program: stop that program or choose another address with --listen", s.Listen)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen on %s: choose a port above 1023 with --listen", s.Listen)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w: give --listen an address of this machine and a port, such as 127.0.0.1:8080", s.Listen, err)
	}
	if _, port, err := net.SplitHostPort(s.Listen); err == nil && port == "0" { // the system has chosen one
		s.Listen = listener.Addr().String()
	}
	return listener, nil
}

// announce prints the line with the server's URL, for which a person or a
// script waits.
func (s *Serve) announce(console *verb.Console, listener net.Listener, people *peopleParts, log *slog.Logger) error {
	actual := address{Listen: listener.Addr().String(), BasePath: s.BasePath}
	url, err := actual.url("")
	if err != nil {
		return err
	}
	if people.first != "" {
		first, err := actual.url(people.first)
		if err != nil {
			return err
		}
		log.Warn("there is no admin yet: make the first one with this address, which works once within an hour, "+
			"or with widerow user add --admin NAME", "address", first)
	}
	if s.reachedByOthers(listener) && people.guard.Mode == identity.None {
		log.Warn("others reach this server, and nobody signs in: everyone who reaches it may read and change everything", "listen", s.Listen)
	}
	if !isLocal(listener) {
		if len(s.Host) == 0 {
			log.Info("browsers reach this server by its IP addresses and localhost; name it with --host to reach it by name")
		}
	}
	if err := console.Write([]byte("Widerow is at " + url + " and keeps its models in " + s.name() + "\n")); err != nil {
		log.Warn("the address of the server could not be shown", "address", url, "error", err) // a full disk of logs keeps nobody out
	}
	return nil
}

// serve answers requests until ctx is done and then waits for running ones.
func serve(ctx context.Context, app http.Handler, listener net.Listener, log *slog.Logger) error {
	requests, abort := context.WithCancelCause(context.WithoutCancel(ctx))
	defer abort(nil)
	server := &http.Server{
		BaseContext:       func(net.Listener) context.Context { return requests },
		Handler:           app,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping", "timeout", stopTimeout)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	// Saves that still wait for their turn are refused while there is time to
	// answer.
	defer time.AfterFunc(stopTimeout-answerTime, func() { abort(handlers.ErrStopping) }).Stop()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
		return fmt.Errorf("stop: some requests were aborted after %v: %w", stopTimeout, err)
	}
	log.Info("stopped")
	return nil
}

// closeAndLog logs the error of a deferred close.
func closeAndLog(log *slog.Logger, what string, close func() error) {
	if err := close(); err != nil {
		log.Error("close "+what, "error", err)
	}
}
