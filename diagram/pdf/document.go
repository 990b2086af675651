// Package pdf writes the objects of a PDF file (ISO 32000-1, version 1.7). It
// knows no picture: diagram/pdf.go says what is on the pages.
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

// String is how one object names another.
func (r Ref) String() string { return fmt.Sprintf("%d 0 R", int(r)) }

// Document gathers objects.
type Document struct{ objects [][]byte }

// Reserve gives a number whose object is set later.
func (d *Document) Reserve() Ref {
	d.objects = append(d.objects, nil)
	return Ref(len(d.objects))
}

// Set gives a reserved number its object.
func (d *Document) Set(ref Ref, object string) { d.objects[ref-1] = []byte(object) }

// Add takes up an object as it is written in the file.
func (d *Document) Add(object string) Ref {
	ref := d.Reserve()
	d.Set(ref, object)
	return ref
}

var packers = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// Stream takes up bytes with the entries of their dictionary, packed.
func (d *Document) Stream(entries string, content []byte) Ref {
	var packed bytes.Buffer
	packer := packers.Get().(*zlib.Writer)
	packer.Reset(&packed)
	packer.Write(content) // a bytes.Buffer takes all
	packer.Close()
	packers.Put(packer)
	ref := d.Reserve()
	object := fmt.Appendf(nil, "<<%s/Filter/FlateDecode/Length %d>>\nstream\n", entries, packed.Len())
	d.objects[ref-1] = append(append(object, packed.Bytes()...), "\nendstream"...)
	return ref
}

// Bytes is the file. root is its catalog, info its title and the like.
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

// Text is a text for people, such as a title, in UTF-16.
func Text(text string) string {
	units := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		units = binary.BigEndian.AppendUint16(units, unit)
	}
	return fmt.Sprintf("<%X>", units)
}
