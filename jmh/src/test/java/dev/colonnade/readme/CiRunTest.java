package dev.colonnade.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script of the continuous integration in a folder of its own, with a Maven that does nothing.
 */
final class CiRunTest {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final String PASSED = "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time";

  @TempDir private Path folder;
  private Path reports;

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.createDirectories(folder.resolve(".ci"));
    Files.createDirectories(folder.resolve(".mvn"));
    Files.copy(HOUSE.resolve(".ci/run"), folder.resolve(".ci/run"));
    Files.copy(HOUSE.resolve(".mvn/find-jdk"), folder.resolve(".mvn/find-jdk"));
    reports = Files.createDirectories(folder.resolve("core/target/surefire-reports"));
  }

  @Test
  void shouldPassWithoutReports() throws Exception {
    assertThat(run(0)).isEqualTo("0: Tests run: 0, Failures: 0, Errors: 0, Skipped: 0");
  }

  @Test
  void shouldPassWithoutFlakes() throws Exception {
    Files.writeString(reports.resolve("A.txt"), PASSED);
    Files.writeString(reports.resolve("TEST-A.xml"), "<testsuite></testsuite>");

    assertThat(run(0)).isEqualTo("0: Tests run: 3, Failures: 0, Errors: 0, Skipped: 1");
  }

  @Test
  void shouldCountFlakes() throws Exception {
    Files.writeString(reports.resolve("A.txt"), PASSED);
    Files.writeString(
        reports.resolve("TEST-A.xml"), "<flakyFailure m=''/><flakyError/>\n<flakyFailure/>");

    assertThat(run(0))
        .isEqualTo(
            "0: Flakes: 3 (failed, and passed when run again: see above)\n"
                + "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1");
  }

  @Test
  void shouldFailAsMavenDoes() throws Exception {
    assertThat(run(3)).isEqualTo("3: Tests run: 0, Failures: 0, Errors: 0, Skipped: 0");
  }

  /** The script's exit status, and what it prints of the test reports. */
  private String run(int statusOfMaven) throws Exception {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    for (String name : List.of("mvn", "psql", "pgbench", "pgbouncer")) {
      Path program = programs.resolve(name);
      Files.writeString(program, "#!/bin/sh\nexit " + statusOfMaven + "\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("bash", folder.resolve(".ci/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().merge("PATH", "", (path, none) -> programs + File.pathSeparator + path);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process script = builder.start();
    try {
      assertThat(script.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      script.destroyForcibly();
    }
    String said = Files.readString(output);
    return script.exitValue() + ": " + said.substring(said.indexOf("reports\n") + 8).strip();
  }
}
