package cli_test

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"testing"

	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// A server that is hostile costs a job of a child process, and neither the child's memory nor
// the app. The kind of the error survives the way out of the child.
func TestHostileClusterInAChild(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pool := reach.NewPool(program, slog.New(slog.DiscardHandler))
	defer pool.Close()
	for name, test := range map[string]struct {
		answer []byte
		repeat int
		kind   error
	}{
		"noise":             {[]byte("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"), 1, cluster.ErrProtocol},
		"two gigabytes":     {[]byte{0x84, 0, 0, 1, 6, 0x7f, 0xff, 0xff, 0xff}, 1, cluster.ErrTooLarge},
		"an endless answer": {make([]byte, 1<<20), 64, cluster.ErrProtocol},
		"a short trace":     {[]byte{0x84, 2, 0, 1, 6, 0, 0, 0, 1, 0}, 1, cluster.ErrProtocol},
		"an unasked event":  {[]byte{0x84, 0, 0xff, 0xff, 0x0c, 0, 0, 0, 2, 0xff, 0xff}, 1, cluster.ErrProtocol},
	} {
		t.Run(name, func(t *testing.T) {
			job := reach.Job{Server: true, Target: reach.Target{Hosts: []string{answering(t, test.answer, test.repeat)}, Allowed: "127.0.0.0/8"}}
			if answer, err := pool.Do(t.Context(), job); !errors.Is(err, test.kind) {
				t.Errorf("answer %+v, error %v, want %v", answer, err, test.kind)
			}
		})
	}
}

// answering returns the address of a server that answers the first request of a connection.
func answering(t *testing.T, answer []byte, repeat int) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer connection.Close()
				head := make([]byte, 9)
				if _, err := io.ReadFull(connection, head); err != nil {
					return
				}
				answer := slices.Clone(answer)
				if len(answer) > 3 && answer[0] == 0x84 && answer[2] != 0xff {
					copy(answer[2:4], head[2:4]) // the stream of the request
				}
				for range repeat {
					if _, err := connection.Write(answer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String()
}
