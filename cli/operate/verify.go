package operate

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"widerow/cli/verb"
	"widerow/handlers/operator"
	"widerow/store"
	"widerow/store/bolt"
)

// Verify checks every hash of a backup or a data file. A running server
// checks its own file.
type Verify struct {
	dataFile
	File string `arg:"" optional:"" help:"Backup or data file to check; without it, the file of --data." placeholder:"FILE"`
}

func (v *Verify) Run(console *verb.Console) error {
	if v.needsNoServer() && (v.File == "" || v.File == v.Data) {
		return v.cluster(console)
	}
	if v.File == "" || v.File == v.Data {
		response, err := v.ask(console, http.MethodPost, "/verify")
		if err == nil {
			return v.show(console, response)
		}
		if !errors.Is(err, errNoServer) {
			return err
		}
		if v.inCluster() {
			return v.cluster(console)
		}
		v.File = v.Data
	}
	report, err := bolt.Check(console, v.File, StoreOptions)
	if errors.Is(err, store.ErrCorrupt) {
		fmt.Fprintf(console.Stdout, "damage: %v\n", verb.OneLine(err))
		return verb.ExitCode(verb.Failed)
	}
	if err != nil {
		return err
	}
	return reportDamage(console, v.File, report.Counts(), report.Damage)
}

// cluster checks a store in a cluster, which servers may use meanwhile.
func (v *Verify) cluster(console *verb.Console) error {
	opened, err := openCluster(console, v.Store, v.Data, logger("text", "warn", console.Stderr))
	if err != nil {
		return err
	}
	defer opened.Close()
	report, err := opened.Scrub(console, 0)
	if err != nil {
		return err
	}
	return reportDamage(console, v.Store, report.Counts(), report.Damage)
}

// show prints what a running server has found.
func (v *Verify) show(console *verb.Console, response *http.Response) error {
	defer response.Body.Close()
	var found operator.Checked
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil {
		return fmt.Errorf("read the answer of the server: %w", err)
	}
	counts := store.Report{Models: found.Models, Revisions: found.Revisions, Bytes: found.Bytes}.Counts()
	if found.Repaired {
		counts += "; the server has repaired what it can"
	}
	return reportDamage(console, v.name(), counts, found.Damage)
}

// reportDamage prints the damage of a file, and fails if there is any.
func reportDamage[T any](console *verb.Console, file, counts string, damage []T) error {
	listDamage(console, damage)
	verdict := "no damage"
	if len(damage) > 0 {
		verdict = store.Count(len(damage), "damaged place")
	}
	if err := console.Write(fmt.Appendf(nil, "%s: %s: %s\n", file, counts, verdict)); err != nil {
		return err
	}
	if len(damage) > 0 {
		return verb.ExitCode(verb.Failed)
	}
	return nil
}
