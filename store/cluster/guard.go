package cluster

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// protocolVersion is the version of the native protocol. All databases speak it. Later
// ones wrap frames into segments, which would hide them from the guard.
const protocolVersion = 4

// guard is a connection that passes a frame of the server on to the driver only once
// the whole frame has arrived and its lengths fit. The driver trusts what a server
// sends: a wrong length can end the program, or take gigabytes of memory.
type guard struct {
	net.Conn
	limits   Limits
	patience time.Duration // for the rest of a frame that has begun

	sent requests
	// ready is the part of a checked frame that the driver has not read yet.
	ready []byte
	// unprepared counts answers in a row that ask to prepare a statement again.
	unprepared int
	failed     error
	onLoss     func(error)
	onClose    func()
	once       sync.Once
}

func newGuard(connection net.Conn, options Options) *guard {
	return &guard{Conn: connection, limits: options.Limits, patience: options.Timeout, onLoss: func(error) {}, onClose: func() {},
		sent: requests{operations: map[int16]byte{}}}
}

// Close closes the connection.
func (g *guard) Close() error {
	g.once.Do(g.onClose)
	return g.Conn.Close()
}

// Write notes the requests in p, which end the choice of the answers, and sends them.
func (g *guard) Write(p []byte) (int, error) {
	g.sent.note(p)
	return g.Conn.Write(p)
}

// Read returns checked frames. After a frame that does not fit, the connection is of no
// use any more: nobody knows where the next frame begins.
func (g *guard) Read(p []byte) (int, error) {
	if g.failed != nil {
		return 0, g.failed
	}
	if len(g.ready) == 0 {
		frame, err := g.frame()
		if err != nil {
			g.failed = err
			g.onLoss(err)
			g.Conn.Close()
			return 0, err
		}
		g.ready = frame
	}
	n := copy(p, g.ready)
	if g.ready = g.ready[n:]; len(g.ready) == 0 {
		g.ready = nil
	}
	return n, nil
}

const headLength = 9

// frame reads and checks a whole frame.
func (g *guard) frame() ([]byte, error) {
	var head [headLength]byte
	if _, err := io.ReadFull(g.Conn, head[:]); err != nil {
		return nil, err
	}
	size := int64(binary.BigEndian.Uint32(head[5:]))
	if head[0]&0x7f != protocolVersion || head[0]&0x80 == 0 {
		return nil, fmt.Errorf("%w: the server answers in version %d of the native protocol, Widerow speaks %d: is this the port for CQL?",
			ErrProtocol, head[0]&0x7f, protocolVersion)
	}
	if size > int64(g.limits.Bytes) {
		return nil, fmt.Errorf("%w: the server sends an answer of %d MB, and %d MB are read: ask for fewer rows at once, or for fewer columns",
			ErrTooLarge, size/1e6, g.limits.Bytes/1e6)
	}
	g.Conn.SetReadDeadline(time.Now().Add(g.patience))
	body, err := readGrowing(g.Conn, int(size))
	if err != nil {
		return nil, err
	}
	g.Conn.SetReadDeadline(time.Time{})
	if err := g.check(head, body); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	return append(head[:], body...), nil
}

// readGrowing reads size bytes into memory that grows as they arrive, so that a server
// that only announces them takes none.
func readGrowing(from io.Reader, size int) ([]byte, error) {
	const step = 64 << 10
	body := make([]byte, 0, min(size, step))
	for len(body) < size {
		if len(body) == cap(body) {
			body = append(body, make([]byte, min(len(body), size-len(body)))...)[:len(body)]
		}
		n, err := io.ReadFull(from, body[len(body):min(cap(body), size)])
		body = body[:len(body)+n]
		if err != nil {
			return nil, err
		}
	}
	return body, nil
}

// requests remember which request is on which stream.
type requests struct {
	mutex      sync.Mutex
	operations map[int16]byte
	head       []byte // of a request whose beginning was written
	left       int    // bytes of the body that are still to come
}

// note reads the requests that the driver writes, in pieces of any size.
func (r *requests) note(p []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for len(p) > 0 {
		if r.left > 0 {
			n := min(r.left, len(p))
			r.left, p = r.left-n, p[n:]
			continue
		}
		n := min(headLength-len(r.head), len(p))
		r.head, p = append(r.head, p[:n]...), p[n:]
		if len(r.head) == headLength {
			r.operations[int16(binary.BigEndian.Uint16(r.head[2:]))] = r.head[4]
			r.left = int(binary.BigEndian.Uint32(r.head[5:]))
			r.head = r.head[:0]
		}
	}
}

// take returns the request on a stream, once.
func (r *requests) take(stream int16) (operation byte, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	operation, ok = r.operations[stream]
	delete(r.operations, stream)
	return operation, ok
}
