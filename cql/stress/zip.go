package stress

import (
	"archive/zip"
	"bytes"
	"fmt"
)

// Zip returns an archive of the profiles.
func Zip(profiles []Profile) ([]byte, error) {
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for _, profile := range profiles {
		file, err := writer.Create(profile.File())
		if err == nil {
			_, err = file.Write([]byte(profile.Text))
		}
		if err != nil {
			return nil, fmt.Errorf("zip the profiles: %w", err)
		}
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("zip the profiles: %w", err)
	}
	return archive.Bytes(), nil
}
