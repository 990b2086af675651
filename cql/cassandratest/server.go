package cassandratest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

const (
	startTimeout = 3 * time.Minute // 6 s on an idle machine with 2 cores
	stopTimeout  = 20 * time.Second
)

// server is one running Cassandra with a folder of its own.
type server struct {
	version string
	folder  string
	process *os.Process
	exited  chan struct{} // closed when the process has ended
	output  *tail
	ports   ports
	place   place
	// authority signed the server's certificate; nil without TLS.
	authority *Authority
}

// ports are free ones of the loopback address.
type ports struct{ storage, native, jmx int }

// start starts a server, or uses the one of Version on the loopback port that
// WIDEROW_CASSANDRA_PORT names.
func start(version string) (*server, error) {
	if port := os.Getenv("WIDEROW_CASSANDRA_PORT"); port != "" && version == Version() {
		number, err := strconv.Atoi(port)
		return &server{ports: ports{native: number}, place: alone}, err
	}
	classes, err := fetchLibrary(version)
	if err != nil {
		return nil, err
	}
	parent := parentFolder()
	removeAbandoned(parent)
	return startIn(parent, classes, version)
}

// startIn starts a server, again if it ends while starting.
func startIn(parent, classes, version string) (*server, error) {
	var failures []error
	for range launches {
		server, err := launchIn(parent, classes, version)
		if err == nil {
			return server, nil
		}
		if failures = append(failures, err); !errors.Is(err, errEnded) {
			break
		}
	}
	return nil, errors.Join(failures...)
}

// launches is the number of attempts to start a server. Another process can take a
// free port before the server does.
const launches = 3

var errEnded = errors.New("the server ended while starting")

// launchIn starts a server in a new folder, which it removes if it fails.
func launchIn(parent, classes, version string) (*server, error) {
	return launchServer(parent, classes, version, alone, nil)
}

// launchServer starts a server at a place, on the given ports or on free ones.
func launchServer(parent, classes, version string, at place, ports *ports) (*server, error) {
	folder, err := os.MkdirTemp(parent, fmt.Sprintf("%s%d-", folderPrefix, os.Getpid()))
	if err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	server := &server{version: version, folder: folder, exited: make(chan struct{}), output: &tail{}, place: at}
	if ports == nil {
		free, err := freePorts()
		if err != nil {
			return nil, err
		}
		ports = &free
	}
	server.ports = *ports
	if err := server.launch(classes); err != nil {
		server.stop()
		return nil, err
	}
	return server, nil
}

// folderPrefix is followed by the number of the process that made the folder.
const folderPrefix = "widerow-cassandra-"

// removeAbandoned removes the folders of test runs that were killed.
func removeAbandoned(parent string) {
	folders, _ := filepath.Glob(filepath.Join(parent, folderPrefix+"*"))
	for _, folder := range folders {
		number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), folderPrefix), "-")
		id, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		if process, err := os.FindProcess(id); err != nil || errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			os.RemoveAll(folder)
		}
	}
}

func (s *server) launch(classes string) error {
	encryption := ""
	if strings.HasSuffix(s.version, withTLS) {
		var err error
		if encryption, err = s.encryption(); err != nil {
			return err
		}
	}
	if err := writeConfiguration(s.folder, s.version, encryption, s.place, s.ports); err != nil {
		return err
	}
	command := exec.Command(javaOf(s.version), javaArguments(s.folder, classes, s.place, s.ports)...)
	command.Dir = s.folder
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	command.Stderr = command.Stdout
	endWithParent(command)
	if err := s.run(command); err != nil {
		return fmt.Errorf("start java: %w", err)
	}
	return s.await(output)
}

// run starts the process from a thread that lives as long as the process: the
// kernel ends the child of a thread when the thread ends (endWithParent).
func (s *server) run(command *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		if err == nil {
			s.process = command.Process
		}
		started <- err
		if err == nil {
			s.process.Wait()
			close(s.exited)
		}
	}()
	return <-started
}

// await reads the server's log until the server accepts connections, and continues
// reading, since a full pipe would block the server.
func (s *server) await(log io.Reader) error {
	up, read := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(read)
		lines := bufio.NewScanner(log)
		lines.Buffer(nil, 1<<20)
		var once sync.Once
		for lines.Scan() {
			s.output.add(lines.Text())
			if strings.Contains(lines.Text(), "Startup complete") {
				once.Do(func() { close(up) })
			}
		}
		io.Copy(io.Discard, log) // after a line that is too long
	}()
	select {
	case <-up:
		return nil
	case <-s.exited:
		select {
		case <-read:
		case <-time.After(time.Second): // a child process holds the pipe open
		}
		return fmt.Errorf("%w; %s", errEnded, s.output)
	case <-time.After(startTimeout):
		return fmt.Errorf("the server is not up after %v; %s", startTimeout, s.output)
	}
}

// stop ends the process and removes its folder.
func (s *server) stop() {
	if s.process != nil {
		s.process.Signal(syscall.SIGTERM)
		select {
		case <-s.exited:
		case <-time.After(stopTimeout):
			s.process.Kill()
			<-s.exited
		}
	}
	os.RemoveAll(s.folder)
}

// address returns where clients connect.
func (s *server) address() string {
	return net.JoinHostPort(s.place.address, strconv.Itoa(s.ports.native))
}

func (s *server) connect() (*gocql.Session, error) {
	cluster := gocql.NewCluster(s.place.address)
	cluster.Port = s.ports.native
	cluster.Timeout = time.Minute
	cluster.ConnectTimeout = 20 * time.Second
	cluster.DisableInitialHostLookup = true
	cluster.Consistency = gocql.One
	// The driver would read the whole schema after each change of it.
	cluster.Events.DisableSchemaEvents = true
	cluster.Metadata.CacheMode = gocql.Disabled
	cluster.Logger = gocql.NewLogger(gocql.LogLevelNone)
	session, err := cluster.CreateSession()
	if err != nil {
		return nil, fmt.Errorf("connect to Cassandra: %w", err)
	}
	return session, nil
}

// freePorts asks the system for ports that nobody uses at the moment.
func freePorts() (ports, error) {
	var numbers [3]int
	for i := range numbers {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return ports{}, fmt.Errorf("find a free port: %w", err)
		}
		defer listener.Close()
		address, ok := listener.Addr().(*net.TCPAddr)
		if !ok {
			return ports{}, errors.New("find a free port: no TCP address")
		}
		numbers[i] = address.Port
	}
	return ports{storage: numbers[0], native: numbers[1], jmx: numbers[2]}, nil
}

// tail keeps the last lines of a log, and its first errors, since what follows an
// error can be long.
type tail struct {
	mutex             sync.Mutex
	lines, complaints []string
}

const (
	tailLines      = 40
	complaintLines = 20
)

// complaints matches log lines, by their level or as the beginning of an exception,
// that explain why a server ended.
var complaints = regexp.MustCompile(`\b(ERROR|WARN|Exception|OutOfMemoryError|Killed)\b|^(Error|Exception|Caused by)`)

func (t *tail) add(line string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.complaints) < complaintLines && complaints.MatchString(line) {
		t.complaints = append(t.complaints, line)
	}
	t.lines = append(t.lines, line)
	if len(t.lines) > tailLines {
		t.lines = t.lines[1:]
	}
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return fmt.Sprintf("its first complaints:\n%s\nits last lines:\n%s", strings.Join(t.complaints, "\n"), strings.Join(t.lines, "\n"))
}

// fileURL returns the URL of a file in the form that the JVM requires.
func fileURL(path string) string { return "file://" + filepath.ToSlash(path) }
