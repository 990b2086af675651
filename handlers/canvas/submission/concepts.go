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
