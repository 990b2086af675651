package cli_test

import (
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// TestWebhookFlags: the server does not start with a list of servers that means nothing, or
// where nobody signs in.
func TestWebhookFlags(t *testing.T) {
	for _, test := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"--webhooks=hooks.slack.com"}, "needs --sign-in"},
		{[]string{"--webhooks=https://hooks.slack.com/x", "--sign-in=password"}, "write it like hooks.slack.com"},
		{[]string{"--webhooks=*", "--sign-in=password"}, "write it like hooks.slack.com"},
	} {
		arguments := append([]string{"--listen=127.0.0.1:0", "--data=" + t.TempDir() + "/w.db"}, test.arguments...)
		command := clitest.Process(t, 10*time.Minute, arguments...)
		output, err := command.CombinedOutput()
		if err == nil || !strings.Contains(string(output), test.want) {
			t.Errorf("%v: %v\n%s", test.arguments, err, output)
		}
	}
}
