package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// attackVariable makes the tests whose names begin with TestAttack run their
// long rounds: `make attack` sets it.
const attackVariable = "WIDEROW_ATTACK"

// rounds returns how many rounds an attack has.
func rounds(short, long int) int {
	if os.Getenv(attackVariable) != "" {
		return long
	}
	return short
}

// original is a model before the attack: its documents by number.
type original map[store.ModelID][][]byte

// attacked writes a store of models with short and long histories, small and
// large documents, and a deleted one. It returns the used bytes of its file.
func attacked(t *testing.T) (whole []byte, models original) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "widerow.db")
	s, err := Open(path, Options{Options: storetest.Options()})
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true
	models = original{}
	for number, size := range []int{10, 300, 3000, 30_000, 10, 900} {
		id := store.ModelID(fmt.Sprint("model", number))
		models[id] = fillModel(t, s, id, 3+12*number, size)
	}
	last := models["model4"]
	if _, err := s.Delete(context.Background(), store.Deletion{Model: "model4", Base: uint64(len(last)), Operation: "delete"}); err != nil {
		t.Fatal(err)
	}
	models["model4"] = append(last, last[len(last)-1])
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if whole, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	meta, err := newestMeta(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	return whole[:meta.pages*uint64(meta.pageSize)], models
}

// fillModel saves revisions of a document of about size bytes.
func fillModel(t *testing.T, s *Store, id store.ModelID, revisions, size int) (documents [][]byte) {
	t.Helper()
	for number := 1; number <= revisions; number++ {
		change := numbered(id, uint64(number), size)
		var err error
		if number == 1 {
			_, err = s.Create(context.Background(), change)
		} else {
			_, err = s.Save(context.Background(), change)
		}
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, change.Document)
	}
	return documents
}

// numbered is the save of a revision. Its document is made from its number.
func numbered(id store.ModelID, number uint64, size int) store.Save {
	text := func(n uint64) string { return fmt.Sprintf("%s is at revision %d", id, n) }
	change := store.Save{
		Model: id, Base: number - 1, Operation: fmt.Sprintf("%s-%d", id, number), Kind: store.KindEdit,
		Words: "edited", Title: string(id),
		Document: fmt.Appendf(nil, "%s\n%s", strings.Repeat(string(id), 1+size/len(id)), text(number)),
		Patch:    fmt.Appendf(nil, "1=%s", text(number)),
	}
	if number == 1 {
		change.Kind, change.Patch = store.KindCreate, nil
	}
	return change
}

// hit damages a copy of a file and describes the damage.
func hit(random *rand.Rand, whole []byte) (data []byte, what string) {
	data = bytes.Clone(whole)
	page := os.Getpagesize()
	at := random.IntN(len(data))
	start := at - at%page
	switch random.IntN(6) {
	case 0:
		clear(data[start : start+page])
		return data, fmt.Sprintf("page %d zeroed", start/page)
	case 1:
		for i := range 512 {
			data[start+at%8*512+i] = byte(random.Uint32())
		}
		return data, fmt.Sprintf("sector %d of page %d overwritten", at%8, start/page)
	case 2:
		// Damage to a page's header or first entries has the worst effects.
		at = start + random.IntN(200)
	}
	bit := random.IntN(8)
	data[at] ^= 1 << bit
	return data, fmt.Sprintf("bit %d of byte %d flipped (page %d)", bit, at, start/page)
}

// outcome counts what became of the models of one damaged file.
type outcome struct{ whole, repaired, lost int }

// compareModels checks that every document of a store is right or reported as
// lost, and counts the models. Nothing but the newest state may follow.
func compareModels(s *Store, models original) (count outcome, err error) {
	ctx := context.Background()
	for id, documents := range models {
		missing, newest := 0, false
		for number, want := range documents {
			document, revision, err := s.At(ctx, id, uint64(number+1))
			switch {
			case revision.Kind == store.KindRepair && strings.Contains(revision.Words, "lost too"):
				missing++ // it has the number of a lost one that nothing mentions any more
				newest = false
				continue
			case err == nil && !bytes.Equal(document, want):
				return count, fmt.Errorf("model %s, revision %d: a wrong document", id, number+1)
			case err != nil && !errors.Is(err, store.ErrLost) && !errors.Is(err, store.ErrNotFound):
				return count, fmt.Errorf("model %s, revision %d: %w", id, number+1, err)
			case err != nil:
				missing++
			}
			newest = err == nil
		}
		switch {
		case missing == 0 && newest:
			count.whole++
		case missing < len(documents):
			count.repaired++
		default:
			count.lost++
		}
		if missing < len(documents) {
			if err := useModel(ctx, s, id, documents); err != nil {
				return count, err
			}
		}
	}
	return count, nil
}

// useModel checks that a model can be read, listed, saved and verified.
func useModel(ctx context.Context, s *Store, id store.ModelID, documents [][]byte) error {
	if err := s.Verify(ctx, id); err != nil {
		return err
	}
	history, err := s.History(ctx, id, 0, 500)
	if err != nil {
		return err
	}
	if head := history[0]; head.Kind != store.KindDelete {
		change := numbered(id, head.Number+1, 10)
		change.Operation += "-after"
		if _, err := s.Save(ctx, change); err != nil {
			return fmt.Errorf("model %s: save: %w", id, err)
		}
	} else if id != "model4" {
		return fmt.Errorf("model %s was deleted", id)
	}
	return nil
}

// Files are damaged at random. Every damage that matters is found by Check. The
// store opens all the same: no model is wrong, and damage in one place makes at
// most one model lose anything.
func TestAttackDamage(t *testing.T) {
	if checksPointers {
		t.Skip("checkptr, a part of the race detector, ends the process on damaged lengths")
	}
	whole, models := attacked(t)
	random := rand.New(rand.NewPCG(7, uint64(rounds(1, 2))))
	options := storetest.Options()
	harmless, total := 0, outcome{}
	n := rounds(60, 1000)
	for number := range n {
		data, what := hit(random, whole)
		path := filepath.Join(t.TempDir(), "widerow.db")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := Check(context.Background(), path, options)
		found := err != nil || len(report.Damage) > 0
		s, err := Open(path, Options{Options: options, Rebuild: true})
		if err != nil {
			t.Errorf("round %d, %s: the store does not open: %v", number, what, err)
			continue
		}
		s.db.NoSync = true
		if _, err := s.Scrub(context.Background(), 0); err != nil {
			t.Errorf("round %d, %s: scrub: %v", number, what, err)
		}
		count, err := compareModels(s, models)
		if err != nil {
			t.Errorf("round %d, %s: %v", number, what, err)
		}
		if count.repaired+count.lost > 1 {
			t.Errorf("round %d, %s: %+v", number, what, count)
		}
		rebuilt := s.Status().Rebuilt != nil
		if !found {
			harmless++
			if rebuilt || count.whole != len(models) {
				t.Errorf("round %d, %s: Check did not find it", number, what)
			}
		}
		total.whole, total.repaired, total.lost = total.whole+count.whole, total.repaired+count.repaired, total.lost+count.lost
		if err := s.Close(); err != nil {
			t.Errorf("round %d, %s: close: %v", number, what, err)
		}
		os.RemoveAll(filepath.Dir(path))
	}
	t.Logf("%d damaged files: %d damages in unused bytes, all others found; models: %+v", n, harmless, total)
	if harmless > n*3/4 || total.repaired == 0 {
		t.Error("the damage was too weak to test anything")
	}
}
