package assets

import "testing"

// Start must not wait for the assets: hashing all of them is what the first address costs.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load()
	}
}
