package machine

import (
	"os"
	"runtime"
)

// sparePlaces are goroutines that may run beside one for each processor.
const sparePlaces = 2

// SpareProcessors returns the number of the server's processors, and lets Go run more goroutines at
// once than that. With one for each processor, a request waits until a running goroutine pauses,
// which can take 10 ms and more; with spare ones, the system's scheduler runs it at once. In a
// container that has a share of a processor, more threads use up the share sooner and are then
// stopped for longer, so nothing is changed there.
func SpareProcessors() int {
	processors := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" && processors == runtime.NumCPU() {
		runtime.GOMAXPROCS(processors + sparePlaces)
	}
	return processors
}
