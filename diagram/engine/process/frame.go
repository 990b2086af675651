package process

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind tells jobs, answers and notes apart.
type kind uint8

const (
	ready  kind = iota // the first frame of a child
	order              // a job
	lowly              // a job, which the child does with a lower priority from then on
	call               // a question of a child about its job
	reply              // the reply to a call
	note               // what a child says of its job; nobody replies
	answer             // the end of a job
	failed             // the end of a job without an answer, and of the child
)

const (
	// headSize is the size of what precedes the body of a frame: the size of the body, the
	// kind and the memory.
	headSize = 4 + 1 + 8
	// apiece is the size up to which a body is written together with its head, and for which
	// memory is taken before it arrives.
	apiece = 64 << 10
)

// frame is a message between a process and its child.
type frame struct {
	kind   kind
	memory int64 // resident bytes of the child that sends it
	body   []byte
}

// maxFrame is the size of the largest frame that a child takes or sends. A pool may set a
// narrower bound for both.
const maxFrame = 1 << 30

var errFrameSize = errors.New("frame is too large")

// writeFrame writes a frame whose body has at most that many bytes.
func writeFrame(w io.Writer, f frame, most int) error {
	if len(f.body) > most {
		return fmt.Errorf("write frame of %d bytes: %w", len(f.body), errFrameSize)
	}
	head := make([]byte, 0, headSize+min(len(f.body), apiece))
	head = binary.BigEndian.AppendUint32(head, uint32(len(f.body)))
	head = append(head, byte(f.kind))
	head = binary.BigEndian.AppendUint64(head, uint64(f.memory))
	if len(f.body) <= apiece {
		return write(w, append(head, f.body...))
	}
	return errors.Join(write(w, head), write(w, f.body))
}

func write(w io.Writer, bytes []byte) error {
	if _, err := w.Write(bytes); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}

// readFrame reads what writeFrame wrote. It returns io.EOF only between two frames, and
// io.ErrUnexpectedEOF for a truncated frame.
func readFrame(r io.Reader, most int) (frame, error) {
	head := make([]byte, headSize)
	if _, err := io.ReadFull(r, head); errors.Is(err, io.EOF) {
		return frame{}, io.EOF
	} else if err != nil {
		return frame{}, fmt.Errorf("read frame: %w", err)
	}
	size := int64(binary.BigEndian.Uint32(head))
	if size > int64(most) {
		return frame{}, fmt.Errorf("read frame of %d bytes: %w", size, errFrameSize)
	}
	var body bytes.Buffer // grows with what arrives, whatever the head claims
	body.Grow(int(min(size, apiece)) + bytes.MinRead)
	if read, err := body.ReadFrom(io.LimitReader(r, size)); err != nil {
		return frame{}, fmt.Errorf("read frame: %w", err)
	} else if read < size {
		return frame{}, fmt.Errorf("read frame: %w", io.ErrUnexpectedEOF)
	}
	return frame{kind: kind(head[4]), memory: int64(binary.BigEndian.Uint64(head[5:])), body: body.Bytes()}, nil
}
