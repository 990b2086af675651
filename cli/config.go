package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"widerow/cli/verb"
	"widerow/store/cluster"
)

// configFile is the name of a settings file: a JSON object whose keys are the
// server's flags with "_" instead of "-". A flag takes precedence over the
// environment, and the environment over the file.
type configFile string

// settings are the flags that the file may set.
var settings = []string{"listen", "data", "store", "admin_listen", "scrub", "base_path", "host", "trusted_proxies",
	"trusted_header", "sign_in", "oidc", "group_roles", "trusted_groups_header", "trusted_jwt_header",
	"trusted_jwks", "trusted_jwt_issuer", "trusted_jwt_audience", "new_models", "session_idle", "session_life",
	"keep_audit", "webhooks", "webhooks_private", "policy", "keep_deleted", "memory", "max_data", "models_per_hour",
	"imports_per_hour", "renders_per_hour", "requests_per_hour", "streams_per_address", "metrics", "log_format", "log_level"}

// BeforeResolve reads the file. kong calls it once the file's name is known.
func (f configFile) BeforeResolve(parsed *kong.Context, trace *kong.Path, console *verb.Console) error {
	name, ok := parsed.FlagValue(trace.Flag).(configFile)
	if !ok || name == "" {
		return nil
	}
	values, err := readSettings(string(name))
	if err != nil {
		return err
	}
	console.Connections = values.connections
	parsed.AddResolver(values)
	return nil
}

// connectionsKey is the key of the clusters, which no flag sets.
const connectionsKey = "connections"

// settingValues holds the values of a settings file by key. It is a
// kong.Resolver.
type settingValues struct {
	values      map[string]any
	connections map[string]string
}

func readSettings(file string) (settingValues, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return settingValues{}, fmt.Errorf("read settings: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return settingValues{}, fmt.Errorf("settings in %s: %w", file, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return settingValues{}, fmt.Errorf("settings in %s: unexpected text after the closing brace", file)
	}
	connections, err := connectionsOf(values[connectionsKey])
	if err != nil {
		return settingValues{}, fmt.Errorf("settings in %s: %w", file, err)
	}
	delete(values, connectionsKey)
	for key, value := range values {
		if !slices.Contains(settings, key) {
			return settingValues{}, fmt.Errorf("settings in %s: unknown key %q, want one of %s, %s", file, key, strings.Join(settings, ", "), connectionsKey)
		}
		if key == "oidc" || key == "group_roles" { // which are lists and objects
			text, err := json.Marshal(value)
			if err != nil {
				return settingValues{}, fmt.Errorf("settings in %s: %w", file, err)
			}
			values[key] = string(text)
		} else if _, ok := value.(string); !ok {
			return settingValues{}, fmt.Errorf("settings in %s: the value of %q must be a string", file, key)
		}
	}
	return settingValues{values, connections}, nil
}

// connectionsOf reads the clusters of a settings file: their names and addresses.
func connectionsOf(value any) (map[string]string, error) {
	if value == nil {
		return nil, nil
	}
	objects, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf(`the value of %q must be an object: {"NAME": "cassandra://HOST/KEYSPACE"}`, connectionsKey)
	}
	connections := map[string]string{}
	for name, address := range objects {
		text, _ := address.(string)
		if !strings.HasPrefix(text, cluster.Scheme) {
			return nil, fmt.Errorf("the connection %q must be an address: cassandra://HOST/KEYSPACE", name)
		}
		connections[name] = text
	}
	return connections, nil
}

// Validate does nothing: readSettings has already checked the keys.
func (settingValues) Validate(*kong.Application) error { return nil }

// Resolve returns a flag's value from the file, unless the environment sets it.
func (v settingValues) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	if value, ok := v.values[strings.ReplaceAll(flag.Name, "-", "_")]; ok {
		return value, nil
	}
	return nil, nil
}
