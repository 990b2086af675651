package cluster_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/store/cluster"
)

// names is a server of names that answers each question about a host with the next of its addresses, and the last one for ever.
type names struct {
	mutex sync.Mutex
	hosts map[string][]string // each with the dots of its name as the protocol has them: \x02db\x07example
	asked map[string]int
}

// answer returns the answer to a question for an address of IPv4, and one without addresses to others.
func (n *names) answer(question []byte) []byte {
	const header, quadA = 12, 1
	end := header + bytes.IndexByte(question[header:], 0)
	name, kind := string(question[header:end]), binary.BigEndian.Uint16(question[end+1:])
	answer := append([]byte{question[0], question[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question[header:end+5]...)
	n.mutex.Lock()
	defer n.mutex.Unlock()
	addresses := n.hosts[name]
	if kind != quadA || len(addresses) == 0 {
		return answer
	}
	address := addresses[min(n.asked[name], len(addresses)-1)]
	n.asked[name]++
	answer[7] = 1 // one record, about the name of the question, for no time
	answer = append(answer, 0xC0, header, 0, quadA, 0, 1, 0, 0, 0, 0, 0, 4)
	return append(answer, net.ParseIP(address).To4()...)
}

// resolveBy lets all lookups of the test ask a server of names.
func resolveBy(t *testing.T, n *names) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			question := make([]byte, 512)
			length, from, err := server.ReadFrom(question)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(n.answer(question[:length]), from)
		}
	}()
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() { net.DefaultResolver = before; server.Close() })
}

// dotted is a name as the protocol has it.
func dotted(name string) string {
	var text strings.Builder
	for part := range strings.SplitSeq(name, ".") {
		text.WriteByte(byte(len(part)))
		text.WriteString(part)
	}
	return text.String()
}

// TestRebinding: a name that resolves to an allowed address at first and to another one a moment later leads to no other one,
// whether the list has addresses or the name itself.
func TestRebinding(t *testing.T) {
	forbidden := listen(t) // on 127.0.0.1
	var reached sync.WaitGroup
	dialled := make(chan struct{}, 10)
	reached.Go(func() {
		for {
			connection, err := forbidden.Accept()
			if err != nil {
				return
			}
			dialled <- struct{}{}
			connection.Close()
		}
	})
	_, port, _ := net.SplitHostPort(forbidden.Addr().String())
	allowed, err := net.Listen("tcp", "127.0.0.2:"+port)
	if err != nil {
		t.Skip("only Linux answers at 127.0.0.2")
	}
	defer allowed.Close()
	go func() {
		for {
			connection, err := allowed.Accept()
			if err != nil {
				return
			}
			connection.Close() // no Cassandra, but reached
		}
	}()
	resolveBy(t, &names{asked: map[string]int{}, hosts: map[string][]string{
		dotted("changes.example"): {"127.0.0.2", "127.0.0.1"}, // allowed, then not
		dotted("named.example"):   {"127.0.0.1", "127.0.0.2"}, // the driver gets one, the list another one
	}})
	try := func(host, list string) error {
		session, err := cluster.Open(t.Context(), cluster.Options{Hosts: []string{host + ":" + port}, Dial: dialList(t, list), ConnectTimeout: 5 * time.Second})
		if err == nil {
			session.Close()
		}
		return err
	}
	if err := try("changes.example", "127.0.0.2"); !errors.Is(err, cluster.ErrUnreachable) || errors.Is(err, cluster.ErrNotAllowed) {
		t.Errorf("while the name leads to an allowed address: %v", err)
	}
	for range 3 {
		if err := try("changes.example", "127.0.0.2"); !errors.Is(err, cluster.ErrNotAllowed) {
			t.Errorf("once the name leads elsewhere: %v", err)
		}
	}
	if err := try("named.example", "named.example"); !errors.Is(err, cluster.ErrNotAllowed) {
		t.Errorf("a name that changes between the lookup and the check: %v", err)
	}
	select {
	case <-dialled:
		t.Error("the forbidden address was dialled")
	default:
	}
	forbidden.Close()
	reached.Wait()
}
