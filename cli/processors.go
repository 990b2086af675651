package cli

import (
	"os"
	"runtime"
)

// sparePlaces are goroutines that may run beside one for each processor.
const sparePlaces = 2

// applyProcessors returns how many processors the server has, and lets more
// goroutines run than that. If as many run as there are processors, a request
// waits until one of them pauses, for 10 ms or more, since Go lets each run so
// long; the system's scheduler lets a thread that wakes up run at once. In a
// container with a share of the processors it would use up the share sooner and
// then stop for longer, so that it stays as it is there.
func applyProcessors() int {
	processors := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" && processors == runtime.NumCPU() {
		runtime.GOMAXPROCS(processors + sparePlaces)
	}
	return processors
}
