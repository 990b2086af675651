package cli

import (
	"fmt"
	"time"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// lockTimeout lets a server that is just stopping finish, and does not leave
// somebody who started a second one by mistake in front of an empty screen.
const lockTimeout = time.Second

// openStore opens the data file, or makes it. Its errors already say which
// file is in the way and what to do; they lack only the flag.
func openStore(path string) (store.Store, error) {
	opened, err := bolt.Open(path, bolt.Options{Options: store.Options{Apply: diff.Apply}, LockTimeout: lockTimeout})
	if err != nil {
		return nil, fmt.Errorf("%w (the file is named by --data)", err)
	}
	return opened, nil
}
