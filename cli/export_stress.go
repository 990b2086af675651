package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/cql/stress"
)

// Validate returns an error if flags do not go together. kong calls it.
func (e *exportCommand) Validate() error {
	switch {
	case e.Format != "stress" && e.Table+e.Output != "":
		return errors.New("--table and --output are for --format stress")
	case e.Table != "" && e.Output != "":
		return errors.New("--table writes one profile to standard output, --output all into a folder: give one of them")
	}
	return e.scriptFlags.Validate()
}

// stress writes profiles for cassandra-stress: the one of a table, or all into a folder.
func (e *exportCommand) stress(console *verb.Console, source *source, loaded *loaded) error {
	profiles := stress.Profiles(loaded.document, time.Now())
	switch {
	case len(profiles) == 0:
		return fmt.Errorf("%s has no physical table", source.name)
	case e.Output != "":
		return e.stressFolder(console, loaded, profiles)
	case e.Table == "" && len(profiles) == 1:
		return loaded.finish(console, []byte(profiles[0].Text))
	}
	var names []string
	for _, profile := range profiles {
		name := profile.Keyspace + "." + profile.Table
		if e.Table == name || e.Table == profile.Table {
			return loaded.finish(console, []byte(profile.Text))
		}
		names = append(names, name)
	}
	if e.Table != "" {
		return fmt.Errorf("%s has no table %s; it has %s", source.name, e.Table, strings.Join(names, ", "))
	}
	return fmt.Errorf("a profile is about one table, and %s has %d: name one with --table (%s), or a folder for all with --output",
		source.name, len(profiles), strings.Join(names, ", "))
}

func (e *exportCommand) stressFolder(console *verb.Console, loaded *loaded, profiles []stress.Profile) error {
	if err := os.MkdirAll(e.Output, 0o777); err != nil {
		return fmt.Errorf("make the folder of the profiles: %w", err)
	}
	for _, profile := range profiles {
		if err := writeFile(filepath.Join(e.Output, profile.File()), []byte(profile.Text)); err != nil {
			return err
		}
	}
	return loaded.finish(console, nil)
}
