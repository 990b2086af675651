package effective

import (
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

const maskPrefix = "MASKED WITH "

// nativePrefix begins the names of the server's own functions for masks.
const nativePrefix = "mask_"

// mask returns the mask of a column in normal form: DEFAULT is mask_default(), and a
// description by the server names the keyspace of every function, also of its own.
func mask(column *model.Column, keyspace string) string {
	parsed, isMask := parse.ParseMask(maskPrefix + column.Mask)
	switch {
	case column.Mask == "" || !isMask:
		return column.Mask
	case parsed.Function == nil:
		return "mask_default()"
	}
	call := Term(*parsed.Function)
	if call.Name != nil {
		name := *call.Name
		switch native := strings.HasPrefix(name.Name.Name, nativePrefix); {
		case name.Keyspace.Name == "system" && native:
			name.Keyspace = syntax.Identifier{}
		case name.Keyspace.Name == "" && !native:
			name.Keyspace = syntax.Identifier{Name: keyspace}
		}
		call.Name = &name
	}
	return strings.TrimPrefix((&syntax.Mask{Function: &call}).String(), maskPrefix)
}
