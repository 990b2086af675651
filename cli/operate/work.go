package operate

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"widerow/cli/verb"
	"widerow/diagram/engine"
	"widerow/diagram/engine/process"
	"widerow/handlers"
	"widerow/handlers/connections/reach"
	"widerow/handlers/worker"
)

// Work is a child process that does jobs for another process of this binary. It has
// one command for each kind of job.
type Work struct {
	Drawing  drawingWork  `cmd:"" help:"Lay out diagrams."`
	Requests requestsWork `cmd:"" help:"Carry out large requests."`
	Clusters clustersWork `cmd:"" help:"Ask clusters."`
}

// AfterApply makes sure that the process ends with its parent, and not before.
func (Work) AfterApply() error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // a terminal and systemd send these to all processes
	go endWithoutParent(os.Getppid())
	return nil
}

// drawingWork lays out diagrams for an engine.Pool.
type drawingWork struct{}

func (drawingWork) Run(console *verb.Console) error {
	return engine.WorkerMain(console.Stdin, console.Stdout)
}

// requestsWork carries out large requests for a server. It has the flags of the
// server that its pages depend on.
type requestsWork struct {
	BasePath       string        `default:"/"`
	TrustedHeader  string        ``
	TrustedProxies []string      ``
	KeepDeleted    time.Duration ``
	Policy         verb.Policy   ``
	Connects       bool          ``
	LogFormat      string        `enum:"text,json" default:"text"`
	LogLevel       string        `default:"info"`
}

func (w requestsWork) Run(console *verb.Console) error {
	process.LowerPriority(workerNiceness)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // if memory runs out, this process ends and not the server
	w.Policy.SetHouse()
	log := logger(w.LogFormat, w.LogLevel, console.Stderr)
	return worker.Serve(console.Stdin, console.Stdout, func(server *worker.Link) (http.Handler, error) {
		return handlers.NewWorker(handlers.Config{
			Parent: server, BasePath: w.BasePath, UserHeader: w.TrustedHeader, Proxies: w.TrustedProxies, KeepDeleted: w.KeepDeleted, Connects: w.Connects,
			Processors: 1, Log: log, Version: verb.Version(), Now: time.Now,
		})
	})
}

// clustersWork asks clusters for a server.
type clustersWork struct{}

func (clustersWork) Run(console *verb.Console) error {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // if memory runs out, this process ends and not the server
	return reach.Serve(console.Stdin, console.Stdout)
}

// endWithoutParent ends the process if the server is gone, also during a request.
func endWithoutParent(parent int) {
	for range time.Tick(5 * time.Second) {
		if os.Getppid() != parent {
			os.Exit(1)
		}
	}
}

const (
	// workerNiceness lets requests of the server run first, and still leaves a worker a
	// quarter of a processor that other programs keep busy.
	workerNiceness = 5
	workerIdle     = time.Minute     // after it a worker's memory is given back
	workerLongest  = 2 * time.Minute // no page of a model takes as long
	leastWorker    = 64e6            // bytes of memory for a worker
)

// openWorkers returns workers for all that is carried out at the same time, which
// together take half of the memory.
func (s *Serve) openWorkers(memory int64, processors int, connects bool, stderr io.Writer) (*worker.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("start workers: %w", err)
	}
	size := handlers.LargeAtOnce(processors)
	each := max(int64(leastWorker), memory/2/int64(size))
	command := []string{self, process.Verb, worker.Work, "--base-path=" + s.BasePath, "--trusted-header=" + s.TrustedHeader,
		fmt.Sprint("--keep-deleted=", time.Duration(s.KeepDeleted)), "--log-format=" + s.LogFormat, "--log-level=" + s.LogLevel}
	if connects {
		command = append(command, "--connects")
	}
	if s.Policy.Source != "" {
		command = append(command, "--policy="+s.Policy.Source)
	}
	for _, proxy := range s.TrustedProxies {
		command = append(command, "--trusted-proxies="+proxy)
	}
	return worker.NewPool(worker.Options{Longest: workerLongest, Options: process.Options{
		Command: command, Env: []string{"GOGC=50"}, Stderr: stderr, Size: size, Memory: each, Idle: workerIdle,
	}}), nil
}
