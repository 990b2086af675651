package operate

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"widerow/cli/verb"
	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/sessions"
)

// Restore puts a backup in the place of the data file, or into an empty keyspace.
type Restore struct {
	place
	Backup string `arg:"" help:"Backup to restore." placeholder:"BACKUP"`
}

func (r *Restore) Run(console *verb.Console) error {
	if r.inCluster() {
		return r.toCluster(console)
	}
	report, kept, err := bolt.Restore(console, r.Backup, r.Data, StoreOptions)
	if err != nil {
		return err
	}
	if len(report.Damage) > 0 {
		listDamage(console, report.Damage)
		return fmt.Errorf("%s was not changed: the backup %s has damage: choose another one, "+
			"or write what can be read of it to a new file with widerow salvage", r.Data, r.Backup)
	}
	// What was taken back since the backup would work again: without sessions the next server
	// waits until an admin confirms tokens and links.
	if err := os.Remove(sessions.Path(r.Data)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is restored, but who was signed in before still is: remove %s: %w", r.Data, sessions.Path(r.Data), err)
	}
	os.Remove(duePath(r.Data)) // that was about the former models: whoever restores needs the time to look
	text := fmt.Sprintf("%s: restored %s\n", r.Data, report.Counts())
	if kept != "" {
		text += fmt.Sprintf("the file that was there is %s\n", kept)
	}
	if replaced := bolt.ReplacedFiles(r.Data); len(replaced) > 1 {
		text += fmt.Sprintf("files of earlier restores are kept too: remove those that you do not need: %s\n", strings.Join(replaced[:len(replaced)-1], " "))
	}
	return console.Write([]byte(text))
}

// toCluster writes a backup into a keyspace without models. It goes on with a restore that was interrupted.
func (r *Restore) toCluster(console *verb.Console) error {
	report, err := bolt.Check(console, r.Backup, StoreOptions)
	if err != nil {
		return err
	}
	if len(report.Damage) > 0 {
		listDamage(console, report.Damage)
		return fmt.Errorf("%s was not changed: the backup %s has damage: choose another one, "+
			"or write what can be read of it to a new file with widerow salvage", r.Store, r.Backup)
	}
	from, err := openForCopy(console, boltScheme+r.Backup, true)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openCluster(console, r.Store, r.Data, logger("text", "warn", console.Stderr))
	if err != nil {
		return err
	}
	defer to.Close()
	copied, err := store.Copy(console, from, to, func(store.ModelID, int) {})
	if err != nil {
		return fmt.Errorf("restore %s to %s: %w", r.Backup, r.Store, err)
	}
	return console.Write(fmt.Appendf(nil, "%s: %s\n", r.Store, copiedText(copied)))
}
