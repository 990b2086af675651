package edit_test

import (
	"widerow/model/edit"
	"widerow/model/validation"
)

func init() { edit.Problems = validation.Problems }
