package advice

//go:generate go test . -run TestDocumentation|TestLimits -update
