package submission

import (
	"fmt"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
)

// maxConceptsText is the length of the longest text of concepts, in bytes.
const maxConceptsText = 100_000

// conceptCommands returns the commands that add the concepts of a text. See
// docs/concepts.md for the language.
func conceptCommands(m *model.Model, ids model.IDs, text string) ([]edit.Command, error) {
	if len(text) > maxConceptsText {
		return nil, invalidText("", fmt.Sprintf("The text has %d bytes; the limit is %d", len(text), maxConceptsText))
	}
	commands, problems := concepttext.Commands(m, ids, text)
	if len(problems) > 0 {
		return nil, invalidText("", problems[0].Message)
	}
	return commands, nil
}

// onlyEntity returns the entity type that commands add, if they add no other and no relationship.
func onlyEntity(commands []edit.Command) (entity model.ID, only bool) {
	for _, command := range commands {
		add, is := command.(edit.Add)
		switch {
		case !is || add.Kind == model.AttributeKind:
		case add.Kind == model.EntityKind && entity == "":
			entity = add.ID
		default:
			return "", false
		}
	}
	return entity, entity != ""
}
