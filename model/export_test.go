package model

// Problems is validation.Problems, which tests inside this package cannot import.
var Problems func(*Model) []Problem
