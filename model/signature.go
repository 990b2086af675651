package model

// Signature is the signature of a user-defined function or aggregate.
type Signature struct {
	Keyspace, Name string
	Arguments      []Type
	Returns        Type
	Aggregate      bool
}
