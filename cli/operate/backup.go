package operate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"widerow/cli/verb"
	"widerow/handlers/operator"
	"widerow/store"
	"widerow/store/bolt"
)

// Backup copies the data file, of a running server through its admin
// address.
type Backup struct {
	dataFile
	File string `arg:"" help:"Backup to write, or - for standard output." placeholder:"BACKUP"`
}

func (b *Backup) Run(console *verb.Console) error {
	var sum string
	fill := func(w io.Writer) (err error) {
		sum, err = b.copyTo(console, w)
		return err
	}
	if b.File == "-" {
		if err := fill(console.Stdout); err != nil {
			return fmt.Errorf("back up %s: %w", b.name(), err)
		}
		fmt.Fprintf(console.Stderr, "sha256 %s; check the copy with widerow verify\n", sum)
		return nil
	}
	name, report, err := bolt.KeepBackup(console, b.File, StoreOptions, fill)
	if err != nil {
		return err
	}
	if err := console.Write(fmt.Appendf(nil, "%s: %s, sha256 %s\n", name, report.Counts(), sum)); err != nil {
		return err
	}
	if left := bolt.LeftBeside(b.File); len(left) > 0 {
		fmt.Fprintf(console.Stderr, "left by backups that were interrupted: remove them: %s\n", strings.Join(left, " "))
	}
	if len(report.Damage) > 0 {
		listDamage(console, report.Damage)
		return fmt.Errorf("%s has damage, so it is kept as %s: a running server repairs what it can; then make another backup", b.name(), name)
	}
	return nil
}

// copyTo writes a copy of the data file and returns its checksum.
func (b *Backup) copyTo(console *verb.Console, w io.Writer) (sum string, err error) {
	if b.needsNoServer() {
		backup, err := b.copyHere(console, w)
		return backup.SHA256.String(), err
	}
	response, err := b.ask(console, http.MethodGet, "/backup")
	if errors.Is(err, errNoServer) {
		backup, err := b.copyHere(console, w)
		return backup.SHA256.String(), err
	}
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, hash), response.Body); err != nil {
		return "", fmt.Errorf("the server has ended the copy: %w; see its log", err)
	}
	sum = hex.EncodeToString(hash.Sum(nil))
	if want := response.Trailer.Get(operator.ChecksumTrailer); want != sum {
		return "", fmt.Errorf("the copy has the checksum %s, but the server sent %q: make it again", sum, want)
	}
	return sum, nil
}

// copyHere copies a store that no server uses, or one in a cluster, which others may use.
func (b *Backup) copyHere(console *verb.Console, w io.Writer) (store.Backup, error) {
	if !b.inCluster() {
		return bolt.BackupFile(console, b.Data, w)
	}
	opened, err := openCluster(console, b.Store, b.Data, logger("text", "warn", console.Stderr))
	if err != nil {
		return store.Backup{}, err
	}
	defer opened.Close()
	return opened.Backup(console, w)
}

func listDamage[T any](console *verb.Console, damage []T) {
	for _, damage := range damage {
		fmt.Fprintf(console.Stdout, "damage: %v\n", damage)
	}
}
