package model

// Signature is a function or an aggregate of a user as its calls see it.
type Signature struct {
	Keyspace, Name string
	Arguments      []Type
	Returns        Type
	Aggregate      bool
}
