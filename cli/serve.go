package cli

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
	"syscall"
	"time"

	"widerow/diagram/graph"
	"widerow/handlers"
	"widerow/model"
	"widerow/store"
)

// serveCommand runs the web app.
type serveCommand struct {
	address
	Data      string `help:"Data file for the models." default:"./widerow.db" env:"WIDEROW_DATA" placeholder:"FILE"`
	LogFormat string `help:"Format of the log on standard error: text or json." enum:"text,json" default:"text" env:"WIDEROW_LOG_FORMAT"`
	LogLevel  string `help:"Minimum level to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"WIDEROW_LOG_LEVEL"`
}

// stopTimeout is how long running requests may take after SIGTERM.
const stopTimeout = 10 * time.Second

func (s *serveCommand) Run(console *console) error {
	ctx, release := signal.NotifyContext(console, syscall.SIGTERM, os.Interrupt)
	defer release()
	log := s.logger(console.stderr)

	// Listen first, so that a second server started by mistake does not touch
	// the data.
	listener, err := s.listen(ctx)
	if err != nil {
		return err
	}
	defer listener.Close()
	models, err := openStore(s.Data)
	if err != nil {
		return err
	}
	defer closeAndLog(log, "store", models.Close)
	engine, err := openEngine(s.Data+".cache", log)
	if err != nil {
		return err
	}
	defer closeAndLog(log, "layout engine", engine.Close)

	app, err := s.app(models, engine, log)
	if err != nil {
		return err
	}
	if err := s.announce(console, listener, log); err != nil {
		return err
	}
	context.AfterFunc(ctx, release) // a second signal ends the process at once
	return serve(ctx, app, listener, log)
}

func (s *serveCommand) app(models store.Store, engine graph.Layouter, log *slog.Logger) (http.Handler, error) {
	app, err := handlers.New(handlers.Config{
		Store: models, Layouter: engine, BasePath: s.BasePath,
		Log: log, Version: Version(), Now: time.Now, IDs: model.RandomIDs(),
	})
	if err != nil {
		return nil, fmt.Errorf("start the app: %w", err)
	}
	return app, nil
}

func (s *serveCommand) logger(output io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		level = slog.LevelInfo // unreachable: kong accepts only known levels
	}
	options := &slog.HandlerOptions{Level: level}
	if s.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(output, options))
	}
	return slog.New(slog.NewTextHandler(output, options))
}

func (s *serveCommand) listen(ctx context.Context) (net.Listener, error) {
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
	return listener, nil
}

// announce prints the line with the server's URL, for which a person or a
// script waits.
func (s *serveCommand) announce(console *console, listener net.Listener, log *slog.Logger) error {
	actual := address{Listen: listener.Addr().String(), BasePath: s.BasePath}
	url, err := actual.url("")
	if err != nil {
		return err
	}
	if !isLocal(listener) {
		log.Warn("other machines can reach this address, and there is no sign-in: put an authenticating proxy in front of it", "listen", s.Listen)
	}
	return console.write([]byte("Widerow is at " + url + " and keeps its models in " + s.Data + "\n"))
}

// serve answers requests until ctx is done and then waits for running ones.
func serve(ctx context.Context, app http.Handler, listener net.Listener, log *slog.Logger) error {
	server := &http.Server{
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
