package ring

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"widerow/model"
)

// encoders turn the text of a value into the bytes that Cassandra stores, by native
// type. They return false for a text that is no value of the type.
var encoders = map[string]func(text string) ([]byte, bool){
	"text": encodeText, "ascii": encodeASCII, "blob": encodeBlob, "boolean": encodeBoolean,
	"tinyint": encodeInteger(1), "smallint": encodeInteger(2), "int": encodeInteger(4), "bigint": encodeInteger(8),
	"varint": encodeVarint, "decimal": encodeDecimal, "float": encodeFloat, "double": encodeDouble,
	"uuid": encodeUUID, "timeuuid": encodeTimeUUID, "inet": encodeInet,
	"timestamp": encodeTimestamp, "date": encodeDate, "time": encodeTime,
}

// formats describes the text form of a value, for types whose name does not.
var formats = map[string]string{
	"boolean": "true or false", "blob": "0xcafe", "uuid": "123e4567-e89b-42d3-a456-426614174000",
	"timeuuid": "a uuid of version 1, such as 50554d6e-29bb-11e5-b345-feff819cdc9f", "inet": "192.0.2.1",
	"timestamp": "2026-05-04 08:00:00+0000", "date": "2026-05-04", "time": "08:00:00", "decimal": "9.50",
}

// Supported reports whether values of a type can be read: native types that a key
// may have. Cassandra allows frozen collections, tuples and user-defined types as
// well.
func Supported(t model.Type) bool { return t.Kind == model.NativeType && encoders[t.Name] != nil }

// Encode returns the bytes of a value, which is written as in CQL but without
// quotes. A time without a zone is in UTC. The error is a sentence for the user.
func Encode(t model.Type, text string) ([]byte, error) {
	if !Supported(t) {
		return nil, fmt.Errorf("values of this type cannot be read")
	}
	if value, ok := encoders[t.Name](text); ok {
		return value, nil
	}
	message := fmt.Sprintf("%q is not a value of type %s", text, t.Name)
	if format := formats[t.Name]; format != "" {
		message += "; expected " + format
	}
	return nil, fmt.Errorf("%s", message)
}

func encodeText(text string) ([]byte, bool) { return []byte(text), true }

func encodeASCII(text string) ([]byte, bool) {
	return []byte(text), strings.IndexFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) < 0
}

func encodeBlob(text string) ([]byte, bool) {
	digits, prefixed := strings.CutPrefix(strings.ToLower(text), "0x")
	value, err := hex.DecodeString(digits)
	return value, prefixed && err == nil
}

func encodeBoolean(text string) ([]byte, bool) {
	switch strings.ToLower(text) {
	case "true":
		return []byte{1}, true
	case "false":
		return []byte{0}, true
	}
	return nil, false
}

func encodeInteger(size int) func(string) ([]byte, bool) {
	return func(text string) ([]byte, bool) {
		number, err := strconv.ParseInt(text, 10, 8*size)
		return binary.BigEndian.AppendUint64(nil, uint64(number))[8-size:], err == nil && text[0] != '+'
	}
}

var varintForm = regexp.MustCompile(`^-?\d+$`)

func encodeVarint(text string) ([]byte, bool) {
	if !varintForm.MatchString(text) {
		return nil, false
	}
	number, ok := new(big.Int).SetString(text, 10)
	return twosComplement(number), ok
}

// twosComplement returns the shortest bytes that keep the sign, as BigInteger.toByteArray does.
func twosComplement(number *big.Int) []byte {
	if number.Sign() >= 0 {
		return append(make([]byte, 1-min(1, number.BitLen()%8)), number.FillBytes(make([]byte, (number.BitLen()+7)/8))...)
	}
	size := new(big.Int).Not(number).BitLen()/8 + 1
	return new(big.Int).Add(number, new(big.Int).Lsh(big.NewInt(1), uint(8*size))).FillBytes(make([]byte, size))
}

// maxExponent keeps the comparison of two decimals cheap.
const maxExponent = 1000

var decimalForm = regexp.MustCompile(`^(-?)(\d*)(?:[.](\d*))?(?:[eE]([+-]?\d{1,4}))?$`)

// encodeDecimal writes the scale, then the digits as a varint: 9.50 is scale 2
// and 950.
func encodeDecimal(text string) ([]byte, bool) {
	parts := decimalForm.FindStringSubmatch(text)
	if parts == nil || parts[2]+parts[3] == "" {
		return nil, false
	}
	exponent := 0
	if parts[4] != "" {
		exponent, _ = strconv.Atoi(parts[4])
	}
	digits, ok := encodeVarint(parts[1] + parts[2] + parts[3])
	scale := int32(len(parts[3]) - exponent)
	return append(binary.BigEndian.AppendUint32(nil, uint32(scale)), digits...), ok && max(exponent, -exponent) <= maxExponent
}

var floatForm = regexp.MustCompile(`^(NaN|-?Infinity|-?\d+([.]\d*)?([eE][+-]?\d+)?)$`)

func encodeFloat(text string) ([]byte, bool) {
	number, err := strconv.ParseFloat(text, 32)
	bits := math.Float32bits(float32(number))
	if math.IsNaN(number) {
		bits = 0x7fc00000 // as Java writes it
	}
	return binary.BigEndian.AppendUint32(nil, bits), err == nil && floatForm.MatchString(text)
}

func encodeDouble(text string) ([]byte, bool) {
	number, err := strconv.ParseFloat(text, 64)
	bits := math.Float64bits(number)
	if math.IsNaN(number) {
		bits = 0x7ff8000000000000 // as Java writes it
	}
	return binary.BigEndian.AppendUint64(nil, bits), err == nil && floatForm.MatchString(text)
}

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func encodeUUID(text string) ([]byte, bool) {
	value, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	return value, err == nil && uuidForm.MatchString(text)
}

func encodeTimeUUID(text string) ([]byte, bool) {
	value, ok := encodeUUID(text)
	return value, ok && value[6]>>4 == 1
}

func encodeInet(text string) ([]byte, bool) {
	address, err := netip.ParseAddr(text)
	if err != nil || address.Zone() != "" {
		return nil, false
	}
	return address.Unmap().AsSlice(), true
}
