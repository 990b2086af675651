package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"widerow/store"
	"widerow/store/storetest"
)

// Three models were deleted 1, 2 and 3 days after the start. They are kept for 30
// days, and purged once that was so for 6 hours.
func TestPurgeDeleted(t *testing.T) {
	const day = 24 * time.Hour
	type run struct {
		wall   time.Duration // since storetest.Start
		uptime time.Duration
		jumped bool
		purged []string
	}
	for name, runs := range map[string][]run{
		"due for six hours": {
			{32*day + time.Hour, 0, false, nil},
			{32*day + 6*time.Hour, 5 * time.Hour, false, nil},
			{32*day + 7*time.Hour, 6 * time.Hour, false, []string{"1", "2"}},
			{33 * day, 23 * time.Hour, false, nil},
			{33*day + 2*time.Hour, 25 * time.Hour, false, nil},
			{33*day + 8*time.Hour, 31 * time.Hour, false, []string{"3"}},
		},
		"the clock is a day ahead for some hours": {
			{30 * day, 0, false, nil},
			{31*day + 12*time.Hour, 12 * time.Hour, true, nil},
			{31*day + 17*time.Hour, 17 * time.Hour, false, nil},
			{30*day + 18*time.Hour, 18 * time.Hour, true, nil},
			{31*day + 1*time.Hour, 25 * time.Hour, false, nil},
			{31*day + 8*time.Hour, 32 * time.Hour, false, []string{"1"}},
		},
		"the clock is a year ahead": {
			{3 * day, 0, false, nil},
			{368 * day, time.Hour, true, nil},
			{368*day + 5*time.Hour, 6 * time.Hour, false, nil},
			{3*day + 7*time.Hour, 7 * time.Hour, true, nil},
			{4 * day, 24 * time.Hour, false, nil},
		},
		"a time server corrects the clock": {
			{40 * day, 0, false, nil},
			{40*day + 6*time.Hour + 2*time.Second, 6 * time.Hour, false, []string{"1", "2", "3"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			models := withDeleted(t, 3)
			purger := store.Purger{Keep: 30 * day, Confirm: 6 * time.Hour}
			for _, run := range runs {
				if jumped := purger.At(storetest.Start.Add(run.wall), run.uptime); jumped != run.jumped {
					t.Errorf("after %v: the clock has jumped: %v", run.uptime, jumped)
				}
				var purged []string
				err := purger.Purge(t.Context(), models, func(summary store.Summary, err error) {
					if err != nil {
						t.Error(err)
					}
					purged = append(purged, string(summary.Model))
				})
				if slices.Sort(purged); err != nil || !slices.Equal(purged, run.purged) {
					t.Errorf("after %v: purged %v, error %v; want %v", run.uptime, purged, err, run.purged)
				}
			}
		})
	}
}

// A server that restarts every two hours purges as one that runs on. Neither the
// time between two servers counts, nor a clock that is wrong.
func TestPurgeAcrossRestarts(t *testing.T) {
	const day = 24 * time.Hour
	type run struct {
		from, to time.Duration // the wall clock, since storetest.Start
		uptime   time.Duration
		jumped   bool
		purged   int
	}
	for name, runs := range map[string][]run{
		"a restart every two hours": {
			{32 * day, 32*day + 2*time.Hour, 2 * time.Hour, false, 0},
			{32*day + 2*time.Hour, 32*day + 4*time.Hour, 2 * time.Hour, false, 0},
			{32*day + 4*time.Hour, 32*day + 6*time.Hour, 2 * time.Hour, false, 1},
		},
		"down for a day between": {
			{32 * day, 32*day + 5*time.Hour, 5 * time.Hour, false, 0},
			{33*day + 5*time.Hour, 33*day + 5*time.Hour + 30*time.Minute, 30 * time.Minute, false, 0},
			{33*day + 6*time.Hour, 33*day + 7*time.Hour, time.Hour, false, 1},
		},
		"the clock goes ahead a year while down": {
			{3 * day, 3*day + 5*time.Hour, 5 * time.Hour, false, 0},
			{368 * day, 368*day + 5*time.Hour, 5 * time.Hour, false, 0},
			{3*day + 10*time.Hour, 3*day + 12*time.Hour, 2 * time.Hour, true, 0},
		},
		"the clock goes back while down, and is right again": {
			{32 * day, 32*day + 5*time.Hour, 5 * time.Hour, false, 0},
			{3 * day, 3*day + time.Hour, time.Hour, true, 0},
			{32*day + 7*time.Hour, 32*day + 9*time.Hour, 2 * time.Hour, false, 0},
			{32*day + 9*time.Hour, 32*day + 13*time.Hour + time.Minute, 4*time.Hour + time.Minute, false, 1},
		},
		"the clock jumps in a run": {
			{32 * day, 32*day + 5*time.Hour, 5 * time.Hour, false, 0},
			{32*day + 5*time.Hour, 32*day + 9*time.Hour, 2 * time.Hour, true, 0},
			{32*day + 9*time.Hour, 32*day + 14*time.Hour, 5 * time.Hour, false, 0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			models := withDeleted(t, 1)
			text := []byte("{}")
			for i, now := range runs {
				var due store.Due
				if err := json.Unmarshal(text, &due); err != nil {
					t.Fatal(err)
				}
				purger := store.Purger{Keep: 30 * day, Confirm: 6 * time.Hour}
				purged := 0
				jumped := purger.Resume(due, storetest.Start.Add(now.from), 0)
				steps := []run{{to: now.from}, now}
				for _, at := range steps {
					jumped = purger.At(storetest.Start.Add(at.to), at.uptime) || jumped
					err := purger.Purge(t.Context(), models, func(_ store.Summary, err error) {
						if err != nil {
							t.Error(err)
						}
						purged++
					})
					if err != nil {
						t.Fatal(err)
					}
				}
				if jumped != now.jumped || purged != now.purged {
					t.Errorf("run %d: jumped %v, purged %d; want %v, %d", i+1, jumped, purged, now.jumped, now.purged)
				}
				text, _ = json.Marshal(purger.Due())
			}
		})
	}
}

// A model that was restored and deleted again is kept for the whole time again.
func TestPurgeOfAnotherDeletion(t *testing.T) {
	models := withDeleted(t, 1)
	purger := store.Purger{Keep: time.Hour, Confirm: time.Hour}
	purge := func(wall time.Time, uptime time.Duration) (count int) {
		t.Helper()
		purger.At(wall, uptime)
		if err := purger.Purge(t.Context(), models, func(store.Summary, error) { count++ }); err != nil {
			t.Fatal(err)
		}
		return count
	}
	start := storetest.Start.Add(26 * time.Hour)
	purge(start, 0)
	restored, err := models.Save(t.Context(), store.Save{Model: "1", Base: 2, Kind: store.KindRestore, Reverts: 1, Operation: "back", At: start, Title: "Hotel", Document: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := models.Delete(t.Context(), store.Deletion{Model: "1", Base: restored.Number, Operation: "gone again", At: start}); err != nil {
		t.Fatal(err)
	}
	if count := purge(start.Add(time.Hour+time.Minute), time.Hour+time.Minute); count != 0 {
		t.Error("purged with the time of the first deletion")
	}
	if count := purge(start.Add(2*time.Hour+time.Minute), 2*time.Hour+time.Minute); count != 1 {
		t.Error("not purged")
	}
}

// withDeleted makes a model that is there and some that were deleted, each a day
// after the one before.
func withDeleted(t *testing.T, count int) store.Store {
	t.Helper()
	models := store.NewMemory(storetest.Options())
	t.Cleanup(func() { models.Close() })
	for i := range count + 1 {
		id := store.ModelID(fmt.Sprint(i))
		if _, err := models.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
	}
	for i := 1; i <= count; i++ {
		id := store.ModelID(fmt.Sprint(i))
		if _, err := models.Delete(t.Context(), store.Deletion{Model: id, Base: 1, Operation: "gone " + string(id), At: storetest.Start.Add(time.Duration(i) * 24 * time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	return models
}
