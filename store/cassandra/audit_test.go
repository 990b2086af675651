package cassandra

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"widerow/store/storetest"
)

// TestAudit reads what two servers have written, the newest first, page by page; an event that is written again is there
// once, and a mark that did not come from there is refused.
func TestAudit(t *testing.T) {
	address := emptyStore(t)
	one, two := openStore(t, address, storetest.Options()).Audit(), openStore(t, address, storetest.Options()).Audit()
	begun := time.Now().Truncate(slotLength).Add(-3 * slotLength)
	var want []string
	for number := range 40 {
		at, id, text := begun.Add(time.Duration(number/2)*time.Minute), newID(begun.Add(time.Duration(number)*time.Second)), fmt.Sprint("event ", number)
		for _, server := range []Audit{one, two}[number%2:] { // the first one's are written by both
			if err := server.Add(t.Context(), at, id, []byte(text), time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, text)
	}
	slices.Reverse(want)
	var got []string
	for mark, more := "", true; more; {
		more = false
		err := two.Read(t.Context(), mark, func(event []byte, at string) bool {
			got, mark = append(got, string(event)), at
			more = len(got)%7 == 0
			return !more
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	for _, mark := range []string{"x", "1 2", "1 2 3", "1 2 00000000-0000-0000-0000-00000000000'"} {
		if err := one.Read(t.Context(), mark, func([]byte, string) bool { return true }); !errors.Is(err, ErrMark) {
			t.Errorf("mark %q: %v", mark, err)
		}
	}
}
