package schema

// The hints of several refusals.
const (
	hintKeyspace       = "{keyspace}Create the keyspace first, or correct its name."
	hintServerKeyspace = "It belongs to the server. Use a keyspace of your own."
	hintTable          = "{table}Create the table first, or correct its name."
	hintColumn         = "{column}Names without double quotes are converted to lower case."
	hintReplicas       = "Write the number of replicas, such as 3."
	hintBoolean        = "Write 'true' or 'false'."
	hintLetters        = "Use letters, digits and underscores."
)
