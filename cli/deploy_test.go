package cli_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// composed is the part of a compose file that concerns the program.
type composed struct {
	Services map[string]struct {
		Image       string
		Command     []string
		Environment map[string]string
		Volumes     []string
		Networks    []string
		DependsOn   any `yaml:"depends_on"`
	}
	Networks, Volumes map[string]any
}

// TestComposeFile: the file of two servers, a proxy and a Cassandra can be read, its verbs and flags exist, and
// the proxy knows all servers.
func TestComposeFile(t *testing.T) {
	text, err := os.ReadFile("../docs/deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file composed
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	proxy, err := os.ReadFile("../docs/deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	servers := 0
	for name, service := range file.Services {
		for _, network := range service.Networks {
			if _, known := file.Networks[network]; !known {
				t.Errorf("%s: there is no network %s", name, network)
			}
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, known := file.Volumes[source]; !known && !fileExists("../docs/deploy/"+source) {
				t.Errorf("%s: there is no volume or file %s", name, source)
			}
		}
		if service.Image != "widerow" {
			continue
		}
		checkCommand(t, name, service.Command, service.Environment)
		if service.Command[0] == "serve" {
			servers++
			if !strings.Contains(string(proxy), "server "+name+":8080 ") {
				t.Errorf("the proxy does not know %s", name)
			}
		}
	}
	if servers != 2 || file.Services["cassandra"].Image == "" || file.Services["proxy"].Image == "" {
		t.Errorf("the services are %+v", file.Services)
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkCommand checks that the help of a verb knows the flags of a command, and its environment variables.
func checkCommand(t *testing.T, service string, command []string, environment map[string]string) {
	t.Helper()
	var verbs, flags []string
	for _, word := range command {
		if strings.HasPrefix(word, "--") {
			flag, _, _ := strings.Cut(word, "=")
			flags = append(flags, flag)
		} else if !strings.Contains(word, ":") {
			verbs = append(verbs, word)
		}
	}
	code, help, stderr := run(t, "", append(slices.Clone(verbs), "--help")...)
	if code != 0 {
		t.Fatalf("%s: widerow %s --help = %d: %s", service, strings.Join(verbs, " "), code, stderr)
	}
	for _, flag := range flags {
		if !regexp.MustCompile(regexp.QuoteMeta(flag) + `\b`).MatchString(help) {
			t.Errorf("%s: widerow %s has no flag %s", service, strings.Join(verbs, " "), flag)
		}
	}
	for name := range environment {
		if !strings.Contains(help, "$"+name) {
			t.Errorf("%s: widerow %s reads no variable %s", service, strings.Join(verbs, " "), name)
		}
	}
}
