package cluster

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

var hostileFrames = flag.Int("cluster.frames", 10_000, "how many hostile frames a client receives")

// frameWriter writes the body of a frame.
type frameWriter []byte

func (w *frameWriter) int(n int)       { *w = binary.BigEndian.AppendUint32(*w, uint32(n)) }
func (w *frameWriter) short(n int)     { *w = binary.BigEndian.AppendUint16(*w, uint16(n)) }
func (w *frameWriter) string(s string) { w.short(len(s)); *w = append(*w, s...) }
func (w *frameWriter) bytes(b []byte) {
	if b == nil {
		w.int(-1)
		return
	}
	w.int(len(b))
	*w = append(*w, b...)
}

// rowsBody returns a result with rows. types are the types of the columns, already encoded.
func rowsBody(names []string, types [][]byte, rows ...[][]byte) []byte {
	var w frameWriter
	w.int(resultRows)
	w.int(columnsShareTable)
	w.int(len(names))
	w.string("ks")
	w.string("t")
	for i, name := range names {
		w.string(name)
		w = append(w, types[i]...)
	}
	w.int(len(rows))
	for _, row := range rows {
		for _, value := range row {
			w.bytes(value)
		}
	}
	return w
}

func typeBytes(codes ...gocql.Type) []byte {
	var w frameWriter
	for _, code := range codes {
		w.short(int(code))
	}
	return w
}

// fake is a server that answers the questions of the driver, and everything else with what
// answer returns: whole frames, for the stream of the question.
type fake struct {
	net.Listener
	answer func(stream uint16) []byte
	asked  atomic.Int64
}

func newFake(t *testing.T, answer func(stream uint16) []byte) *fake {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{Listener: listener, answer: answer}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(connection)
		}
	}()
	return f
}

func (f *fake) serve(connection net.Conn) {
	defer connection.Close()
	for {
		var head [headLength]byte
		if _, err := io.ReadFull(connection, head[:]); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head[5:]))
		if _, err := io.ReadFull(connection, body); err != nil {
			return
		}
		stream := binary.BigEndian.Uint16(head[2:])
		var reply []byte
		switch head[4] {
		case opOptions:
			reply = framed(stream, opSupported, []byte{0, 0})
		case opStartup:
			reply = framed(stream, opReady, nil)
		case opPrepare: // the text is its own identifier, so that EXECUTE has it
			var w frameWriter
			w.int(resultPrepared)
			w.string(string(body[4:]))
			for _, n := range []int{0, 0, 0, columnsLeftOut, 0} {
				w.int(n)
			}
			reply = framed(stream, opResult, w)
		case opQuery, opExecute:
			reply = f.reply(stream, string(body))
		}
		if _, err := connection.Write(reply); err != nil {
			return
		}
	}
}

// reply answers what the driver asks about the node.
func (f *fake) reply(stream uint16, question string) []byte {
	text := typeBytes(gocql.TypeVarchar)
	switch {
	case strings.Contains(question, "system.local"):
		return framed(stream, opResult, rowsBody([]string{"key", "host_id", "data_center", "rack", "release_version"},
			[][]byte{text, typeBytes(gocql.TypeUUID), text, text, text},
			[][]byte{[]byte("local"), []byte("0123456789abcdef"), []byte("dc"), []byte("r"), []byte("5.0.9")}))
	case strings.Contains(question, "system.peers"), strings.Contains(question, "system_schema.keyspaces"):
		return framed(stream, opResult, rowsBody([]string{"peer"}, [][]byte{typeBytes(gocql.TypeInet)}))
	}
	f.asked.Add(1)
	return f.answer(stream)
}

func framed(stream uint16, operation byte, body []byte) []byte {
	head := []byte{0x80 | protocolVersion, 0, byte(stream >> 8), byte(stream), operation}
	return append(binary.BigEndian.AppendUint32(head, uint32(len(body))), body...)
}

