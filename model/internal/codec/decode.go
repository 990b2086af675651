package codec

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"widerow/model/internal/tree"
)

// Decoder fills structs from a tree, by their json tags. Unlike encoding/json it
// reports paths in its errors, matches field names exactly and keeps unknown
// fields.
type Decoder struct {
	// Text is the source of the tree. Errors have its lines.
	Text []byte
	// CheckKey and CheckText judge a key of a map of this type, and a text of this type. Their
	// errors describe the fault; the Decoder adds its path.
	CheckKey  func(kind reflect.Type, key string, path func() string) error
	CheckText func(kind reflect.Type, text string) error

	path     []step
	pathText func() string // joined, as one value for all keys
	unknown  []Unknown
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// Decode fills the struct to which target points, and returns the fields that it
// does not have. The error is an *Error.
func (d *Decoder) Decode(target any, root *tree.Node) ([]Unknown, error) {
	d.pathText = d.joined
	err := d.structure(reflect.ValueOf(target).Elem(), root)
	return d.unknown, err
}

func (d *Decoder) joined() string {
	keys := make([]string, len(d.path))
	for i, at := range d.path {
		keys[i] = at.key
	}
	return strings.Join(keys, ".")
}

func (d *Decoder) errorAt(node *tree.Node, format string, arguments ...any) error {
	line, _ := tree.Position(d.Text, node.Offset)
	return &Error{Path: d.joined(), Line: line, Message: fmt.Sprintf(format, arguments...)}
}

func (d *Decoder) want(node *tree.Node, kind tree.Kind) error {
	if node.Kind == kind {
		return nil
	}
	return d.errorAt(node, "wanted %v, got %s", kind, excerpt(string(tree.Compact(node))))
}

// in runs decode with one more step of the path.
func (d *Decoder) in(at step, decode func() error) error {
	d.path = append(d.path, at)
	err := decode()
	d.path = d.path[:len(d.path)-1]
	return err
}

func (d *Decoder) value(target reflect.Value, node *tree.Node) error {
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

func (d *Decoder) structure(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Object); err != nil {
		return err
	}
	fields := fieldsOf(target.Type())
	for _, member := range node.Members {
		err := d.in(step{key: member.Key}, func() error {
			if field, known := fields.byName[member.Key]; known {
				return d.value(target.Field(field.index), member.Value)
			}
			d.unknown = append(d.unknown, Unknown{slices.Clone(d.path), member.Value})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Decoder) entries(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Object); err != nil {
		return err
	}
	if len(node.Members) == 0 {
		return nil
	}
	kind := target.Type()
	target.Set(reflect.MakeMapWithSize(kind, len(node.Members)))
	for _, member := range node.Members {
		err := d.in(step{member.Key, true}, func() error {
			if err := d.CheckKey(kind, member.Key, d.pathText); err != nil {
				return d.errorAt(member.Value, "%v", err)
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

func (d *Decoder) items(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Array); err != nil {
		return err
	}
	items := reflect.MakeSlice(target.Type(), len(node.Items), len(node.Items))
	for i, item := range node.Items {
		if err := d.in(step{strconv.Itoa(i), true}, func() error { return d.value(items.Index(i), item) }); err != nil {
			return err
		}
	}
	target.Set(items)
	return nil
}

func (d *Decoder) textual(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.String); err != nil {
		return err
	}
	if err := target.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(node.Text)); err != nil {
		return d.errorAt(node, "%v", err)
	}
	return nil
}

func (d *Decoder) string(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.String); err != nil {
		return err
	}
	if err := d.CheckText(target.Type(), node.Text); err != nil {
		return d.errorAt(node, "%v", err)
	}
	target.SetString(node.Text)
	return nil
}

func (d *Decoder) boolean(target reflect.Value, node *tree.Node) error {
	if err := d.want(node, tree.Bool); err != nil {
		return err
	}
	target.SetBool(node.Text == "true")
	return nil
}

func (d *Decoder) number(target reflect.Value, node *tree.Node) error {
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
