package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// The numbers of the layouts that this version writes and reads (see the package
// comment). A file with a higher number is rejected.
const (
	plainFormat   = 1
	guardedFormat = 2 // with chains that say who may do what (store.ModelID.Guards), which older programs would not heed
)

var errFormatDamaged = errors.New("the number of its format is damaged")

func formatValue(number int) []byte { return strconv.AppendInt(nil, int64(number), 10) }

// formatSum returns the value of keyFormatCheck that belongs to a value of keyFormat.
func formatSum(value []byte) []byte {
	sum := store.HashOf(append([]byte("format "), value...))
	return sum[:]
}

func putFormat(meta *bbolt.Bucket, number int) error {
	value := formatValue(number)
	return errors.Join(meta.Put(keyFormat, value), meta.Put(keyFormatCheck, formatSum(value)))
}

// raiseFormat makes the file one that only programs which heed roles can open.
func raiseFormat(meta *bbolt.Bucket) error {
	if bytes.Equal(meta.Get(keyFormat), formatValue(guardedFormat)) {
		return nil
	}
	return putFormat(meta, guardedFormat)
}

// checkFormat returns nil if the file has our format, ErrNewerFormat if a newer
// version has written it, and ErrCorrupt if its value or its check is damaged:
// one flipped bit turns one number into another, but not into one with the same
// check. Files of old versions have no check until they are opened.
func checkFormat(value, check []byte) error {
	number, err := strconv.Atoi(string(value))
	ours := err == nil && number >= plainFormat && number <= guardedFormat && bytes.Equal(value, formatValue(number))
	switch {
	case check == nil && (err != nil || number < 1):
		return fmt.Errorf("%w: %w", store.ErrCorrupt, errNotAStore)
	case ours && (check == nil || bytes.Equal(check, formatSum(value))):
		return nil
	case check != nil && !bytes.Equal(check, formatSum(value)):
		return fmt.Errorf("%w: %w", store.ErrCorrupt, errFormatDamaged)
	}
	return fmt.Errorf("written by a newer Widerow in format %d, this one reads up to %d: "+
		"start the newer version: %w", number, guardedFormat, store.ErrNewerFormat)
}

// addFormatCheck adds the check to a file of an old version. It is added later if
// the file cannot be written now.
func addFormatCheck(db *bbolt.DB) {
	missing := false
	_ = db.View(func(tx *bbolt.Tx) error {
		missing = tx.Bucket(bucketMeta).Get(keyFormatCheck) == nil
		return nil
	})
	if missing {
		_ = db.Update(func(tx *bbolt.Tx) error { return putFormat(tx.Bucket(bucketMeta), plainFormat) })
	}
}
