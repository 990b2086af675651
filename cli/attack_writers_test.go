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
	var ratios []float64
	for round := range 5 {
		one, many := openExample(t, base, "hotel"), openExample(t, base, "hotel")
		start := time.Now()
		for number := range saves {
			save(one, fmt.Sprintf("one%d_%d", round, number))
		}
		alone := time.Since(start)
		start = time.Now()
		var writers sync.WaitGroup
		for number := range saves {
			writers.Go(func() { save(many, fmt.Sprintf("many%d_%d", round, number)) })
		}
		writers.Wait()
		ratios = append(ratios, float64(time.Since(start))/float64(alone))
		t.Logf("%d saves: one writer %v, %d writers %v", saves, alone.Round(time.Millisecond), saves, time.Since(start).Round(time.Millisecond))
	}
	slices.Sort(ratios)
	middle := ratios[len(ratios)/2]
	t.Logf("median of %d rounds: %.2f times as long as one writer", len(ratios), middle)
	if middle > 1.3 {
		t.Errorf("fifty writers take %.2f times as long as one, want at most 1.3", middle)
	}
}
