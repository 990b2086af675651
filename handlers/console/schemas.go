package console

import (
	"sync"
	"time"

	"widerow/model"
)

// schemas keeps schemas of clusters for a while.
type schemas struct {
	mutex sync.Mutex
	kept  map[schemaKey]keptSchema
}

type schemaKey struct{ person, connection, keyspace string }

type keptSchema struct {
	model *model.Model
	until time.Time
}

func (s *schemas) get(key schemaKey, now time.Time) *model.Model {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if kept := s.kept[key]; now.Before(kept.until) {
		return kept.model
	}
	return nil
}

func (s *schemas) put(key schemaKey, m *model.Model, now time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.kept) >= schemasKept || s.kept == nil {
		s.kept = map[schemaKey]keptSchema{}
	}
	s.kept[key] = keptSchema{m, now.Add(schemaTime)}
}

// forget drops the schemas of a connection: a statement has changed them.
func (s *schemas) forget(connection string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key := range s.kept {
		if key.connection == connection {
			delete(s.kept, key)
		}
	}
}

// Limits of what is kept.
const (
	schemaTime  = 30 * time.Second
	schemasKept = 20
)
