package access

import (
	"encoding/hex"
	"strings"
)

// checkExecution makes the checks of a value that the server makes only when it
// runs the statement.
func (v *Value) checkExecution() *Refusal {
	for i := range v.Values {
		if refusal := v.Values[i].checkExecution(); refusal != nil {
			return refusal
		}
	}
	switch v.Kind {
	case Function, Operation:
		if v.computed.refusal != nil {
			return v.computed.refusal
		}
		if refusal := v.checkFormat(); refusal != nil {
			return refusal
		}
		return v.checkBytes()
	case Slice:
		if v.Values[1].isNull() || v.Values[2].isNull() {
			return &Refusal{Code: NullInSlice, Value: &v.Values[0], Selecting: true}
		}
	case Element:
		if v.Values[1].isNull() {
			return &Refusal{Code: NullAsElement, Value: &v.Values[0], Selecting: true}
		}
	case List, Set, Map:
		if v.holdsNull() && v.holdsCall() {
			return &Refusal{Code: NullInCollection}
		}
	}
	return nil
}

// checkBytes refuses a blob_as_… call on a constant that is no value of the type.
func (v *Value) checkBytes() *Refusal {
	name, found := strings.CutPrefix(v.Text, "blob_as_")
	if !found {
		name, found = strings.CutPrefix(v.Text, "blobas")
	}
	functions := nativeFunctions[v.Text]
	if v.Kind != Function || !found || len(functions) == 0 || v.Values[0].Kind != Hex {
		return nil
	}
	bytes, err := hex.DecodeString(v.Values[0].Text[len("0x"):])
	if err != nil || isBinary(name, bytes) {
		return nil
	}
	return &Refusal{Code: NotBytesOf, Function: functions[0], Value: &v.Values[0], Text: name}
}

// checkExecutions checks the values of all conditions.
func checkExecutions(conditions []Condition) *Refusal {
	for i := range conditions {
		for k := range conditions[i].Values {
			if refusal := conditions[i].Values[k].checkExecution(); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}
