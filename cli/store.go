package cli

import (
	"fmt"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// openStore opens the data file, or makes it. Its errors already say which
// file is in the way and what to do; they lack only the flag.
func openStore(path string) (store.Store, error) {
	opened, err := bolt.Open(path, bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		return nil, fmt.Errorf("%w (the file is named by --data)", err)
	}
	return opened, nil
}
