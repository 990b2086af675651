package engine

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxFrame is the largest frame between server and worker, in bytes. A graph of
// 1,000 boxes takes about 150 KB.
const maxFrame = 8 << 20

var errFrameSize = errors.New("frame is larger than 8 MB")

// writeFrame writes value as JSON preceded by its length in 4 bytes,
// big-endian.
func writeFrame(w io.Writer, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode frame: %w", err)
	}
	if len(body) > maxFrame {
		return fmt.Errorf("write frame: %w", errFrameSize)
	}
	frame := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(body)), uint32(len(body)))
	if _, err := w.Write(append(frame, body...)); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}

// readFrame reads what writeFrame wrote. It returns io.EOF only between two
// frames, and io.ErrUnexpectedEOF for a truncated frame.
func readFrame(r io.Reader, value any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return fmt.Errorf("read frame: %w", err)
	}
	size := binary.BigEndian.Uint32(head[:])
	if size > maxFrame {
		return fmt.Errorf("read frame of %d bytes: %w", size, errFrameSize)
	}
	// ReadAll allocates only what arrives, whatever the length claims.
	body, err := io.ReadAll(io.LimitReader(r, int64(size)))
	if err != nil {
		return fmt.Errorf("read frame: %w", err)
	}
	if uint32(len(body)) < size {
		return fmt.Errorf("read frame: %w", io.ErrUnexpectedEOF)
	}
	if err := json.Unmarshal(body, value); err != nil {
		return fmt.Errorf("decode frame: %w", err)
	}
	return nil
}
