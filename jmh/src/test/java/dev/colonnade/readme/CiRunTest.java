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
 * Script of the continuous integration in a folder of its own, with a fake Maven that writes
 * prepared test reports for each lane.
 */
final class CiRunTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String PASSED = "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time";

  @TempDir private Path folder;

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.createDirectories(folder.resolve(".ci"));
    Files.createDirectories(folder.resolve(".mvn"));
    Files.createDirectories(folder.resolve("unit"));
    Files.createDirectories(folder.resolve("integration"));
    Files.copy(PROJECT.resolve(".ci/run"), folder.resolve(".ci/run"));
    Files.copy(PROJECT.resolve(".mvn/find-jdk"), folder.resolve(".mvn/find-jdk"));
  }

  @Test
  void shouldPassWithoutReports() throws Exception {
    assertThat(run(0)).isEqualTo("0: Tests run: 0, Failures: 0, Errors: 0, Skipped: 0");
  }

  @Test
  void shouldSumTheLanes() throws Exception {
    report("unit", "A.txt", PASSED);
    report("unit", "TEST-A.xml", "<testsuite></testsuite>");
    report("integration", "B.txt", PASSED);

    assertThat(run(0)).isEqualTo("0: Tests run: 6, Failures: 0, Errors: 0, Skipped: 2");
  }

  @Test
  void shouldCountFlakes() throws Exception {
    report("unit", "A.txt", PASSED);
    report("unit", "TEST-A.xml", "<flakyFailure m=''/>");
    report("integration", "TEST-B.xml", "<flakyError/>");

    assertThat(run(0))
        .isEqualTo(
            "0: Flakes: 2 (failed, and passed when run again: see above)\n"
                + "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1");
  }

  @Test
  void shouldFailWithTooManyFlakes() throws Exception {
    report("unit", "TEST-A.xml", "<flakyFailure m=''/><flakyError/>\n<flakyFailure/>");

    assertThat(run(0))
        .startsWith("1: Flakes: 3 (failed, and passed when run again: see above)\n")
        .endsWith("ci: more than 2 flakes");
  }

  @Test
  void shouldFailWithTheStatusOfMavenAndSkipFurtherLanes() throws Exception {
    report("unit", "A.txt", "Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time");
    report("integration", "B.txt", PASSED);

    assertThat(run(3)).isEqualTo("3: Tests run: 2, Failures: 1, Errors: 0, Skipped: 0");
  }

  private void report(String lane, String name, String text) throws IOException {
    Files.writeString(folder.resolve(lane).resolve(name), text);
  }

  /** Returns the script's exit status and its last lines: those about the test reports. */
  private String run(int statusOfMaven) throws Exception {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    for (String name : List.of("mvn", "psql", "pgbench", "pgbouncer", "promtool", "chromium")) {
      Path program = programs.resolve(name);
      Files.writeString(program, "#!/bin/sh\n" + fakeMaven(statusOfMaven));
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
    String text = Files.readString(output);
    return script.exitValue() + ": " + text.substring(text.indexOf("reports\n") + 8).strip();
  }

  private static String fakeMaven(int status) {
    return """
    lane=${2#-Dtest.lane=}
    mkdir -p core/target/surefire-reports
    cp -r "$lane"/. core/target/surefire-reports/
    exit %d
    """
        .formatted(status);
  }
}
