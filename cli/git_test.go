package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli/clitest"
)

// TestGitDriver tries the commands of docs/git.md in a repository.
func TestGitDriver(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: git runs the static binary, which no race detector watches")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	guide, err := os.ReadFile(filepath.Join("..", "docs", "git.md"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	command := func(name string, arguments ...string) string {
		t.Helper()
		run := exec.Command(name, arguments...)
		run.Dir = folder
		run.Env = append(os.Environ(), "PATH="+filepath.Dir(clitest.Build(t))+string(os.PathListSeparator)+os.Getenv("PATH"),
			"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "HOME="+folder)
		output, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, arguments, err, output)
		}
		return string(output)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hotel, err := os.ReadFile(filepath.Join("..", "model", "example", "hotel.json"))
	if err != nil {
		t.Fatal(err)
	}
	command("git", "init", "-q")
	write(".gitattributes", lineOf(t, string(guide), "diff=widerow")+"\n")
	write("models/shop.json", string(hotel))
	command("git", "add", ".")
	command("git", "-c", "user.name=Ada", "-c", "user.email=ada@localhost", "commit", "-qm", "model")
	write("models/shop.json", strings.Replace(string(hotel), `"name": "pois_by_hotel"`, `"name": "sights_by_hotel"`, -1))

	command("sh", "-c", lineOf(t, string(guide), "diff.widerow.command '"))
	if got := command("git", "--no-pager", "diff"); !strings.HasPrefix(got, "models/shop.json\n") || !strings.Contains(got, "table hotel.pois_by_hotel renamed to sights_by_hotel (breaking)") {
		t.Errorf("git diff says:\n%s", got)
	}
	command("sh", "-c", lineOf(t, string(guide), "--unset diff.widerow.command"))
	command("sh", "-c", lineOf(t, string(guide), "diff.widerow.textconv"))
	if got := command("git", "--no-pager", "diff"); !strings.Contains(got, "+CREATE TABLE hotel.sights_by_hotel (") {
		t.Errorf("git diff with a text conversion says:\n%s", got)
	}
}

// lineOf returns the indented line of the guide with some text.
func lineOf(t *testing.T, guide, text string) string {
	t.Helper()
	for line := range strings.Lines(guide) {
		if strings.HasPrefix(line, "    ") && strings.Contains(line, text) {
			return strings.TrimSpace(line)
		}
	}
	t.Fatalf("the guide has no line with %q", text)
	return ""
}
