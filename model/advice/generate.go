package advice

//go:generate go test . -run TestDocumentation -update
