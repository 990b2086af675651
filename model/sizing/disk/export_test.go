package disk

// Fixed returns a value of fixed size.
func Fixed(bytes float64) Value { return Value{Length: Exactly(bytes), Fixed: true} }
