package cassandra

import (
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, options store.Options) store.Store {
		s, err := Open(t.Context(), newStore(t), Options{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
