package cassandra

import (
	"bufio"
	"encoding/binary"
	"io"
	"maps"
	"net"
	"slices"
	"sync"
	"testing"

	"widerow/store/storetest"
)

// levelNames are the consistency levels of the protocol that a store uses.
var levelNames = map[uint16]string{4: "QUORUM", 6: "LOCAL_QUORUM", 8: "SERIAL", 9: "LOCAL_SERIAL"}

// levels records the consistency levels of the prepared statements that pass it.
type levels struct {
	mutex sync.Mutex
	found map[string]bool // "plain LEVEL" and "serial LEVEL"
}

func (l *levels) forget() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	clear(l.found)
}

// listen starts a relay to a node, and returns its address.
func (l *levels) listen(t *testing.T, node string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", node)
			if err != nil {
				client.Close()
				continue
			}
			go func() { _, _ = io.Copy(client, server); client.Close() }()
			go func() { l.relay(client, server); server.Close() }()
		}
	}()
	return listener.Addr().String()
}

// relay passes frames of protocol 4 from a client on, and notes the levels in those with the opcode EXECUTE.
func (l *levels) relay(client io.Reader, server io.Writer) {
	const headerLength, execute = 9, 0x0a
	frames := bufio.NewReader(client)
	for {
		header := make([]byte, headerLength)
		if _, err := io.ReadFull(frames, header); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(header[5:]))
		if _, err := io.ReadFull(frames, body); err != nil {
			return
		}
		if header[4] == execute {
			l.note(body)
		}
		if _, err := server.Write(append(header, body...)); err != nil {
			return
		}
	}
}

// note notes the levels of an EXECUTE: the id, the level, flags, values, and what the flags announce.
func (l *levels) note(body []byte) {
	take := func(count int) []byte {
		taken := body[:count]
		body = body[count:]
		return taken
	}
	short := func() int { return int(binary.BigEndian.Uint16(take(2))) }
	value := func() {
		if length := int32(binary.BigEndian.Uint32(take(4))); length > 0 {
			take(int(length))
		}
	}
	take(short())
	level := uint16(short())
	flags := take(1)[0]
	if flags&0x01 != 0 {
		for range short() {
			value()
		}
	}
	if flags&0x04 != 0 {
		take(4)
	}
	if flags&0x08 != 0 {
		value()
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.found["plain "+levelNames[level]] = true
	if flags&0x10 != 0 {
		l.found["serial "+levelNames[uint16(short())]] = true
	}
}

// TestLevels: what a store asks of Cassandra has the levels that its address names, and no others.
func TestLevels(t *testing.T) {
	address := emptyStore(t)
	for _, test := range []struct {
		local bool
		want  []string
	}{
		{false, []string{"plain QUORUM", "plain SERIAL", "serial SERIAL"}},
		{true, []string{"plain LOCAL_QUORUM", "plain LOCAL_SERIAL", "serial LOCAL_SERIAL"}},
	} {
		passed := &levels{found: map[string]bool{}}
		through := address
		through.Local = test.local
		through.Cluster.Hosts = []string{passed.listen(t, address.Cluster.Hosts[0])}
		s := openStore(t, through, storetest.Options())
		passed.forget() // what it has asked about the cluster
		first := storetest.First("quorum")
		if test.local {
			first = storetest.First("local")
		}
		if _, err := s.Create(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Save(t.Context(), storetest.Edit(first.Model, 1)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Head(t.Context(), first.Model); err != nil {
			t.Fatal(err)
		}
		if _, err := s.head(t.Context(), true, first.Model); err != nil { // after an unknown outcome
			t.Fatal(err)
		}
		passed.mutex.Lock()
		if got := slices.Sorted(maps.Keys(passed.found)); !slices.Equal(got, test.want) {
			t.Errorf("local %v: %q, want %q", test.local, got, test.want)
		}
		passed.mutex.Unlock()
	}
}
