package cassandratest

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// fetchLibrary returns the class path of the server: its jars and our memtable. On
// first use Maven downloads the jars: 100 files, 66 MB.
func fetchLibrary(version string) (string, error) {
	version, _, _ = strings.Cut(version, " ")
	if err := checkJava(version); err != nil {
		return "", err
	}
	jars, err := fetchJars(version)
	if err != nil {
		return "", err
	}
	if isBefore5(version) { // its memtables are its own
		return filepath.Join(jars, "*"), nil
	}
	memtable, err := compileMemtable(jars, version)
	if err != nil {
		return "", err
	}
	return filepath.Join(jars, "*") + string(os.PathListSeparator) + memtable, nil
}

// fetchJars returns the folder with the jars.
func fetchJars(version string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w", err)
	}
	parent := filepath.Join(cache, "widerow-cassandra")
	library := filepath.Join(parent, version)
	if _, err := os.Stat(library); err == nil {
		return library, nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("make the cache folder: %w", err)
	}
	return library, download(parent, library, version)
}

//go:embed UnloggedMemtable.java
var memtableSource []byte

// compileMemtable returns the folder with the compiled class, which it keeps beside
// the jars. The compiler is one of the jars, since the server compiles functions
// with it.
func compileMemtable(jars, version string) (string, error) {
	folder := fmt.Sprintf("%s-memtable-%x", jars, sha256.Sum256(memtableSource))[:len(jars)+len("-memtable-")+16]
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	work, err := os.MkdirTemp(filepath.Dir(jars), "compile-")
	if err != nil {
		return "", fmt.Errorf("make a folder for the memtable: %w", err)
	}
	defer os.RemoveAll(work)
	source := filepath.Join(work, "UnloggedMemtable.java")
	if err := os.WriteFile(source, memtableSource, 0o644); err != nil {
		return "", fmt.Errorf("write the memtable: %w", err)
	}
	command := exec.Command("java", "-cp", filepath.Join(jars, "*"), "org.eclipse.jdt.internal.compiler.batch.Main", "-11", "-proc:none",
		"-cp", filepath.Join(jars, "cassandra-all-"+version+".jar"), "-d", filepath.Join(work, "classes"), source)
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compile the memtable: %w\n%s", err, output)
	}
	return folder, keep(filepath.Join(work, "classes"), folder)
}

// keep gives a complete folder its name, so that a folder of that name is always
// complete. If two test runs do so at once, the second rename fails and its copy is
// removed.
func keep(complete, name string) error {
	if err := os.Rename(complete, name); err != nil {
		if _, missing := os.Stat(name); missing != nil {
			return fmt.Errorf("keep %s: %w", filepath.Base(name), err)
		}
	}
	return nil
}

// download has Maven fill the folder.
func download(parent, library, version string) error {
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return &missingError{"mvn", "Maven brings the server's jars"}
	}
	work, err := os.MkdirTemp(parent, "download-")
	if err != nil {
		return fmt.Errorf("make a folder for the download: %w", err)
	}
	defer os.RemoveAll(work)
	more := ""
	if version < "4" { // its daemon names a class of Thrift, which its own project leaves out
		more = fmt.Sprintf(dependency, "cassandra-thrift", version)
	}
	text := fmt.Sprintf(project, fmt.Sprintf(dependency, "cassandra-all", version)+more)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(text), 0o644); err != nil {
		return fmt.Errorf("write pom.xml: %w", err)
	}
	command := exec.Command(maven, "-B", "-q",
		"org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies",
		"-DincludeScope=runtime", "-DoutputDirectory=lib")
	command.Dir = work
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch Cassandra's jars: %w\n%s", err, output)
	}
	return keep(filepath.Join(work, "lib"), library)
}

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>widerow</groupId>
  <artifactId>judge</artifactId>
  <version>1</version>
  <dependencies>%s
  </dependencies>
</project>
`

const dependency = `
    <dependency><groupId>org.apache.cassandra</groupId><artifactId>%s</artifactId><version>%s</version></dependency>`

// isBefore5 reports whether a version is one of those that take other settings and an
// older Java.
func isBefore5(version string) bool { return version < "5" }

// javaOf returns the program that runs a version. Those before 5.0 need Java 11, which
// WIDEROW_JAVA_11 names, since most systems have a later one.
func javaOf(version string) string {
	if isBefore5(version) {
		return cmp.Or(os.Getenv("WIDEROW_JAVA_11"), "java")
	}
	return "java"
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// checkJava checks that Java is a version that Cassandra supports.
func checkJava(version string) error {
	java, err := exec.LookPath(javaOf(version))
	if err != nil {
		return &missingError{javaOf(version), "Cassandra runs on Java 11 or 17"}
	}
	output, err := exec.Command(java, "-version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("ask java for its version: %w", err)
	}
	found := javaVersion.FindSubmatch(output)
	if found == nil {
		return fmt.Errorf("ask java for its version: %q", output)
	}
	switch major, _ := strconv.Atoi(string(found[1])); {
	case isBefore5(version) && major != 11:
		return &missingError{"Java 11", "Cassandra " + version + " runs on no later one; WIDEROW_JAVA_11 names the program"}
	case major != 11 && major != 17:
		return &missingError{"Java 11 or 17", fmt.Sprintf("Cassandra does not run on the Java %d that is here", major)}
	}
	return nil
}
