package verb

import "testing"

func TestBytes(t *testing.T) {
	for text, want := range map[string]ByteSize{
		"512MB": 512e6, "512 MiB": 512 << 20, "2GiB": 2 << 30, "1.5GB": 15e8, "64kB": 64000, "1TB": 1e12,
		"": 0, "512": 0, "MB": 0, "-1GB": 0, "0MB": 0, "x GB": 0, "1e30TB": 0, "NaNMB": 0,
	} {
		var got ByteSize
		if err := got.UnmarshalText([]byte(text)); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}
