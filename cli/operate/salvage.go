package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"widerow/cli/verb"
	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/cluster"
)

// Salvage writes what can be read of a damaged file or store to a new file.
type Salvage struct {
	Damaged string `arg:"" help:"Damaged data file or backup, or a store: cassandra://HOST/KEYSPACE. It is not changed." placeholder:"DAMAGED"`
	New     string `arg:"" help:"Data file to write." placeholder:"NEW"`
}

func (s *Salvage) Run(console *verb.Console) error {
	salvaged, err := s.salvage(console)
	if err != nil {
		return err
	}
	listDamage(console, salvaged.Damage)
	for _, model := range salvaged.Repaired {
		fmt.Fprintf(console.Stdout, "repaired: model %s; its newest revision says what is lost\n", model)
	}
	for _, lost := range salvaged.Lost {
		fmt.Fprintf(console.Stdout, "lost: %v\n", lost)
	}
	text := fmt.Sprintf("%s: %s whole, %d repaired, %d lost\n", s.New, store.Count(salvaged.Whole, "model"), len(salvaged.Repaired), len(salvaged.Lost))
	if err := console.Write([]byte(text)); err != nil {
		return err
	}
	if len(salvaged.Repaired)+len(salvaged.Lost) > 0 {
		return verb.ExitCode(verb.Failed)
	}
	return nil
}

func (s *Salvage) salvage(console *verb.Console) (salvaged store.Salvaged, err error) {
	if !strings.HasPrefix(s.Damaged, cluster.Scheme) {
		return bolt.Salvage(console, s.Damaged, s.New, StoreOptions)
	}
	if _, err := os.Lstat(s.New); !errors.Is(err, fs.ErrNotExist) {
		return salvaged, fmt.Errorf("salvage to %s: %w: choose a new file", s.New, os.ErrExist)
	}
	from, err := openCluster(console, s.Damaged, s.New, logger("text", "warn", console.Stderr))
	if err != nil {
		return salvaged, err
	}
	defer from.Close()
	folder, err := os.MkdirTemp(filepath.Dir(s.New), ".widerow-salvage-")
	if err != nil {
		return salvaged, fmt.Errorf("make a folder for the new file: %w", err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "widerow.db")
	if salvaged, err = salvageTo(console, from, file); err != nil {
		return salvaged, fmt.Errorf("salvage %s: %w", s.Damaged, err)
	}
	return salvaged, os.Rename(file, s.New)
}

// salvageTo writes what can be read of a store to a new file.
func salvageTo(ctx context.Context, from store.Damaged, file string) (salvaged store.Salvaged, err error) {
	to, err := bolt.Open(file, bolt.Options{Options: StoreOptions})
	if err != nil {
		return salvaged, err
	}
	salvaged, err = StoreOptions.Salvage(ctx, from, to)
	return salvaged, errors.Join(err, to.Close())
}
