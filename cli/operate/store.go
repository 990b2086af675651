package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/handlers/operator"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/cassandra"
	"widerow/store/cluster"
)

// LockTimeout bounds the wait for a server that is just stopping. It is short, so that a second
// server started by mistake fails soon.
const LockTimeout = time.Second

// StoreOptions are the options of every store.
var StoreOptions = store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}

// place says where the models are. It is part of all verbs that need them.
type place struct {
	Data  string `help:"Data file for the models." default:"./widerow.db" env:"WIDEROW_DATA" placeholder:"FILE"`
	Store string `help:"Where the models are: bolt:FILE or cassandra://HOST[,HOST2]/KEYSPACE?dc=NAME (for several servers)." env:"WIDEROW_STORE" placeholder:"ADDRESS"`
}

// boltScheme is how the address of a data file begins.
const boltScheme = "bolt:"

// AfterApply reads the address. kong calls it.
func (p *place) AfterApply() error {
	switch file, isFile := strings.CutPrefix(p.Store, boltScheme); {
	case isFile && file == "":
		return fmt.Errorf("--store=%s: want the name of the data file, such as bolt:widerow.db", p.Store)
	case isFile:
		p.Data, p.Store = file, ""
	case p.Store != "" && !p.inCluster():
		return fmt.Errorf("--store=%s: want bolt:FILE or cassandra://HOST/KEYSPACE", p.Store)
	}
	return nil
}

// inCluster reports whether the models are in a cluster.
func (p *place) inCluster() bool { return strings.HasPrefix(p.Store, cluster.Scheme) }

// name returns the name of the place in messages.
func (p *place) name() string {
	if p.inCluster() {
		return p.Store
	}
	return p.Data
}

// keeper is a store that a server can keep its models in.
type keeper interface {
	operator.Keeper
	store.Chains
}

// openStore opens the store, and a data file that does not exist is created. A damaged file is
// repaired. The store's errors say where and what to do; openStore adds only the flag.
func openStore(ctx context.Context, at place, most verb.ByteSize, log *slog.Logger) (keeper, error) {
	if at.inCluster() {
		return openCluster(ctx, at.Store, at.Data, log)
	}
	opened, err := bolt.Open(at.Data, bolt.Options{Options: StoreOptions, LockTimeout: LockTimeout, Rebuild: true, MaxSize: int64(most), Log: log})
	if err != nil {
		return nil, fmt.Errorf("%w (the file is set by --data)", err)
	}
	return opened, nil
}

// clusterKeeper is a store in a cluster. Its backup is a data file, for which it needs a folder.
type clusterKeeper struct {
	*cassandra.Store
	folder string
}

func openCluster(ctx context.Context, address, data string, log *slog.Logger) (*clusterKeeper, error) {
	parsed, err := clusterAddress(address)
	if err != nil {
		return nil, err
	}
	opened, err := cassandra.Open(ctx, parsed, cassandra.Options{Options: StoreOptions, Log: log})
	if err != nil {
		return nil, explainStore(err)
	}
	return &clusterKeeper{opened, filepath.Dir(data)}, nil
}

// clusterAddress reads the address of a store, and the password beside it.
func clusterAddress(address string) (cassandra.Address, error) {
	parsed, err := cassandra.ParseAddress(address, os.ReadFile)
	if err != nil {
		return parsed, verb.ClusterError{Err: fmt.Errorf("--store: %w", err)}
	}
	parsed.Cluster.Password = os.Getenv(verb.PasswordVariable)
	return parsed, nil
}

// explainStore adds what helps on the command line.
func explainStore(err error) error {
	if errors.Is(err, cluster.ErrAuthentication) {
		err = fmt.Errorf("%w: write the user into the address, cassandra://USER@HOST/KEYSPACE, and set %s", err, verb.PasswordVariable)
	}
	return verb.ClusterError{Err: err}
}

// Put writes a chain that is copied. Before accounts, tokens and links stop until an admin confirms them.
func (k *clusterKeeper) Put(ctx context.Context, chain store.Repaired) error {
	if chain.Revisions[0].Model == store.People {
		if err := k.Restored(ctx); err != nil {
			return err
		}
	}
	return k.Store.Put(ctx, chain)
}

// Backup writes a data file with all models to w.
func (k *clusterKeeper) Backup(ctx context.Context, w io.Writer) (store.Backup, error) {
	folder, err := os.MkdirTemp(k.folder, ".widerow-backup-")
	if err != nil {
		return store.Backup{}, fmt.Errorf("make a folder for the backup: %w", err)
	}
	defer os.RemoveAll(folder)
	file, err := bolt.Open(filepath.Join(folder, "widerow.db"), bolt.Options{Options: StoreOptions})
	if err != nil {
		return store.Backup{}, err
	}
	defer file.Close()
	if _, err := store.Copy(ctx, k, file, func(store.ModelID, int) {}); err != nil {
		if errors.Is(err, store.ErrCorrupt) {
			err = fmt.Errorf("%w: widerow salvage '%s' NEW writes what can be read to a data file", err, k.Status().Path)
		}
		return store.Backup{}, fmt.Errorf("back up %s: %w", k.Status().Path, err)
	}
	backup, err := file.Backup(ctx, w)
	if err == nil {
		k.NoteBackup(backup)
	}
	return backup, err
}
