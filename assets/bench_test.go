package assets

import "testing"

// Program start must not wait for the assets: the first address costs the hashing of all files.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load()
	}
}
