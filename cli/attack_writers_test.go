package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
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

// TestAttackEditors: ten editors on a model of 300 tables of ten columns, who each add
// columns, get the changed parts of the page with its diagram, and pause for a second.
func TestAttackEditors(t *testing.T) {
	if os.Getenv(attackVariable) == "" {
		t.Skip("measures times: runs only in make attack")
	}
	base, _ := startServerProcess(t, t.TempDir())
	address := importLarge(t, base, 300, 10)
	table := tableIn.FindStringSubmatch(get(t, address+"/model.json"))[1]
	var mutex sync.Mutex
	var times []time.Duration
	var editors sync.WaitGroup
	for editor := range 10 {
		editors.Go(func() {
			time.Sleep(time.Duration(editor) * 100 * time.Millisecond)
			for edit := range 10 {
				form := url.Values{"tab": {"physical"}, "do": {"add:relation-column:" + table}, "new.relation-column.type": {"int"},
					"new.relation-column.name": {fmt.Sprintf("by%d_%d", editor, edit)}}
				start := time.Now()
				changedParts(t, address+"/edit", form)
				took := time.Since(start)
				mutex.Lock()
				times = append(times, took)
				mutex.Unlock()
				time.Sleep(time.Second)
			}
		})
	}
	editors.Wait()
	slices.Sort(times)
	half, most := times[len(times)/2], times[len(times)*99/100]
	t.Logf("%d edits of 300 tables by ten editors: half within %v, 99 %% within %v", len(times), half.Round(time.Millisecond), most.Round(time.Millisecond))
	if most > 3*time.Second {
		t.Errorf("99 %% of the edits take up to %v, want at most 3 s", most)
	}
}

var tableIn = regexp.MustCompile(`"relations":\s*\{\s*"(\w+)"`)

// changedParts sends a form as the page does, and reads the answer.
func changedParts(t *testing.T, address string, form url.Values) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("HX-Request", "true")
	request.Header.Set("HX-Request-Type", "partial")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	parts, err := io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || parts < 100_000 {
		t.Errorf("an edit has status %d and %d bytes, error %v", answer.StatusCode, parts, err)
	}
}
