package home

import (
	"slices"
	"strings"

	"widerow/store"
	webhome "widerow/web/home"
)

// folders lead to the models of each folder, by name. The search goes on in them.
func (s *Feature) folders(asked modelQuery, models []store.Summary) (folders []webhome.Folder) {
	counts := map[string]int{}
	for _, summary := range models {
		if folder := folderOf(summary); folder != "" {
			counts[folder]++
		}
	}
	for name, count := range counts {
		asked := modelQuery{find: asked.find, order: asked.order, folder: name}
		folders = append(folders, webhome.Folder{Name: name, Models: count, Href: s.URL().Path(asked.address())})
	}
	slices.SortFunc(folders, func(a, b webhome.Folder) int { return strings.Compare(a.Name, b.Name) })
	return folders
}
