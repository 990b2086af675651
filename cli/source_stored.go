package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"widerow/cli/operate"
	"widerow/cql/files"
	"widerow/model/versions"
	"widerow/store"
	"widerow/store/bolt"
)

// stored is a revision of a model in a data file: FILE#MODEL@REVISION,
// FILE#MODEL@NAME for a version, or FILE#MODEL for the newest.
type stored struct {
	file     string
	model    store.ModelID
	revision uint64 // 0: that of name, or the newest
	name     string // of the version
}

// parseStored reads an argument. It reports false for the name of a file that
// exists, or that has no "#".
func parseStored(argument string) (stored, bool, error) {
	at := strings.LastIndexByte(argument, '#')
	if at <= 0 {
		return stored{}, false, nil
	}
	if _, err := os.Stat(argument); err == nil {
		return stored{}, false, nil
	}
	id, number, found := strings.Cut(argument[at+1:], "@")
	s := stored{file: argument[:at], model: store.ModelID(id)}
	folded := strings.ToLower(number)
	if !found || folded == "head" || folded == "newest" || folded == "latest" {
		return s, true, nil
	}
	revision, err := strconv.ParseUint(strings.TrimPrefix(folded, "r"), 10, 64)
	switch {
	case err != nil && number != "":
		s.name = number
	case revision == 0:
		return s, true, fmt.Errorf("%s: %q is no revision: write FILE#MODEL@12, FILE#MODEL@NAME, or FILE#MODEL for the newest", argument, number)
	}
	s.revision = revision
	return s, true, nil
}

// read returns the document. A data file that a server uses is locked.
func (s stored) read(ctx context.Context) ([]byte, error) {
	if _, err := os.Stat(s.file); errors.Is(err, fs.ErrNotExist) { // bolt.Open would create it
		return nil, fmt.Errorf("read the model: there is no data file %s", s.file)
	}
	opened, err := bolt.Open(s.file, bolt.Options{Options: operate.StoreOptions, LockTimeout: operate.LockTimeout})
	if errors.Is(err, store.ErrLocked) {
		return nil, fmt.Errorf("%w: read a backup of it (widerow backup), or download the revision from the server: /m/%s/model.json?rev=N", err, s.model)
	}
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	if s.name != "" {
		if s.revision, err = s.named(ctx, opened); err != nil {
			return nil, err
		}
	}
	var text []byte
	if s.revision > 0 {
		text, _, err = opened.At(ctx, s.model, s.revision)
	} else {
		text, _, err = opened.Head(ctx, s.model)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, s.missing(ctx, opened)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", s.model, s.file, err)
	}
	return text, nil
}

// named returns the revision that has the name.
func (s stored) named(ctx context.Context, opened *bolt.Store) (uint64, error) {
	text, _, err := opened.Head(ctx, s.model.Companion(store.Versions))
	if errors.Is(err, store.ErrNotFound) {
		text, err = (&versions.Versions{}).Encode(), nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the names of %s of %s: %w", s.model, s.file, err)
	}
	known, err := versions.Decode(text)
	if err != nil {
		return 0, fmt.Errorf("read the names of %s of %s: %w", s.model, s.file, err)
	}
	if version := known.Find(s.name); version != nil {
		return uint64(version.Revision), nil
	}
	var names []string
	for _, version := range known.Listed() {
		names = append(names, fmt.Sprintf("%s (r%d)", version.Name, version.Revision))
	}
	if len(names) == 0 {
		names = []string{"none yet"}
	}
	return 0, fmt.Errorf("%s of %s has no version %q. Its versions: %s", s.model, s.file, s.name, strings.Join(names, ", "))
}

// listed is the number of models that the message about a missing one names.
const listed = 10

// missing returns an error that lists the models or the newest revision of the file.
func (s stored) missing(ctx context.Context, opened *bolt.Store) error {
	if _, head, err := opened.Head(ctx, s.model); err == nil {
		return fmt.Errorf("%s of %s has no revision %d: the newest is %d", s.model, s.file, s.revision, head.Number)
	}
	page, err := opened.List(ctx, "", listed)
	if err != nil {
		return fmt.Errorf("list the models of %s: %w", s.file, err)
	}
	var names []string
	for _, summary := range page.Models {
		names = append(names, fmt.Sprintf("%s (%s)", summary.Model, summary.Title))
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no model %q: it has none", s.file, s.model)
	}
	return fmt.Errorf("%s has no model %q. It has %s", s.file, s.model, strings.Join(names, ", "))
}

// addStored reads a revision of a model in a data file.
func (r *reader) addStored(argument string, from stored) error {
	text, err := from.read(r.Console)
	if err != nil {
		return err
	}
	if !r.has(argument) {
		r.inputs = append(r.inputs, files.Input{Name: argument, Text: string(text)})
	}
	return nil
}
