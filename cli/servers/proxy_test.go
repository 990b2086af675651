package servers

import (
	"net"
	"sync"
	"testing"
	"time"
)

// proxy forwards the connections of one server to Cassandra, and drops, delays or stalls them on demand.
type proxy struct {
	listener net.Listener
	target   string

	mutex       sync.Mutex
	connections map[net.Conn]bool
	delay       time.Duration // of each piece of data
	freed       chan struct{} // closed when it is deaf no more
}

func startProxy(t testing.TB, target string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target, connections: map[net.Conn]bool{}}
	go p.accept()
	t.Cleanup(func() { listener.Close(); p.setDeaf(false); p.drop() })
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.join(client)
	}
}

func (p *proxy) join(client net.Conn) {
	there, err := net.DialTimeout("tcp", p.target, 5*time.Second)
	if err != nil {
		client.Close()
		return
	}
	p.mutex.Lock()
	p.connections[client], p.connections[there] = true, true
	p.mutex.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.pass(there, client) })
	both.Go(func() { p.pass(client, there) })
	both.Wait()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.connections, client)
	delete(p.connections, there)
}

// pass copies what one side sends to the other one.
func (p *proxy) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		p.wait()
		if n > 0 {
			if _, err := to.Write(piece[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *proxy) wait() {
	p.mutex.Lock()
	delay, freed := p.delay, p.freed
	p.mutex.Unlock()
	if freed != nil {
		<-freed
	}
	time.Sleep(delay)
}

// drop ends all connections, with what is under way in them.
func (p *proxy) drop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for connection := range p.connections {
		if reset, is := connection.(*net.TCPConn); is {
			_ = reset.SetLinger(0)
		}
		connection.Close()
	}
}

func (p *proxy) setDelay(delay time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.delay = delay
}

func (p *proxy) setDeaf(deaf bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch {
	case deaf && p.freed == nil:
		p.freed = make(chan struct{})
	case !deaf && p.freed != nil:
		close(p.freed)
		p.freed = nil
	}
}
