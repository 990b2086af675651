package limit

import "testing"

func TestCacheIsBoundedByBytes(t *testing.T) {
	cache := NewCache[string, int](100)
	for i, key := range []string{"a", "b", "c"} {
		cache.Add(key, i, 40)
	}
	if _, found := cache.Get("a"); found || cache.Len() != 2 {
		t.Errorf("%d values, the oldest found: %v; want the last two", cache.Len(), found)
	}
	cache.Get("b")
	cache.Add("d", 3, 40)
	if _, found := cache.Get("c"); found {
		t.Error("the value used last was dropped instead of the one not used")
	}
	if kept := cache.Add("d", 4, 40); kept != 3 {
		t.Errorf("Add replaced a value: %d", kept)
	}
	cache.Add("large", 5, 1000)
	if value, found := cache.Get("large"); !found || value != 5 || cache.Len() != 1 {
		t.Errorf("a large value: %d, %v, beside %d others", value, found, cache.Len()-1)
	}
	cache.Add("e", 6, 100)
	if cache.Len() != 1 || cache.bytes != 100 {
		t.Errorf("%d values of %d bytes, want one of 100", cache.Len(), cache.bytes)
	}
}
