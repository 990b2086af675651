package edit

import "widerow/model"

// Problems is validation.Problems, which tests inside this package cannot import.
var Problems func(*model.Model) []model.Problem
