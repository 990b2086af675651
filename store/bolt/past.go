package bolt

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"widerow/store"
	"widerow/store/wholefile"
)

// past is the state that an operator needs after a restart. It is kept in a file beside the data
// file, for display only.
type past struct {
	Backup  *pastBackup  `json:"backup,omitempty"`
	Check   *pastCheck   `json:"check,omitempty"`
	Clean   *pastCheck   `json:"clean,omitempty"`
	Rebuilt *pastRebuild `json:"rebuilt,omitempty"`
}

type pastBackup struct {
	Ended  time.Time `json:"ended"`
	Bytes  int64     `json:"bytes"`
	SHA256 string    `json:"sha256"`
}

// pastCheck leaves out the sizes of the models.
type pastCheck struct {
	Ended     time.Time     `json:"ended"`
	Took      time.Duration `json:"took_ns"`
	Models    int           `json:"models"`
	Revisions int           `json:"revisions"`
	Bytes     int64         `json:"bytes"`
	Damage    []string      `json:"damage,omitempty"`
}

type pastRebuild struct {
	At       time.Time       `json:"at"`
	Kept     string          `json:"kept"`
	Whole    int             `json:"whole"`
	Repaired []store.ModelID `json:"repaired,omitempty"`
	Lost     []string        `json:"lost,omitempty"`
	Damage   []string        `json:"damage,omitempty"`
}

func pastPath(path string) string { return path + ".checks" }

// readPast returns what is known. A missing or damaged file counts as empty.
func readPast(path string) (known past) {
	text, err := os.ReadFile(pastPath(path))
	if err != nil || json.Unmarshal(text, &known) != nil {
		return past{}
	}
	return known
}

// recall makes the past of earlier processes the state of the store. A rebuild
// is over once the operator has removed the damaged file.
func (s *Store) recall() {
	known := readPast(s.path)
	if known.Backup != nil {
		s.backedUp.Store(known.Backup.backup())
	}
	if known.Check != nil {
		s.scrubbed.Store(known.Check.report())
	}
	if known.Clean != nil {
		s.clean.Store(known.Clean.report())
	}
	if rebuilt := known.Rebuilt; rebuilt != nil && s.rebuilds.last == nil {
		if _, err := os.Stat(rebuilt.Kept); err == nil {
			s.rebuilds.last = rebuilt.rebuilt()
		}
	}
}

// remember writes the state to the file. The server also works without it, so a
// failure is only logged.
func (s *Store) remember() {
	s.remembering.Lock()
	defer s.remembering.Unlock()
	if s.checkFile(0) != nil {
		return // the data file is gone: files beside its path may belong to another store
	}
	status := s.Status()
	known := past{Check: pastCheckOf(status.Scrub), Clean: pastCheckOf(status.Clean)}
	if backup := status.Backup; backup != nil {
		known.Backup = &pastBackup{backup.Ended, backup.Bytes, backup.SHA256.String()}
	}
	if r := status.Rebuilt; r != nil {
		known.Rebuilt = &pastRebuild{r.At, r.Kept, r.Whole, r.Repaired, textsOf(r.Lost), textsOf(r.Damage)}
	}
	if err := writePast(s.path, known); err != nil {
		s.options.Log.Warn("the times of the last backup and check could not be kept", "error", err)
	}
}

func writePast(path string, known past) error {
	text, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Replace(pastPath(path), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

func (b *pastBackup) backup() *store.Backup {
	backup := &store.Backup{Ended: b.Ended, Bytes: b.Bytes}
	if sum, err := hex.DecodeString(b.SHA256); err == nil {
		copy(backup.SHA256[:], sum)
	}
	return backup
}

func pastCheckOf(r *store.Report) *pastCheck {
	if r == nil {
		return nil
	}
	return &pastCheck{r.Ended, r.Took, r.Models, r.Revisions, r.Bytes, textsOf(r.Damage)}
}

func (c *pastCheck) report() *store.Report {
	return &store.Report{Ended: c.Ended, Took: c.Took, Models: c.Models, Revisions: c.Revisions, Bytes: c.Bytes, Damage: errorsOf(c.Damage)}
}

func (r *pastRebuild) rebuilt() *store.Rebuilt {
	return &store.Rebuilt{At: r.At, Kept: r.Kept, Salvaged: store.Salvaged{
		Whole: r.Whole, Repaired: r.Repaired, Lost: errorsOf(r.Lost), Damage: errorsOf(r.Damage)}}
}

func textsOf(errs []error) (texts []string) {
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return texts
}

func errorsOf(texts []string) (errs []error) {
	for _, text := range texts {
		errs = append(errs, errors.New(text))
	}
	return errs
}
