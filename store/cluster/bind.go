package cluster

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// bind converts the values of a statement to the types of its parameters.
func bind(parameters []gocql.ColumnInfo, values []any) ([]any, error) {
	if len(parameters) != len(values) {
		return nil, fmt.Errorf("%w: the statement has %d parameters, and %d values are given", ErrOptions, len(parameters), len(values))
	}
	bound := make([]any, len(values))
	for i, value := range values {
		converted, err := bindOne(parameters[i], value)
		if err != nil {
			return nil, fmt.Errorf("%w: the value of %s: %w", ErrOptions, parameters[i].Name, err)
		}
		bound[i] = converted
	}
	return bound, nil
}

func bindOne(parameter gocql.ColumnInfo, value any) (any, error) {
	text, isText := value.(string)
	if !isText {
		return value, nil
	}
	kind, err := typeOf(parameter.TypeInfo)
	if err != nil {
		return nil, err
	}
	converted, err := kind.fromText(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no %s", text, kind)
	}
	return converted, nil
}

// fromText returns the Go value for the driver that a text stands for.
func (t *columnType) fromText(text string) (any, error) {
	switch t.code {
	case gocql.TypeAscii, gocql.TypeText, gocql.TypeVarchar:
		return text, nil
	}
	text = strings.TrimSpace(text)
	switch t.code {
	case gocql.TypeBoolean:
		return strconv.ParseBool(strings.ToLower(text))
	case gocql.TypeFloat:
		value, err := strconv.ParseFloat(text, 32)
		return float32(value), err
	case gocql.TypeDouble:
		return strconv.ParseFloat(text, 64)
	case gocql.TypeDecimal:
		return parseDecimal(text)
	case gocql.TypeBlob:
		digits, found := strings.CutPrefix(strings.ToLower(text), "0x")
		if blob := unhex(digits); found && len(blob)*2 == len(digits) {
			return []byte(blob), nil
		}
		return nil, strconv.ErrSyntax
	case gocql.TypeTimestamp:
		return parseMoment(text)
	case gocql.TypeTime:
		moment, err := time.Parse("15:04:05.999999999", text)
		return moment.Sub(moment.Truncate(24 * time.Hour)), err
	}
	if _, err := t.Marshal(text); err != nil { // the others are converted by the driver
		return nil, err
	}
	return text, nil
}

// parseMoment reads a timestamp as CQL writes it.
func parseMoment(text string) (any, error) {
	if milliseconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return milliseconds, nil
	}
	var err error
	for _, form := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999-0700", "2006-01-02T15:04:05.999-0700", "2006-01-02 15:04-0700",
		"2006-01-02T15:04:05.999", "2006-01-02 15:04:05.999", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		var moment time.Time
		if moment, err = time.Parse(form, text); err == nil {
			return moment, nil
		}
	}
	return nil, err
}

// Encoded is a value in the form of the protocol, for a parameter of any type. It implements gocql.Marshaler.
type Encoded []byte

// MarshalCQL returns the bytes.
func (e Encoded) MarshalCQL(gocql.TypeInfo) ([]byte, error) { return e, nil }

// parseDecimal reads a number of any length and precision, such as -1.50 or 3E-7.
func parseDecimal(text string) (any, error) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	unscaled, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return nil, strconv.ErrSyntax
	}
	scale := int64(len(fraction))
	if hasExponent {
		power, err := strconv.ParseInt(exponent, 10, 32)
		if err != nil {
			return nil, err
		}
		scale -= power
	}
	return append(Encoded(binary.BigEndian.AppendUint32(nil, uint32(int32(scale)))), twosComplement(unscaled)...), nil
}

// twosComplement returns an integer as the protocol writes it.
func twosComplement(n *big.Int) []byte {
	size := n.BitLen()/8 + 1
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(size)*8))
	}
	return n.FillBytes(make([]byte, size))
}
