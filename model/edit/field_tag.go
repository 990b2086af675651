package edit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"widerow/model"
)

func tagsField[T any](at func(T) *model.TagSet) Field {
	return Field{Name: "tags", Label: "Tags", Input: TextInput, Hint: "Words separated by commas. Diagrams can be grouped and filtered by tag.",
		MaxLength: model.MaxTags * (model.MaxTagLength + 2),
		get:       func(_ *model.Model, e model.Element) string { return strings.Join(at(e.Value.(T)).Sorted(), ", ") },
		set: func(_ *model.Model, e model.Element, text string) error {
			tags, err := parseTags(text)
			if err != nil {
				return err
			}
			*at(e.Value.(T)) = tags
			return nil
		}}
}

// parseTags returns nil if there are no tags.
func parseTags(text string) (model.TagSet, error) {
	tags := model.TagSet{}
	for part := range strings.SplitSeq(text, ",") {
		tag := strings.Join(strings.Fields(part), " ")
		if tag == "" {
			continue
		}
		if utf8.RuneCountInString(tag) > model.MaxTagLength {
			return nil, fmt.Errorf("the tag %s has more than %d characters", model.Shorten(tag, model.MaxTagLength), model.MaxTagLength)
		}
		tags[tag] = true
	}
	if len(tags) > model.MaxTags {
		return nil, fmt.Errorf("there are %d tags; the limit is %d", len(tags), model.MaxTags)
	}
	if len(tags) == 0 {
		return nil, nil
	}
	return tags, nil
}
