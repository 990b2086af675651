package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// format is the number of the layout that this version writes and reads (see the
// package comment). A file with a higher number is rejected.
const format = 1

var (
	errFormatDamaged = errors.New("the number of its format is damaged")
	formatValue      = strconv.AppendInt(nil, format, 10)
)

// formatSum is what keyFormatCheck holds for a value of keyFormat.
func formatSum(value []byte) []byte {
	sum := store.HashOf(append([]byte("format "), value...))
	return sum[:]
}

func putFormat(meta *bbolt.Bucket) error {
	return errors.Join(meta.Put(keyFormat, formatValue), meta.Put(keyFormatCheck, formatSum(formatValue)))
}

// checkFormat returns nil if the file has our format, ErrNewerFormat if a newer
// version has written it, and ErrCorrupt if its value or its check is damaged:
// one flipped bit turns one number into another, but not into one with the same
// check. Files of old versions have no check until they are opened.
func checkFormat(value, check []byte) error {
	number, err := strconv.Atoi(string(value))
	ours := bytes.Equal(value, formatValue)
	switch {
	case check == nil && (err != nil || number < 1):
		return fmt.Errorf("%w: %w", store.ErrCorrupt, errNotAStore)
	case ours && (check == nil || bytes.Equal(check, formatSum(value))):
		return nil
	case check != nil && !bytes.Equal(check, formatSum(value)):
		return fmt.Errorf("%w: %w", store.ErrCorrupt, errFormatDamaged)
	}
	return fmt.Errorf("written by a newer Widerow in format %d, this one reads up to %d: "+
		"start the newer version: %w", number, format, store.ErrNewerFormat)
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
		_ = db.Update(func(tx *bbolt.Tx) error { return putFormat(tx.Bucket(bucketMeta)) })
	}
}
