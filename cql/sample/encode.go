package sample

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"slices"
	"time"

	"widerow/model"
)

// shape asks for a value of a type that is no native one, of which no parts are known.
type shape struct {
	typ model.Type
	of  subject
}

// encode returns a value as the protocol has it, nil for NULL. A value that the type cannot have is replaced
// by one that it can have: the same one for the same value, so that tables still agree.
func (w *world) encode(t model.Type, value any, s subject) []byte {
	t = t.Unfrozen()
	if made, is := value.(shape); is {
		return w.made(t, made.of)
	}
	if value == nil {
		return nil
	}
	switch t.Kind {
	case model.ListType, model.SetType:
		return w.encodeElements(t, value, s)
	case model.MapType:
		return w.encodePairs(t, value, s)
	case model.TupleType, model.UserTypeRef:
		return w.encodeFields(t, value, s)
	case model.VectorType:
		return w.encodeVector(t, value, s)
	case model.NativeType:
		if encoded := native(t.Name, value); encoded != nil {
			return encoded
		}
		hash := w.hash(s.hash, hashOf(fmt.Sprint(value)))
		return native(t.Name, w.scalar(t, subject{words: s.words, ordinal: hash, hash: hash}))
	}
	return nil
}

// made returns a value of any type from a hash.
func (w *world) made(t model.Type, s subject) []byte {
	t = t.Unfrozen()
	if t.Kind == model.NativeType {
		return native(t.Name, w.scalar(t, s))
	}
	part := func(i int) subject { h := mix(s.hash, uint64(i)); return subject{words: s.words, ordinal: h, hash: h} }
	var all elements
	switch t.Kind {
	case model.ListType, model.SetType:
		for i := range 1 + below(mix(s.hash), 2*assumedElements-1) {
			all = append(all, shape{t.Arguments[0], part(i)})
		}
		return w.encodeElements(t, all, s)
	case model.MapType:
		var entries pairs
		for i := range 1 + below(mix(s.hash), assumedElements) {
			entries = append(entries, pair{shape{t.Arguments[0], part(i)}, shape{t.Arguments[1], part(-1 - i)}})
		}
		return w.encodePairs(t, entries, s)
	case model.VectorType:
		for i := range t.Dimension {
			all = append(all, shape{t.Arguments[0], part(i)})
		}
		return w.encodeVector(t, all, s)
	case model.TupleType, model.UserTypeRef:
		return w.encodeFields(t, fields{}, s)
	}
	return nil
}

// listed returns the elements of a value: itself, if it is one.
func listed(value any) elements {
	switch v := value.(type) {
	case elements:
		return v
	case pairs:
		var all elements
		for _, one := range v {
			all = append(all, one.key)
		}
		return all
	}
	return elements{value}
}

