package operate

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"

	"widerow/store"
	"widerow/store/wholefile"
)

// dueFile keeps what is due in a file beside the data file.
type dueFile struct {
	data string
	log  *slog.Logger
}

func (d dueFile) read(context.Context) store.Due         { return readDue(d.data) }
func (d dueFile) write(_ context.Context, due store.Due) { writeDue(d.data, due, d.log) }

// duePath is the file that records for how long deleted models have been due.
func duePath(data string) string { return data + ".due" }

// readDue returns what the previous server has written, and removes what it left when
// it was killed. If the file is missing or damaged, nothing is due yet: models then
// wait longer, and none is purged too early.
func readDue(data string) (due store.Due) {
	wholefile.RemoveLeft(duePath(data))
	text, err := os.ReadFile(duePath(data))
	if err != nil || json.Unmarshal(text, &due) != nil {
		return store.Due{}
	}
	return due
}

// writeDue keeps what is due for the next server; if nothing is, there is no file.
func writeDue(data string, due store.Due, log *slog.Logger) {
	if len(due.Models) == 0 {
		os.Remove(duePath(data))
		return
	}
	err := wholefile.Replace(duePath(data), func(w io.Writer) error { return json.NewEncoder(w).Encode(due) })
	if err != nil {
		log.Warn("it could not be kept how long deleted models have been due: the wait begins anew at the next start", "error", err)
	}
}
