package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServePolicy: a server has one policy for all models that follow none of their own.
func TestServePolicy(t *testing.T) {
	folder := t.TempDir()
	guardrails := filepath.Join(folder, "guardrails.yaml")
	if err := os.WriteFile(guardrails, []byte("tables_warn_threshold: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ flag, policy, finding string }{
		{"--policy=" + guardrails, "guardrails.yaml, the policy of this server", "tables_warn_threshold"},
		{"--policy=astra", "Astra DB, the policy of this server", ""},
	} {
		url, stop := startServer(t, t.TempDir(), test.flag)
		model, err := http.Post(url+"examples/hotel", "application/x-www-form-urlencoded", nil)
		if err != nil {
			t.Fatal(err)
		}
		model.Body.Close()
		page := get(t, strings.TrimSuffix(model.Request.URL.String(), "/concepts")+"/advice")
		if !strings.Contains(page, "Policy: "+test.policy) || !strings.Contains(page, test.finding) {
			t.Errorf("%s: the page lacks %q or %q", test.flag, test.policy, test.finding)
		}
		stop()
	}
}
