// Package pdf writes the objects of a PDF file (ISO 32000-1, version 1.7). Package
// scene/pages decides what is on the pages. Start with Document.
package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"sync"
	"unicode/utf16"
)

// Ref is the number of an object.
type Ref int

// String returns the reference to the object, as other objects write it.
func (r Ref) String() string { return fmt.Sprintf("%d 0 R", int(r)) }

// Document collects the objects of a file.
type Document struct{ objects [][]byte }

// Reserve returns a number whose object is set later.
func (d *Document) Reserve() Ref {
	d.objects = append(d.objects, nil)
	return Ref(len(d.objects))
}

// Set sets the object of a reserved number.
func (d *Document) Set(ref Ref, object string) { d.objects[ref-1] = []byte(object) }

// Add adds an object, given as it is written in the file.
func (d *Document) Add(object string) Ref {
	ref := d.Reserve()
	d.Set(ref, object)
	return ref
}

var packers = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// Stream adds content as a compressed stream. entries are further entries of its
// dictionary.
func (d *Document) Stream(entries string, content []byte) Ref {
	var packed bytes.Buffer
	packer := packers.Get().(*zlib.Writer)
	packer.Reset(&packed)
	packer.Write(content) // writing to a bytes.Buffer cannot fail
	packer.Close()
	packers.Put(packer)
	ref := d.Reserve()
	object := fmt.Appendf(nil, "<<%s/Filter/FlateDecode/Length %d>>\nstream\n", entries, packed.Len())
	d.objects[ref-1] = append(append(object, packed.Bytes()...), "\nendstream"...)
	return ref
}

// Bytes returns the file. root is the catalog, and info the object with the title.
func (d *Document) Bytes(root, info Ref) []byte {
	out := []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	table := []byte(fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(d.objects)+1))
	for i, object := range d.objects {
		table = fmt.Appendf(table, "%010d 00000 n \n", len(out))
		out = fmt.Appendf(out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := len(out)
	out = append(out, table...)
	return fmt.Appendf(out, "trailer\n<</Size %d/Root %v/Info %v>>\nstartxref\n%d\n%%%%EOF\n", len(d.objects)+1, root, info, start)
}

// Text encodes text for people, such as a title, in UTF-16.
func Text(text string) string {
	units := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		units = binary.BigEndian.AppendUint16(units, unit)
	}
	return fmt.Sprintf("<%X>", units)
}

// Bytes encodes a text for programs, such as an address.
func Bytes(text string) string { return fmt.Sprintf("<%X>", text) }