// openFake connects to a fake.
func openFake(t *testing.T, f *fake, timeout time.Duration) *Session {
	t.Helper()
	session, err := Open(t.Context(), Options{Hosts: []string{f.Addr().String()}, Timeout: timeout, ConnectTimeout: time.Minute, Limits: Limits{Bytes: 4 * mebibyte}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

// hostile returns a frame that is wrong in one way or another, or that holds what the type
// of its columns does not.
func hostile(random *rand.Rand, stream uint16) []byte {
	good := rowsBody([]string{"a", "b", "c", "d", "e"},
		[][]byte{typeBytes(gocql.TypeInt), typeBytes(gocql.TypeMap, gocql.TypeVarchar, gocql.TypeList, gocql.TypeInt), typeBytes(gocql.TypeDuration),
			append(typeBytes(gocql.TypeTuple), 0, 2, 0, byte(gocql.TypeDecimal), 0, byte(gocql.TypeInet)), classBytes("VectorType(" + marshalPackage + "FloatType , 3)")},
		[][]byte{{0, 0, 0, 1}, {0, 0, 0, 1, 0, 0, 0, 1, 'k', 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 7}, {2, 4, 6}, {0, 0, 0, 6, 0, 0, 0, 2, 1, 1, 255, 255, 255, 255}, make([]byte, 12)},
		[][]byte{nil, nil, nil, nil, nil})
	body := append([]byte(nil), good...)
	frame := func() []byte { return framed(stream, opResult, body) }
	switch random.IntN(9) {
	case 0: // truncated, and honest about it
		body = body[:random.IntN(len(body))]
	case 1: // a length that lies
		lies := []uint32{0, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 16, uint32(random.Uint32())}
		binary.BigEndian.PutUint32(body[random.IntN(len(body)-4):], lies[random.IntN(len(lies))])
	case 2: // single bytes
		for range 1 + random.IntN(8) {
			body[random.IntN(len(body))] = byte(random.Uint32())
		}
	case 3: // another operation, version, flags or stream
		f := frame()
		f[[]int{0, 1, 2, 3, 4}[random.IntN(5)]] = byte(random.Uint32())
		return f
	case 4: // rows without an end, or without columns
		var w frameWriter
		w.int(resultRows)
		w.int(columnsShareTable | columnsMorePages*random.IntN(2))
		w.int(random.IntN(2) * 0x7fffffff)
		w.string("k")
		w.string("t")
		w.int(0x7fffffff)
		body = w
	case 5: // a type in a type in a type
		var w frameWriter
		w.int(resultRows)
		w.int(0)
		w.int(1)
		for range 3 {
			w.string("x")
		}
		for range 5000 {
			w.short(int(gocql.TypeList))
		}
		body = w
	case 6: // a class in a class in a class
		body = rowsBody([]string{"x"}, [][]byte{classBytes(strings.Repeat("ListType(", random.IntN(7000)))}, [][]byte{{1}})
	case 7: // more than is read, or announced and never sent
		f := frame()
		binary.BigEndian.PutUint32(f[5:], []uint32{5 << 20, 255 << 20, 0x7fffffff, 0xffffffff}[random.IntN(4)])
		return f
	case 8: // an error with nonsense behind it
		var w frameWriter
		w.int([]int{gocql.ErrCodeUnavailable, gocql.ErrCodeReadFailure, gocql.ErrCodeWriteFailure, gocql.ErrCodeUnprepared, gocql.ErrCodeAlreadyExists,
			gocql.ErrCodeFunctionFailure, gocql.ErrCodeCASWriteUnknown, gocql.ErrCodeServer}[random.IntN(8)])
		w.string("no")
		for range random.IntN(20) {
			w = append(w, byte(random.Uint32()))
		}
		return framed(stream, opError, w)
	}
	return frame()
}

func classBytes(class string) []byte {
	var w frameWriter
	w.short(int(gocql.TypeCustom))
	w.string(marshalPackage + class)
	return w
}

// TestHostileFrames runs statements against a server whose answers are wrong. The client
// answers each with a result or an error, and takes no more memory than its limits.
func TestHostileFrames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	var mutex sync.Mutex // connections overlap when one is lost
	server := newFake(t, func(stream uint16) []byte {
		mutex.Lock()
		defer mutex.Unlock()
		return hostile(random, stream)
	})
	session := openFake(t, server, time.Minute)
	var peak uint64
	const most = 128 * mebibyte
	kinds := map[string]int{}
	for number := range *hostileFrames {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, err := session.Run(ctx, Statement{Text: "LIST ROLES"})
		if ctx.Err() != nil {
			t.Fatalf("frame %d: no answer within a minute: %v", number, err)
		}
		cancel()
		if kindName(err) == "lost" {
			t.Errorf("frame %d: %v", number, err)
		}
		kinds[kindName(err)]++
		if number%200 == 0 {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			peak = max(peak, memory.HeapAlloc)
		}
	}
	if peak > most {
		t.Errorf("the client takes %d MiB", peak/mebibyte)
	}
	if asked := server.asked.Load(); asked < int64(*hostileFrames) || kinds["protocol"] == 0 || kinds["too large"] == 0 || kinds["refusal"] == 0 || kinds["result"] == 0 {
		t.Errorf("%d questions, answers %v", asked, kinds)
	}
	t.Logf("answers %v, at most %d MiB", kinds, peak/mebibyte)
}

func kindName(err error) string {
	var refusal *Refusal
	switch {
	case err == nil:
		return "result"
	case errors.As(err, &refusal):
		return "refusal"
	case errors.Is(err, ErrProtocol):
		return "protocol"
	case errors.Is(err, ErrTooLarge):
		return "too large"
	}
	return "lost"
}

// TestSlowServer checks that a server which stops in the middle of a frame, or never sends
// one, costs its time limit and no more.
func TestSlowServer(t *testing.T) {
	for name, part := range map[string]int{"nothing": 0, "half a head": 5, "half a body": 20} {
		t.Run(name, func(t *testing.T) {
			server := newFake(t, func(stream uint16) []byte {
				return framed(stream, opResult, rowsBody([]string{"x"}, [][]byte{typeBytes(gocql.TypeInt)}))[:part]
			})
			session := openFake(t, server, 100*time.Millisecond)
			if _, err := session.Run(t.Context(), Statement{Text: "LIST ROLES"}); err == nil {
				t.Error("there is a result")
			}
		})
	}
}

// TestEndlessPages checks that what the client reads for itself has an end.
func TestEndlessPages(t *testing.T) {
	server := newFake(t, func(stream uint16) []byte {
		var w frameWriter
		w.int(resultRows)
		w.int(columnsShareTable | columnsMorePages)
		w.int(1)
		w.bytes([]byte("state"))
		w.string("k")
		w.string("t")
		w.string("x")
		w.short(int(gocql.TypeVarchar))
		w.int(1)
		w.bytes(make([]byte, mebibyte/2))
		return framed(stream, opResult, w)
	})
	session := openFake(t, server, time.Minute)
	if _, err := session.rows(t.Context(), "LIST ROLES"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("pages without an end: %v", err)
	}
}
