//go:build !unix

package limit

import "time"

var started = time.Now()

// processorTime is the time that has passed: the processor's is not known here.
func processorTime() time.Duration { return time.Since(started) }
