package store_test

import (
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, options store.Options) store.Store {
		return store.NewMemory(options)
	})
}
