package hint

// sixHints are the hints for what Cassandra 6.0 adds.
var sixHints = map[string]string{
	"UDTs %s do not exist in target keyspace '%s'.":                                                                            "Create the types in that keyspace first.",
	"Constraints combination of %s is not supported: %s, %s":                                                                   "Two constraints can be a lower and an upper bound, or one with !=.",
	"Unrecognized constraint function: %s":                                                                                     "The functions are LENGTH(), OCTET_LENGTH() and REGEXP(), which are compared, and JSON and NOT NULL.",
	"There are duplicate constraint definitions on column '%s': %s":                                                            "Write each constraint once.",
	"There are duplicate constraint definitions on column '%s': [%s]":                                                          "Write each constraint once.",
	"String '%s' is not a valid regular expression":                                                                            "Write a regular expression of Java.",
	"Cannot use CREATE TABLE LIKE on a materialized view '%s.%s'.":                                                             "Name a table.",
	"Cannot set %s to empty string":                                                                                            "Write a text, or IS NULL to remove it.",
	"Fast path strategy must either be 'keyspace', 'simple', 'up' or a map size and optional dcs {'size':n, 'dcs': dc0,dc1...": "",
	"Invalid null value for column %s":                                                                                         "Compare with a value.",
	"NOT_NULL constraint can not be specified on a partition key column '%s'":                                                  "A column of the key is never null: remove NOT NULL.",
	"NOT_NULL constraint can not be specified on a clustering key column '%s'":                                                 "A column of the key is never null: remove NOT NULL.",
	"Constraint %s does not accept any arguments.":                                                                             "Leave the parentheses empty: the column is meant.",
	"Constraints of %s are not satisfiable: %s, %s":                                                                            "No value satisfies both: change one.",
	"Type '%s.%s' doesn't exist":                                                                                               "Check the name.",
	"Source Table '%s.%s' doesn't exist":                                                                                       "Check the name after LIKE.",
	"Table '%s.%s' doesn't exist":                                                                                              "Check the name.",
	"Column '%s' doesn't exist in table '%s.%s'":                                                                               "Check the name.",
	"Column '%s' doesn't exist":                                                                                                "Check the name.",
	"Source Keyspace '%s' doesn't exist":                                                                                       "Check the name after LIKE.",
	"java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.consensus.TransactionalMode.%s":         "The modes are off, mixed_reads and full.",
	"There can not be more than 2 constraints (not including non-equal relations) on a column '%s' but you have specified %d":  "Keep a lower and an upper bound.",
	"Field '%s' doesn't exist in type '%s.%s'":                                                                                 "Check the name.",
	"Target Keyspace '%s' doesn't exist":                                                                                       "Create the keyspace first.",
	"Constraint %s was not specified on a column it operates on: %s but on: %s":                                                "A constraint is about its own column.",
	"Cannot set %s on non-regular table '%s.%s'":                                                                               "Name a table: a view has no comment of its own.",
	"Cannot parse constraint value from %s for column '%s'":                                                                    "Write a value of the column's type.",
	"%s constraint of relation '%s' is not supported. Only these are: [=, !=]":                                                 "Write = or !=.",
	"Duplicate definition of NOT NULL constraint":                                                                              "Write NOT NULL once.",
	"Constraint '%s' can be used only for columns of type [%s] but it was class %s":                                            "Choose a constraint for the column's type: comparisons are for numbers and times, LENGTH() for texts and blobs.",
}

func init() {
	for form, hint := range sixHints {
		SchemaHints[form] = hint
	}
}
