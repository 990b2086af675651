package shared

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestRoster: servers know each other; settings that differ are warned of once, those that only another version
// knows are none; who ends is gone.
func TestRoster(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := NewAlone(nil)
		var log bytes.Buffer
		join := func(name, version string, settings map[string]string, log *slog.Logger) (*Roster, func()) {
			peers := NewPeers(state, log)
			roster := peers.Join(Member{name, version, settings})
			ctx, end := context.WithCancel(t.Context())
			go peers.Run(ctx)
			return roster, end
		}
		one, endOne := join("one:8080", "1.4", map[string]string{"--host": "a", "--sign-in": "oidc", "--oidc": ""}, slog.New(slog.NewTextHandler(&log, nil)))
		two, endTwo := join("two:8080", "1.5", map[string]string{"--host": "a", "--sign-in": "none", "--newer": "x"}, quiet)
		time.Sleep(10 * beat)
		names := func(r *Roster) (names []string) {
			for _, member := range r.Members() {
				names = append(names, member.Name+" "+member.Version)
			}
			return names
		}
		if got := names(two); !slices.Equal(got, []string{"two:8080 1.5", "one:8080 1.4"}) {
			t.Errorf("the second server knows %q", got)
		}
		if got := one.Differences(); len(got) != 1 || got[0].String() != "--sign-in is oidc here and none at two:8080" {
			t.Errorf("differences %q", got)
		}
		if got := strings.Count(log.String(), "different settings"); got != 1 || !strings.Contains(log.String(), "setting=--sign-in here=oidc there=none server=two:8080") {
			t.Errorf("warned %d times:\n%s", got, &log)
		}
		endTwo()
		time.Sleep(2 * beat)
		if got := one.Differences(); len(got) != 0 || len(one.Members()) != 1 {
			t.Errorf("after the other one has ended: %q, %q", got, names(one))
		}
		endOne()
		synctest.Wait()
	})
	if members := (*Roster)(nil).Members(); len(members) != 0 || len((*Roster)(nil).Differences()) != 0 {
		t.Errorf("a server that is alone knows %v", members)
	}
}
