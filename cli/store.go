package cli

import (
	"fmt"
	"log/slog"
	"time"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// lockTimeout bounds the wait for a server that is just stopping. It is short, so that a second
// server started by mistake fails soon.
const lockTimeout = time.Second

// storeOptions are the options of every data file.
var storeOptions = store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}

// openStore opens or creates the data file, and repairs it if it is damaged. The
// store's errors name the file and say what to do; openStore adds only the flag.
func openStore(path string, most byteSize, log *slog.Logger) (*bolt.Store, error) {
	opened, err := bolt.Open(path, bolt.Options{Options: storeOptions, LockTimeout: lockTimeout, Rebuild: true, MaxSize: int64(most), Log: log})
	if err != nil {
		return nil, fmt.Errorf("%w (the file is set by --data)", err)
	}
	return opened, nil
}
