package people

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/identity"
	"widerow/handlers/proxy"
)

// seal signs the flow that a browser keeps while its person is at a provider. The key of a server
// that is alone lives as long as the process: after a restart the person begins again.
type seal struct{ key []byte }

const flowCookie = "widerow_flow"

func (s seal) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return mac.Sum(nil)
}

// keep writes the flow into a cookie that only the pages of sign-in receive.
func (s seal) keep(c echo.Context, path string, flow identity.Flow) error {
	text, err := json.Marshal(flow)
	if err != nil {
		return err
	}
	encode := base64.RawURLEncoding.EncodeToString
	c.SetCookie(&http.Cookie{
		Name: flowCookie, Value: encode(text) + "." + encode(s.sign(text)), Path: path, Expires: flow.Until,
		HttpOnly: true, Secure: proxy.Of(c.Request()).Secure, SameSite: http.SameSiteLaxMode,
	})
	return nil
}

// take returns the flow of a browser and removes its cookie. ok is false if there is
// none that this server has signed.
func (s seal) take(c echo.Context, path string) (flow identity.Flow, ok bool) {
	cookie, err := c.Cookie(flowCookie)
	if err != nil {
		return flow, false
	}
	c.SetCookie(&http.Cookie{Name: flowCookie, Path: path, MaxAge: -1, HttpOnly: true, Secure: proxy.Of(c.Request()).Secure})
	left, right, _ := strings.Cut(cookie.Value, ".")
	text, err := base64.RawURLEncoding.DecodeString(left)
	signature, signatureErr := base64.RawURLEncoding.DecodeString(right)
	if err != nil || signatureErr != nil || !hmac.Equal(signature, s.sign(text)) {
		return flow, false
	}
	return flow, json.Unmarshal(text, &flow) == nil
}
