package limit

import (
	"bytes"
	"io"
	"sync/atomic"
)

// Forms bounds the memory of forms whose work waits for its turn. A form counts
// with the bytes received so far, so that slow senders do not keep others out.
type Forms struct {
	left atomic.Int64
}

// NewForms returns a Forms that holds at most that many bytes.
func NewForms(bytes int64) *Forms {
	forms := &Forms{}
	forms.left.Store(bytes)
	return forms
}

// Read reads a form to its end. release frees its memory. Read returns ErrBusy if
// there is not enough.
func (f *Forms) Read(body io.Reader) (form []byte, release func(), err error) {
	const piece = 64 << 10
	var read bytes.Buffer
	var held int64
	release = func() { f.left.Add(held); held = 0 }
	for {
		held += piece
		if f.left.Add(-piece) < 0 {
			release()
			return nil, nil, ErrBusy
		}
		if n, err := io.CopyN(&read, body, piece); err == io.EOF && n < piece {
			return read.Bytes(), release, nil
		} else if err != nil {
			release()
			return nil, nil, err
		}
	}
}
