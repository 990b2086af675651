package sessions

import (
	"fmt"

	"go.etcd.io/bbolt"
)

// PutMessages writes the messages of some keys, all or none; one without a text is
// removed. They are on disk when it returns.
func (f *File) PutMessages(messages map[string][]byte) error {
	err := f.db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketMessages)
		for key, text := range messages {
			var err error
			if text == nil {
				err = bucket.Delete([]byte(key))
			} else {
				err = bucket.Put([]byte(key), text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep messages: %w", err)
	}
	return nil
}

// Messages returns all messages by their keys.
func (f *File) Messages() (map[string][]byte, error) {
	found := map[string][]byte{}
	err := f.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketMessages).ForEach(func(key, text []byte) error {
			found[string(key)] = append([]byte{}, text...)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	return found, nil
}
