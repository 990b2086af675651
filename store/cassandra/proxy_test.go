package cassandra

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// proxy is between a store and Cassandra, and breaks what passes.
type proxy struct {
	listener net.Listener
	target   string

	mutex  sync.Mutex
	opened map[net.Conn]bool
	stalls chan struct{} // closed when nothing stalls
	// cut is the chance that a connection ends when the server answers: the request was carried out, and
	// nobody learns of it.
	cut   float64
	delay time.Duration
	cuts  int
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target, opened: map[net.Conn]bool{}, stalls: make(chan struct{})}
	close(p.stalls)
	go p.accept()
	t.Cleanup(func() {
		listener.Close()
		p.drop()
	})
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		p.mutex.Lock()
		p.opened[client], p.opened[server] = true, true
		p.mutex.Unlock()
		go p.pass(client, server, false)
		go p.pass(server, client, true)
	}
}

// pass copies from one side to the other. Answers can be cut.
func (p *proxy) pass(from, to net.Conn, answers bool) {
	defer p.end(from, to)
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		p.mutex.Lock()
		stalls, delay := p.stalls, p.delay
		isCut := answers && rand.Float64() < p.cut
		if isCut {
			p.cuts++
		}
		p.mutex.Unlock()
		<-stalls
		time.Sleep(delay)
		if isCut {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) end(connections ...io.Closer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, connection := range connections {
		connection.Close()
		delete(p.opened, connection.(net.Conn))
	}
}

// drop ends all connections.
func (p *proxy) drop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for connection := range p.opened {
		connection.Close()
	}
}

// stall holds back everything, as a server that does not run, for a while.
func (p *proxy) stall(length time.Duration) {
	stalls := make(chan struct{})
	p.mutex.Lock()
	p.stalls = stalls
	p.mutex.Unlock()
	time.Sleep(length)
	close(stalls)
}

// breaks sets the chance of cuts and the delay of everything.
func (p *proxy) breaks(cut float64, delay time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.cut, p.delay = cut, delay
}
