package model

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"widerow/model/internal/tree"
)

// decoder fills a Model from a tree, by the json tags of its types. Unlike
// encoding/json it reports paths in its errors, matches field names exactly and
// keeps unknown fields.
type decoder struct {
	text     []byte
	path     []pathStep
	unknown  []unknownField
	elements map[ID]string // the path of each element
}

var (
	idType          = reflect.TypeFor[ID]()
	orderType       = reflect.TypeFor[Order]()
	positionType    = reflect.TypeFor[*Position]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (d *decoder) model(m *Model, root *tree.Node) error {
	if err := d.structure(reflect.ValueOf(m).Elem(), root); err != nil {
		return err
	}
	m.unknown = d.unknown
	return nil
}

func (d *decoder) errorAt(node *tree.Node, format string, arguments ...any) error {
	line, _ := tree.Position(d.text, node.Offset)
	return &DecodeError{Path: joinPath(d.path), Line: line, Message: fmt.Sprintf(format, arguments...)}
}

func (d *decoder) want(node *tree.Node, kind tree.Kind) error {
	if node.Kind == kind {
		return nil
	}
	return d.errorAt(node, "wanted %v, got %s", kind, excerpt(string(tree.Compact(node))))
}

// in runs decode with step appended to the path.
func (d *decoder) in(step pathStep, decode func() error) error {
	d.path = append(d.path, step)
	err := decode()
	d.path = d.path[:len(d.path)-1]
	return err
}

func (d *decoder) value(target reflect.Value, node *tree.Node) error {
	if reflect.PointerTo(target.Type()).Implements(textUnmarshaler) {
		return d.textual(target, node)
	}
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		return d.structure(target.Elem(), node)
	case reflect.Struct:
		return d.structure(target, node)
	case reflect.Map:
		return d.entries(target, node)
	case reflect.Slice:
		return d.items(target, node)
	case reflect.String:
		return d.string(target, node)
	case reflect.Bool:
		return d.boolean(target, node)
	}
	return d.number(target, node)
}

func (d *decoder) structure(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Object); err != nil {
		return err
	}
	fields := fieldsOf(target.Type())
	for _, member := range node.Members {
		err := d.in(pathStep{key: member.Key}, func() error {
			if field, known := fields.byName[member.Key]; known {
				return d.value(target.Field(field.index), member.Value)
			}
			d.unknown = append(d.unknown, unknownField{slices.Clone(d.path), member.Value})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) entries(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Object); err != nil {
		return err
	}
	if len(node.Members) == 0 {
		return nil
	}
	kind := target.Type()
	target.Set(reflect.MakeMapWithSize(kind, len(node.Members)))
	for _, member := range node.Members {
		err := d.in(pathStep{member.Key, true}, func() error {
			if err := d.key(kind, member); err != nil {
				return err
			}
			value := reflect.New(kind.Elem()).Elem()
			if err := d.value(value, member.Value); err != nil {
				return err
			}
			if kind.Elem().Kind() == reflect.Bool && !value.Bool() {
				return d.errorAt(member.Value, "wanted true, got false: omit values that are not in the set")
			}
			target.SetMapIndex(reflect.ValueOf(member.Key).Convert(kind.Key()), value)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// key checks a key that is an ID. The ids of elements must be unique in the
// whole document; those in sets and in the layout are references.
func (d *decoder) key(kind reflect.Type, member tree.Member) error {
	if kind.Key() != idType {
		return nil
	}
	id := ID(member.Key)
	if !id.Valid() {
		return d.errorAt(member.Value, "wanted an id (%s), got %q", idForm, excerpt(member.Key))
	}
	if kind.Elem().Kind() != reflect.Pointer || kind.Elem() == positionType {
		return nil
	}
	if other, taken := d.elements[id]; taken {
		return d.errorAt(member.Value, "the id %q is already that of %s: every element needs its own", id, other)
	}
	d.elements[id] = joinPath(d.path)
	return nil
}

func (d *decoder) items(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Array); err != nil {
		return err
	}
	items := reflect.MakeSlice(target.Type(), len(node.Items), len(node.Items))
	for i, item := range node.Items {
		if err := d.in(pathStep{strconv.Itoa(i), true}, func() error { return d.value(items.Index(i), item) }); err != nil {
			return err
		}
	}
	target.Set(items)
	return nil
}

func (d *decoder) textual(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.String); err != nil {
		return err
	}
	if err := target.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(node.Text)); err != nil {
		return d.errorAt(node, "%v", err)
	}
	return nil
}

func (d *decoder) string(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.String); err != nil {
		return err
	}
	if target.Type() == idType && node.Text != "" && !ID(node.Text).Valid() {
		return d.errorAt(node, "wanted an id (%s), got %q", idForm, excerpt(node.Text))
	}
	if target.Type() == orderType && !Order(node.Text).Valid() {
		return d.errorAt(node, "wanted an order key (digits 0-9 and a-z, the last not 0), got %q", excerpt(node.Text))
	}
	target.SetString(node.Text)
	return nil
}

func (d *decoder) boolean(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Bool); err != nil {
		return err
	}
	target.SetBool(node.Text == "true")
	return nil
}

func (d *decoder) number(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Number); err != nil {
		return err
	}
	if target.Kind() == reflect.Float64 {
		number, err := strconv.ParseFloat(node.Text, 64)
		if err != nil || math.IsInf(number, 0) {
			return d.errorAt(node, "the number %s is too big", excerpt(node.Text))
		}
		target.SetFloat(number)
		return nil
	}
	number, err := strconv.Atoi(node.Text)
	if err != nil {
		return d.errorAt(node, "wanted a whole number, got %s", excerpt(node.Text))
	}
	target.SetInt(int64(number))
	return nil
}
