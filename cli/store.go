package cli

import (
	"fmt"
	"time"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// lockTimeout is how long to wait for a server that is just stopping. It is
// short, so that a second server started by mistake fails soon.
const lockTimeout = time.Second

// openStore opens or creates the data file. The store's errors name the file and
// say what to do; openStore adds only the flag.
func openStore(path string) (store.Store, error) {
	opened, err := bolt.Open(path, bolt.Options{Options: store.Options{Apply: diff.Apply}, LockTimeout: lockTimeout})
	if err != nil {
		return nil, fmt.Errorf("%w (the file is set by --data)", err)
	}
	return opened, nil
}
