package access

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// computed is the result of a call on constants, as far as it is known before the statement runs.
type computed struct {
	// refusal is the error that the server meets when it computes the call.
	refusal *Refusal
	// number is the result, nil if it is not known.
	number *big.Rat
}

// compute computes a call on constants as far as a server's error depends on
// it: a division by zero, and text that from_json cannot read. The arguments
// have been checked.
func (s *scope) compute(v *Value, f *Signature, to receiver) computed {
	switch {
	case f.Keyspace != systemKeyspace:
		return computed{}
	case f.Name == "from_json" || f.Name == "fromjson":
		return computed{refusal: s.table.computeJSON(v, f, to)}
	case v.Kind == Negation:
		return computed{number: negated(v.Values[0].operand())}
	case v.Kind == Operation:
		return v.computeOperation(f)
	case v.Kind == CastFunction:
		return computed{number: truncated(v.Values[0].operand(), numberBytes[f.Returns.Name])}
	case f.Name == "abs" && len(v.Values) == 1:
		return computed{number: absolute(v.Values[0].operand(), f.Returns.Name)}
	}
	return computed{}
}

// truncated returns the number that CAST makes for an integer type of so many bytes, nil
// if the type is another or cannot hold it.
func truncated(number *big.Rat, bytes int) *big.Rat {
	if number == nil || bytes == 0 {
		return nil
	}
	whole := new(big.Int).Quo(number.Num(), number.Denom())
	if whole.BitLen() >= 8*bytes {
		return nil
	}
	return new(big.Rat).SetInt(whole)
}

// absolute leaves the smallest integer of a type out, whose absolute value the type cannot
// hold, and floats, which are rounded.
func absolute(number *big.Rat, returns string) *big.Rat {
	if number == nil || !number.IsInt() || numberBytes[returns] > 0 && number.Num().BitLen() >= 8*numberBytes[returns] {
		return nil
	}
	return new(big.Rat).Abs(number)
}

// computeOperation leaves results unknown where they are rounded: those of
// floats, and of decimals that are divided.
func (v *Value) computeOperation(f *Signature) computed {
	left, right := v.Values[0].operand(), v.Values[1].operand()
	returns := f.Returns.Name
	divides := v.Text == "/" || v.Text == "%"
	switch {
	case left == nil || right == nil || returns == "float" || returns == "double" || !isNumber(f.Returns):
		return computed{}
	case divides && right.Sign() == 0:
		return computed{refusal: &Refusal{Code: divisionByZero(returns, v.Text), Text: v.Text, Function: f, Value: v}}
	case divides && returns == "decimal":
		return computed{}
	}
	return computed{number: operate(left, v.Text, right, numberBytes[returns])}
}

// divisionByZero returns the server's reason, which is Java's and depends on
// the class that computes the result.
func divisionByZero(returns, operator string) *Code {
	switch {
	case returns == "decimal" && operator == "%":
		return DecimalModuloZero
	case returns == "decimal", returns == "varint":
		return BigDivisionByZero
	}
	return DivisionByZero
}

// operate computes an operation whose divisor is not zero. A result of a type
// of so many bytes, 0 for no limit, wraps around as in Java.
func operate(left *big.Rat, operator string, right *big.Rat, bytes int) *big.Rat {
	switch operator {
	case "+":
		left = new(big.Rat).Add(left, right)
	case "-":
		left = new(big.Rat).Sub(left, right)
	case "*":
		left = new(big.Rat).Mul(left, right)
	case "/":
		left = new(big.Rat).SetInt(new(big.Int).Quo(left.Num(), right.Num()))
	case "%":
		left = new(big.Rat).SetInt(new(big.Int).Rem(left.Num(), right.Num()))
	}
	if bytes == 0 {
		return left
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(8*bytes-1))
	wrapped := new(big.Int).Add(left.Num(), half)
	wrapped.Mod(wrapped, new(big.Int).Lsh(half, 1))
	return new(big.Rat).SetInt(wrapped.Sub(wrapped, half))
}

func negated(number *big.Rat) *big.Rat {
	if number == nil {
		return nil
	}
	return new(big.Rat).Neg(number)
}

// operand returns the number that a constant is, nil if it is not known.
func (v *Value) operand() *big.Rat {
	v = v.literal()
	switch {
	case v.Kind == Operation || v.Kind == Negation:
		return v.computed.number
	case v.Kind != Integer && v.Kind != Float || !decimalForm.MatchString(v.Text) || len(v.Text) > maxConstant:
		return nil
	}
	if at := strings.IndexAny(v.Text, "eE"); at >= 0 {
		if exponent, err := strconv.Atoi(v.Text[at+1:]); err != nil || max(exponent, -exponent) > maxExponent {
			return nil
		}
	}
	number, _ := new(big.Rat).SetString(v.Text)
	return number
}

// maxConstant bounds the characters of a number that is computed with, and maxExponent its
// exponent: 1e999999999 would take all memory.
const maxConstant, maxExponent = 100, 1000

// computeJSON judges from_json of a constant text.
func (t *Table) computeJSON(v *Value, f *Signature, to receiver) *Refusal {
	given := v.Values[0].literal()
	if given.Kind != String {
		return nil
	}
	value, class, problem := readJSON(given.Text)
	if problem != "" {
		return &Refusal{Code: JSONArgument, Value: v, Function: f, Other: given.Text, Text: class + ": " + problem}
	}
	refusal := t.checkJSON(value, to)
	if refusal == nil || isDurationForm(refusal.Code) {
		return refusal
	}
	return &Refusal{Code: JSONResult, Value: v, Cause: refusal}
}

// isDurationForm reports whether the server reports the refusal of a duration
// in JSON by itself, without what it was decoding.
func isDurationForm(code *Code) bool {
	return slices.Contains([]*Code{DurationTwice, DurationOrder, DurationTooLong, unreadable["duration"]}, code)
}
