package operate

import (
	"fmt"
	"net/http"
	"time"

	"widerow/cli/verb"
)

// Healthcheck asks a server that was started with the same settings. It
// is for images that have no shell and no curl.
type Healthcheck struct {
	address
	Timeout time.Duration `help:"How long to wait for the response." default:"3s"`
}

func (h *Healthcheck) Run(console *verb.Console) error {
	url, err := h.url("healthz")
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(console, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	client := &http.Client{Timeout: h.Timeout}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no response from the server: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not healthy: %s responds with %s", url, response.Status)
	}
	return nil
}
