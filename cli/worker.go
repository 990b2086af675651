package cli

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"widerow/diagram/engine"
	"widerow/handlers"
	"widerow/handlers/worker"
)

// workerVerb is the hidden command of a child process of the server.
const workerVerb = "__work"

// workerCommand carries out large requests for a server. It has the flags of the
// server that its pages depend on.
type workerCommand struct {
	BasePath       string        `default:"/"`
	TrustedHeader  string        ``
	TrustedProxies []string      ``
	KeepDeleted    time.Duration ``
	Policy         policyFlag    ``
	LogFormat      string        `enum:"text,json" default:"text"`
	LogLevel       string        `default:"info"`
}

func (w workerCommand) Run(console *console) error {
	// A terminal and systemd send these to all processes. The server ends this one,
	// once its request is answered.
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	go endWithoutParent(os.Getppid())
	engine.LowerPriority(workerNiceness)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // if memory runs out, this process ends and not the server
	w.Policy.setHouse()
	log := logger(w.LogFormat, w.LogLevel, console.stderr)
	return worker.Serve(console.stdin, console.stdout, func(server *worker.Link) (http.Handler, error) {
		return handlers.NewWorker(handlers.Config{
			Parent: server, BasePath: w.BasePath, UserHeader: w.TrustedHeader, Proxies: w.TrustedProxies, KeepDeleted: w.KeepDeleted,
			Processors: 1, Log: log, Version: Version(), Now: time.Now,
		})
	})
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
func (s *serveCommand) openWorkers(memory int64, processors int, stderr io.Writer) (*worker.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("start workers: %w", err)
	}
	size := handlers.LargeAtOnce(processors)
	each := max(int64(leastWorker), memory/2/int64(size))
	env := []string{"GOMAXPROCS=1", "GOGC=50", "GOMEMLIMIT=" + strconv.FormatInt(each, 10)}
	if root := os.Getenv("SYSTEMROOT"); root != "" {
		env = append(env, "SYSTEMROOT="+root) // required on Windows
	}
	command := []string{self, workerVerb, "--base-path=" + s.BasePath, "--trusted-header=" + s.TrustedHeader,
		fmt.Sprint("--keep-deleted=", time.Duration(s.KeepDeleted)), "--log-format=" + s.LogFormat, "--log-level=" + s.LogLevel}
	if s.Policy.source != "" {
		command = append(command, "--policy="+s.Policy.source)
	}
	for _, proxy := range s.TrustedProxies {
		command = append(command, "--trusted-proxies="+proxy)
	}
	return worker.NewPool(worker.Options{Command: command, Env: env, Stderr: stderr, Size: size, Idle: workerIdle, Longest: workerLongest}), nil
}
