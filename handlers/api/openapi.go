package api

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

//go:embed openapi.json
var description []byte

// describe answers with the description of the API.
func describe(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", description)
}
