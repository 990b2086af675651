package connections

import (
	"sync"

	webconnections "widerow/web/connections"
)

// maxSamples bounds the loads that the server remembers.
const maxSamples = 100

// lastSample is the last load of a person for a model: what was typed, and what came of it.
type lastSample struct {
	form    webconnections.SampleForm
	done    *webconnections.SampleDone
	problem string
	// replaces reports that the load needs leave to drop sample data.
	replaces bool
}

// samples remembers the last loads until the server stops. It is safe for concurrent use.
type samples struct {
	mutex sync.Mutex
	last  map[string]lastSample
	order []string // the oldest first
}

func newSamples() *samples { return &samples{last: map[string]lastSample{}} }

func (s *samples) get(key string) (lastSample, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	last, found := s.last[key]
	return last, found
}

func (s *samples) put(key string, last lastSample) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, known := s.last[key]; !known {
		s.order = append(s.order, key)
	}
	s.last[key] = last
	if len(s.order) > maxSamples {
		delete(s.last, s.order[0])
		s.order = s.order[1:]
	}
}
