package cql

import (
	"time"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/stress"
	"widerow/handlers/feature"
)

// exportScript sends the script of a model.
func (s *site) exportScript(c echo.Context) error {
	document, err := s.Requested(c)
	if err != nil || feature.Unchanged(s, c, document) {
		return feature.OrNotModified(c, err)
	}
	script, _ := cql.PrintAccepted(document.Model, feature.PrintOptions(document))
	return feature.Download(c, document.Model.Name, "cql", "text/plain; charset=utf-8", []byte(script))
}

// exportStress sends the profiles for cassandra-stress of all tables.
func (s *site) exportStress(c echo.Context) error {
	document, err := s.Requested(c)
	if err != nil || feature.Unchanged(s, c, document) {
		return feature.OrNotModified(c, err)
	}
	archive, err := stress.Zip(stress.Profiles(document.Model, time.Now()))
	if err != nil {
		return err
	}
	return feature.Download(c, document.Model.Name+" stress", "zip", "application/zip", archive)
}