func (w *world) encodeElements(t model.Type, value any, s subject) []byte {
	all := listed(value)
	if t.Kind == model.SetType {
		all = slices.Clone(all)
		slices.SortStableFunc(all, compare)
	}
	var parts [][]byte
	for _, one := range all {
		part := w.encode(t.Arguments[0], one, s)
		if part == nil || t.Kind == model.SetType && slices.ContainsFunc(parts, func(p []byte) bool { return bytes.Equal(p, part) }) {
			continue
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil
	}
	if t.Kind == model.SetType && slices.ContainsFunc(all, isMade) {
		slices.SortFunc(parts, bytes.Compare)
	}
	made := binary.BigEndian.AppendUint32(nil, uint32(len(parts)))
	for _, part := range parts {
		made = appendValue(made, part)
	}
	return made
}

func isMade(value any) bool { _, is := value.(shape); return is }

// encodePairs encodes a map. Elements without a value of their own become keys, with values made from them; a
// composite element of two parts is a key and its value.
func (w *world) encodePairs(t model.Type, value any, s subject) []byte {
	entries, is := value.(pairs)
	if !is {
		for _, one := range listed(value) {
			parts, composite := one.(fields)
			if composite && len(parts) == 2 {
				entries = append(entries, pair{parts[0].value, parts[1].value})
				continue
			}
			hash := w.hash(s.hash, hashOf(fmt.Sprint(one)))
			entries = append(entries, pair{one, shape{t.Arguments[1], subject{words: s.words, ordinal: hash, hash: hash}}})
		}
	}
	var keys, parts [][]byte
	for _, entry := range entries {
		key, part := w.encode(t.Arguments[0], entry.key, s), w.encode(t.Arguments[1], entry.value, s)
		if key != nil && part != nil && !slices.ContainsFunc(keys, func(k []byte) bool { return bytes.Equal(k, key) }) {
			keys, parts = append(keys, key), append(parts, part)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	made := binary.BigEndian.AppendUint32(nil, uint32(len(keys)))
	for i := range keys {
		made = appendValue(appendValue(made, keys[i]), parts[i])
	}
	return made
}

// encodeFields encodes a tuple or a value of a user-defined type. Fields are found by name, parts of a tuple by
// place; what is not known is made from the rest.
func (w *world) encodeFields(t model.Type, value any, s subject) []byte {
	known, _ := value.(fields)
	rest := w.hash(s.hash, hashOf(fmt.Sprint(value)))
	var made []byte
	add := func(t model.Type, name string, place int) {
		at := slices.IndexFunc(known, func(f field) bool { return f.name == name })
		if name == "" && place < len(known) {
			at = place
		}
		hash := mix(rest, uint64(place))
		of := subject{words: wordsOf(name), ordinal: hash, hash: hash}
		if at < 0 {
			made = appendValue(made, w.made(t, of))
			return
		}
		made = appendValue(made, w.encode(t, known[at].value, of))
	}
	if t.Kind == model.TupleType {
		for i, part := range t.Arguments {
			add(part, "", i)
		}
		return made
	}
	if userType := w.m.Physical.Types[t.UserType]; userType != nil {
		for i, item := range model.Sorted(userType.Fields) {
			add(item.Value.Type, item.Value.Name, i)
		}
	}
	return made
}

// encodeVector encodes a vector: values of a fixed length one after the other, others with their length.
func (w *world) encodeVector(t model.Type, value any, s subject) []byte {
	all := listed(value)
	isFixed := t.Arguments[0].Unfrozen().FixedLength() > 0
	var made []byte
	for i := range t.Dimension {
		hash := w.hash(s.hash, uint64(i), hashOf(fmt.Sprint(value)))
		of := subject{words: s.words, ordinal: hash, hash: hash}
		var part []byte
		if i < len(all) {
			part = w.encode(t.Arguments[0], all[i], of)
		}
		if part == nil {
			part = w.made(t.Arguments[0], of)
		}
		if !isFixed {
			made = appendUnsigned(made, uint64(len(part)))
		}
		made = append(made, part...)
	}
	return made
}

func appendValue(to, value []byte) []byte {
	if value == nil {
		return binary.BigEndian.AppendUint32(to, math.MaxUint32) // -1: NULL
	}
	return append(binary.BigEndian.AppendUint32(to, uint32(len(value))), value...)
}

// native encodes a value of a native type, nil if it cannot have that value.
func native(name string, value any) []byte {
	switch v := value.(type) {
	case string:
		if name == "text" || name == "ascii" {
			return []byte(v)
		}
	case []byte:
		if name == "blob" {
			return v
		}
	case bool:
		return boolean(name, v)
	case int64:
		return integer(name, v)
	case float64:
		return real(name, v)
	case decimal:
		return v.encode(name)
	case uuid:
		if name == "uuid" || name == "timeuuid" && v[6]>>4 == 1 {
			return v[:]
		}
		if name == "timestamp" && v[6]>>4 == 1 {
			return moment(name, v.time())
		}
	case time.Time:
		return moment(name, v)
	case time.Duration:
		if name == "time" {
			return binary.BigEndian.AppendUint64(nil, uint64(v))
		}
	case netip.Addr:
		if name == "inet" {
			return v.AsSlice()
		}
	case period:
		if name == "duration" {
			return appendSigned(appendSigned(appendSigned(nil, v.months), v.days), v.nanoseconds)
		}
	}
	if name == "text" || name == "ascii" {
		return []byte(plainText(value))
	}
	return nil
}

// plainText writes a value for a column of text.
func plainText(value any) string {
	switch v := value.(type) {
	case uuid:
		return fmt.Sprintf("%x-%x-%x-%x-%x", v[0:4], v[4:6], v[6:8], v[8:10], v[10:])
	case time.Time:
		if v.Equal(v.Truncate(day)) {
			return v.Format(time.DateOnly)
		}
		return v.Format("2006-01-02T15:04:05.000Z")
	case decimal:
		number, _ := numberOf(v)
		return fmt.Sprintf("%.2f", number)
	}
	return fmt.Sprint(value)
}

func boolean(name string, v bool) []byte {
	if name == "boolean" {
		if v {
			return []byte{1}
		}
		return []byte{0}
	}
	return nil
}

func integer(name string, v int64) []byte {
	switch name {
	case "tinyint":
		return []byte{byte(v)}
	case "smallint":
		return binary.BigEndian.AppendUint16(nil, uint16(v))
	case "int":
		return binary.BigEndian.AppendUint32(nil, uint32(v))
	case "bigint", "counter":
		return binary.BigEndian.AppendUint64(nil, uint64(v))
	case "varint":
		return twosComplement(v)
	case "decimal":
		return decimal{v, 0}.encode(name)
	case "float", "double":
		return real(name, float64(v))
	case "timestamp":
		return moment(name, epoch.Add(time.Duration(v)*time.Hour))
	case "date":
		return moment(name, epoch.Add(time.Duration(v%10_000)*day))
	}
	return nil
}

func real(name string, v float64) []byte {
	switch name {
	case "float":
		return binary.BigEndian.AppendUint32(nil, math.Float32bits(float32(v)))
	case "double":
		return binary.BigEndian.AppendUint64(nil, math.Float64bits(v))
	case "decimal":
		return decimal{int64(math.Round(v * 100)), 2}.encode(name)
	case "tinyint", "smallint", "int", "bigint", "varint", "counter":
		return integer(name, int64(v))
	}
	return nil
}

func (d decimal) encode(name string) []byte {
	if name != "decimal" {
		number, _ := numberOf(d)
		return real(name, number)
	}
	return append(binary.BigEndian.AppendUint32(nil, uint32(d.scale)), twosComplement(d.unscaled)...)
}

// moment encodes a time for a type of time.
func moment(name string, at time.Time) []byte {
	switch name {
	case "timestamp":
		return binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli()))
	case "date":
		return binary.BigEndian.AppendUint32(nil, uint32(at.Unix()/int64(day/time.Second)+1<<31))
	case "time":
		return binary.BigEndian.AppendUint64(nil, uint64(at.Sub(at.Truncate(day))))
	case "timeuuid":
		u := timeUUID(at, hashOf(at.String()))
		return u[:]
	case "int", "smallint", "bigint":
		return nil
	}
	return nil
}

func twosComplement(v int64) []byte {
	n := big.NewInt(v)
	size := n.BitLen()/8 + 1
	if v < 0 {
		size = big.NewInt(v+1).BitLen()/8 + 1
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(size)*8))
	}
	return n.FillBytes(make([]byte, size))
}

// appendSigned appends a number in the variable length of durations.
func appendSigned(to []byte, v int64) []byte { return appendUnsigned(to, uint64(v<<1)^uint64(v>>63)) }

// appendUnsigned appends a number whose first byte says, by its leading ones, how many bytes follow.
func appendUnsigned(to []byte, v uint64) []byte {
	more := 0
	for more < 8 && v>>(7*uint(more+1)) > 0 {
		more++
	}
	if more == 8 {
		return binary.BigEndian.AppendUint64(append(to, 0xFF), v)
	}
	first := byte(0xFF << (8 - more))
	whole := binary.BigEndian.AppendUint64(nil, v)[8-more-1:]
	whole[0] |= first
	return append(to, whole...)
}
