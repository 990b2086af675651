package cli_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"testing"
	"time"
)

// Fifty writers who save one model at once need no longer in total than one who
// saves fifty times. None is refused.
func TestAttackWriters(t *testing.T) {
	if os.Getenv("WIDEROW_ATTACK") == "" {
		t.Skip("measures times: runs only in make attack")
	}
	const saves = 50
	base, stop := startServer(t, shortFolder(t))
	defer stop()
	save := func(model, name string) {
		form := url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {name}, "operation": {"op-" + name}}
		if status := post(t, base+"m/"+model+"/edit", form.Encode()); status != http.StatusSeeOther {
			t.Errorf("the save of %s has status %d", name, status)
		}
	}
	var alone, together []time.Duration
	for round := range 6 {
		one, many := openExample(t, base, "hotel"), openExample(t, base, "hotel")
		start := time.Now()
		for number := range saves {
			save(one, fmt.Sprintf("one%d_%d", round, number))
		}
		alone = append(alone, time.Since(start))
		start = time.Now()
		var writers sync.WaitGroup
		for number := range saves {
			writers.Go(func() { save(many, fmt.Sprintf("many%d_%d", round, number)) })
		}
		writers.Wait()
		together = append(together, time.Since(start))
		t.Logf("%d saves: one writer %v, %d writers %v", saves, alone[round].Round(time.Millisecond), saves, together[round].Round(time.Millisecond))
	}
	// Other programs only ever add time: the least of each is closest to what it takes.
	ratio := float64(slices.Min(together)) / float64(slices.Min(alone))
	t.Logf("least of %d rounds: %.2f times as long as one writer", len(alone), ratio)
	if ratio > 1.3 {
		t.Errorf("fifty writers take %.2f times as long as one, want at most 1.3", ratio)
	}
}
