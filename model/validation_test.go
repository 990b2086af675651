package model_test

import (
	"widerow/model"
	"widerow/model/validation"
)

func init() { model.Problems = validation.Problems }
