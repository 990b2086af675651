package bolt_test

import (
	"path/filepath"
	"testing"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

func TestBolt(t *testing.T) {
	storetest.Run(t, func(t *testing.T, options store.Options) store.Store {
		return open(t, filepath.Join(t.TempDir(), "widerow.db"), options)
	})
}

func open(t testing.TB, path string, options store.Options) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
