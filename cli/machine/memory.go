// Package machine fits the Go runtime to the memory and the processors of the machine or
// container.
package machine

import (
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
)

// leastMemory is the memory that the server needs to serve one large import.
const leastMemory = 128e6

// LimitMemory makes memory the soft limit of the Go runtime, and returns the memory with which the
// server may plan. Without the flag, memory is GOMEMLIMIT, and without GOMEMLIMIT half of the
// memory of the machine or container: the other half is for the layout processes and the system's
// cache of the data file.
func LimitMemory(memory int64, log *slog.Logger) (int64, error) {
	if memory > 0 && memory < leastMemory {
		return 0, fmt.Errorf("--memory: the server needs at least 128MB")
	}
	if memory == 0 && os.Getenv("GOMEMLIMIT") != "" {
		memory = debug.SetMemoryLimit(-1)
	} else if memory == 0 {
		memory = max(leastMemory, availableMemory()/2)
	}
	debug.SetMemoryLimit(memory)
	if os.Getenv("GOGC") == "" {
		// Most of the heap is the garbage of large requests. Collecting it twice as
		// often as by default takes a third off the peak.
		debug.SetGCPercent(50)
	}
	log.Debug("memory", "soft_limit_bytes", memory)
	return memory, nil
}
