package connections

import (
	"net/url"

	"widerow/model"
	"widerow/store"
)

func (f *Feature) driftAddress(connection, id, direction string) string {
	return string(f.URL().Path("/connections/" + url.PathEscape(connection) + "/drift/" + url.PathEscape(id) + "/" + direction))
}

func (f *Feature) applyAddress(of store.ModelID, connection model.ID) string {
	return string(f.URL().Path("/m/" + url.PathEscape(string(of)) + "/clusters/" + url.PathEscape(string(connection)) + "/apply"))
}

func (f *Feature) rolloutAddress(of store.ModelID, rollout model.ID) string {
	return string(f.URL().Path("/m/" + url.PathEscape(string(of)) + "/rollouts/" + url.PathEscape(string(rollout))))
}

func (f *Feature) sampleAddress(connection model.ID, id store.ModelID) string {
	return string(f.URL().Path("/connections/" + url.PathEscape(string(connection)) + "/sample/" + url.PathEscape(string(id))))
}
