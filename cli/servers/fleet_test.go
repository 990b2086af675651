package servers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"widerow/cli/clitest"
	"widerow/cql/cassandratest"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/cassandra"
)

// fleet is some servers of one store, each with a proxy of its own before the nodes of Cassandra.
type fleet struct {
	t       testing.TB
	address cassandra.Address // of the store, without proxies
	servers []*server
}

// server is a process of the program.
type server struct {
	t         *testing.T
	listen    string
	arguments []string
	proxies   []*proxy
	ahead     time.Duration // by which its clock goes ahead

	mutex   sync.Mutex
	command *exec.Cmd
	ended   chan struct{}
	log     *lockedBuffer
}

// lockedBuffer is the log of a server, which a test reads while it is written.
type lockedBuffer struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

var storeOptions = store.Options{Apply: diff.Apply}

// initStore makes a store on nodes and returns its address.
func initStore(t *testing.T, nodes []string, keyspace, replicas string) cassandra.Address {
	t.Helper()
	address, err := cassandra.ParseAddress("cassandra://"+strings.Join(nodes, ",")+"/"+keyspace, nil)
	if err != nil {
		t.Fatal(err)
	}
	address.Cluster.Timeout, address.Cluster.ConnectTimeout = time.Minute, time.Minute
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Second) { // until all nodes know each other
		err = cassandra.Init(t.Context(), address, cassandra.Replication(replicas), cassandra.Options{Options: storeOptions}, func(string) {})
		if err == nil {
			return address
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// startFleet starts servers of a store.
func startFleet(t *testing.T, address cassandra.Address, nodes []string, keyspace string, count int, arguments ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, address: address}
	for number := range count {
		var proxies []*proxy
		var hosts []string
		for _, node := range nodes {
			p := startProxy(t, node)
			proxies, hosts = append(proxies, p), append(hosts, p.address())
		}
		at := "cassandra://" + strings.Join(hosts, ",") + "/" + keyspace
		f.servers = append(f.servers, &server{t: t, listen: freeAddress(t), proxies: proxies, ahead: apart[number%len(apart)],
			arguments: append([]string{"--store=" + at, "--scrub=0", "--log-level=warn"}, arguments...)})
	}
	for _, s := range f.servers {
		if err := s.start(); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// start starts the process and waits until it answers.
func (s *server) start() error {
	command := clitest.Process(s.t, time.Hour, append([]string{"--listen=" + s.listen}, s.arguments...)...)
	command.Dir = s.t.TempDir()
	if long() {
		setClock(s.t, command, s.ahead)
	}
	log := &lockedBuffer{}
	command.Stderr = log
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	line, err := bufio.NewReader(output).ReadString('\n')
	go func() { _ = command.Wait(); close(ended) }()
	if err != nil {
		<-ended
		return fmt.Errorf("widerow printed no address: %w\n%s", err, log)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.command, s.ended, s.log = command, ended, log
	s.t.Logf("%s", strings.TrimSpace(line))
	return nil
}

// restart starts the process until it answers: it does not while Cassandra is away.
func (s *server) restart(until time.Duration) {
	for deadline := time.Now().Add(until); ; time.Sleep(time.Second) {
		err := s.start()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			s.t.Errorf("the server does not start again: %v", err)
			return
		}
	}
}

// kill ends the process at once.
func (s *server) kill() { s.signal(syscall.SIGKILL) }

// signal ends the process by a signal.
func (s *server) signal(by os.Signal) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	_ = s.command.Process.Signal(by)
	<-s.ended
}

func (s *server) url(path string) string { return "http://" + s.listen + "/" + path }

// newModel creates an empty model and returns its id.
func (s *server) newModel(t testing.TB, name string) store.ModelID {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: time.Minute}
	response, err := client.PostForm(s.url("models"), url.Values{"name": {name}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, after, found := strings.Cut(response.Header.Get("Location"), "/m/")
	if !found {
		body, _ := io.ReadAll(response.Body)
		t.Fatalf("a new model: %s %.500s", response.Status, body)
	}
	id, _, _ := strings.Cut(after, "/")
	return store.ModelID(id)
}

// ownNode is a node that the test can stop for a while.
func ownNode(t *testing.T) *cassandratest.Node { return cassandratest.StartNode(t) }
