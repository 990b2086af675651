package cassandratest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// fetchLibrary returns the folder with the server's jars. The first time
// Maven brings them: 100 files, 66 MB.
func fetchLibrary() (string, error) {
	if err := checkJava(); err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w", err)
	}
	parent := filepath.Join(cache, "widerow-cassandra")
	library := filepath.Join(parent, Version)
	if _, err := os.Stat(library); err == nil {
		return library, nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("make the cache folder: %w", err)
	}
	return library, download(parent, library)
}

// download fills a folder beside the library and then gives it the name, so
// that a library is whole whenever it is there. Of two test runs that do so at
// once, the second one's rename fails and its copy is thrown away.
func download(parent, library string) error {
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return &missingError{"mvn", "Maven brings the server's jars"}
	}
	work, err := os.MkdirTemp(parent, "download-")
	if err != nil {
		return fmt.Errorf("make a folder for the download: %w", err)
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(project), 0o644); err != nil {
		return fmt.Errorf("write pom.xml: %w", err)
	}
	command := exec.Command(maven, "-B", "-q",
		"org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies",
		"-DincludeScope=runtime", "-DoutputDirectory=lib")
	command.Dir = work
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch Cassandra's jars: %w\n%s", err, output)
	}
	if err := os.Rename(filepath.Join(work, "lib"), library); err != nil {
		if _, missing := os.Stat(library); missing != nil {
			return fmt.Errorf("keep Cassandra's jars: %w", err)
		}
	}
	return nil
}

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>widerow</groupId>
  <artifactId>judge</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.cassandra</groupId>
      <artifactId>cassandra-all</artifactId>
      <version>` + Version + `</version>
    </dependency>
  </dependencies>
</project>
`

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// checkJava: Cassandra 5.0 runs on Java 11 and 17 only.
func checkJava() error {
	java, err := exec.LookPath("java")
	if err != nil {
		return &missingError{"java", "Cassandra runs on Java 11 or 17"}
	}
	output, err := exec.Command(java, "-version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("ask java for its version: %w", err)
	}
	found := javaVersion.FindSubmatch(output)
	if found == nil {
		return fmt.Errorf("ask java for its version: %q", output)
	}
	if major, _ := strconv.Atoi(string(found[1])); major != 11 && major != 17 {
		return &missingError{"Java 11 or 17", fmt.Sprintf("Cassandra does not run on the Java %d that is here", major)}
	}
	return nil
}
