package cassandra

import (
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel() // it mostly waits
	storetest.Run(t, func(t *testing.T, options store.Options) store.Store {
		s, err := Open(t.Context(), emptyStore(t), Options{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
