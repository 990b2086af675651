package servers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"widerow/store"
)

// answerOf saves a document and returns the status of the answer.
func (c *client) answerOf(t *testing.T, id store.ModelID, tag string, document map[string]any) string {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPut, c.anywhere().url("api/v1/models/"+string(id)+"/document"), bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-Match", tag)
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err.Error()
	}
	response.Body.Close()
	return fmt.Sprint(response.StatusCode)
}
