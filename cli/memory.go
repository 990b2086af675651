package cli

import (
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"

	"widerow/model/sizing"
)

// byteSize is an amount of memory or disk, such as "512MB" or "2GiB".
type byteSize int64

// UnmarshalText reads a flag. It implements encoding.TextUnmarshaler.
func (b *byteSize) UnmarshalText(text []byte) error {
	bytes, err := sizing.ParseBytes(string(text))
	*b = byteSize(bytes)
	return err
}

// leastMemory is the memory that the server needs to serve one large import.
const leastMemory = 128e6

// applyMemory makes memory the soft limit of the Go runtime, and returns the memory with which the
// server may plan. Without the flag, memory is GOMEMLIMIT, and without GOMEMLIMIT half of the
// memory of the machine or container: the other half is for the layout processes and the system's
// cache of the data file.
func applyMemory(memory byteSize, log *slog.Logger) (int64, error) {
	if memory > 0 && memory < leastMemory {
		return 0, fmt.Errorf("--memory: the server needs at least 128MB")
	}
	if memory == 0 && os.Getenv("GOMEMLIMIT") != "" {
		memory = byteSize(debug.SetMemoryLimit(-1))
	} else if memory == 0 {
		memory = max(leastMemory, byteSize(availableMemory()/2))
	}
	debug.SetMemoryLimit(int64(memory))
	if os.Getenv("GOGC") == "" {
		// Most of the heap is the garbage of large requests. Collecting it twice as
		// often as by default takes a third off the peak.
		debug.SetGCPercent(50)
	}
	log.Debug("memory", "soft_limit_bytes", int64(memory))
	return int64(memory), nil
}
