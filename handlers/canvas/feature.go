package canvas

import (
	"net/url"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/handlers/review"
	"widerow/store"
	"widerow/web"
)

// cachedPictures is the number of bytes of all files that are kept.
const cachedPictures = 32 << 20

// Feature is the feature of a server.
type Feature struct {
	feature.Site
	files    *limit.Cache[pictureKey, []byte] // that were drawn
	review   *review.Feature
	readView ViewReader
}

// ViewReader completes a view with the values of an address or a form that only the pages of
// a feature have.
type ViewReader func(view *web.View, tab web.Tab, values url.Values)

// New returns the feature of a site.
func New(site feature.Site, review *review.Feature, readView ViewReader) *Feature {
	return &Feature{site, limit.NewCache[pictureKey, []byte](cachedPictures), review, readView}
}

// For returns the feature of a site with other addresses. Both share what they have drawn.
func (s *Feature) For(site feature.Site, review *review.Feature) *Feature {
	return &Feature{site, s.files, review, s.readView}
}

// pictureKey is a file that was drawn: of a document, as it was asked for.
type pictureKey struct {
	document store.Hash
	revision uint64
	asked    string
}
