package diagram

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
)

// contentKey stands for all that a result depends on: equal keys, equal
// results.
type contentKey [sha256.Size]byte

// content gathers what a key is made of. Each text has its length before it,
// so that no two lists of values look alike.
type content struct{ bytes []byte }

func (c *content) key() contentKey { return sha256.Sum256(c.bytes) }

func (c *content) count(n int) { c.bytes = binary.AppendVarint(c.bytes, int64(n)) }

func (c *content) number(value float64) {
	c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(value))
}

func (c *content) flag(is bool) {
	if is {
		c.bytes = append(c.bytes, 1)
	} else {
		c.bytes = append(c.bytes, 0)
	}
}

func addText[T ~string](c *content, texts ...T) {
	for _, text := range texts {
		c.count(len(text))
		c.bytes = append(c.bytes, text...)
	}
}
