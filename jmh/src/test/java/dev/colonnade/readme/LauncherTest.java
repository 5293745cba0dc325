package dev.colonnade.readme;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launcher in a folder of its own, with a fake Maven and a fake JDK. */
final class LauncherTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** Fails if another build runs in the folder. */
  private static final String MAVEN =
      """
      mkdir running || exit 1
      echo built >>builds
      sleep 2
      mkdir -p jmh/target/lib
      rmdir running
      """;

  /** Makes an AOT cache if requested, and prints its arguments otherwise. */
  private static final String JAVA =
      """
      for argument in "$@"; do
        case $argument in
          -XX:AOTCacheOutput=*) echo prepared >>preparations; echo >"${argument#*=}"; exit 0 ;;
        esac
      done
      echo "$@" started
      """;

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void createTheFolder() throws IOException {
    Files.createDirectories(folder.resolve(".mvn"));
    Files.copy(PROJECT.resolve("colonnade"), folder.resolve("colonnade"));
    Files.copy(PROJECT.resolve(".mvn/find-jdk"), folder.resolve(".mvn/find-jdk"));
    program("programs/mvn", MAVEN);
    program("jdk/bin/javac", "");
    program("jdk/bin/java", JAVA);
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
  }

  private void program(String name, String text) throws IOException {
    Path program = folder.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void shouldBuildOnceForStartsAtTheSameTime() throws Exception {
    List<Process> starts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      starts.add(start());
    }
    List<String> outputs = new ArrayList<>();
    for (Process start : starts) {
      outputs.add(output(start));
    }
    assertThat(outputs).allSatisfy(output -> assertThat(output).endsWith("started"));
    assertThat(outputs)
        .filteredOn(output -> output.contains("waiting for another start that is building"))
        .hasSize(2);
    assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(1);
    assertThat(folder.resolve("target/launcher-build.lock")).doesNotExist();
  }

  @Test
  void shouldRemoveTheLockOfAStartThatHasEnded() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path lock = Files.createDirectories(folder.resolve("target/launcher-build.lock"));
    Files.writeString(lock.resolve("pid"), ended.pid() + "\n");

    assertThat(output(start())).endsWith("started");
    assertThat(lock).doesNotExist();
  }

  @Test
  void shouldFreeTheLockWhenTheBuildFails() throws Exception {
    program("programs/mvn", "echo broken; exit 1");

    assertThat(output(start())).contains("broken", "the build failed");
    assertThat(folder.resolve("target/launcher-build.lock")).doesNotExist();
  }

  @Test
  void shouldPrepareOnceForEachBuildAndJdk() throws Exception {
    assertThat(output(start())).contains("preparing", "-XX:AOTCache=").endsWith("started");
    assertThat(output(start())).contains("-XX:AOTCache=").doesNotContain("preparing");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.2\"\n");
    assertThat(output(start())).contains("preparing");
    assertThat(Files.readAllLines(folder.resolve("preparations"))).hasSize(2);
  }

  @Test
  void shouldStartWithoutACacheIfThePreparationFails() throws Exception {
    program("jdk/bin/java", "case $* in *AOTCacheOutput*) exit 1;; esac; echo \"$@\" started");

    assertThat(output(start())).contains("the preparation failed").endsWith("started");
    assertThat(output(start())).doesNotContain("AOTCache", "preparing").endsWith("started");
  }

  @Test
  void shouldNeitherMakeNorUseACacheIfItIsOff() throws Exception {
    environment.put("COLONNADE_AOT", "off");
    assertThat(output(start())).doesNotContain("AOTCache", "preparing").endsWith("started");
    assertThat(folder.resolve("preparations")).doesNotExist();
  }

  private Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", folder.resolve("colonnade").toString());
    builder.directory(folder.toFile());
    builder.environment().remove("COLONNADE_AOT");
    builder.environment().putAll(environment);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().merge("PATH", "", (path, _) -> folder.resolve("programs") + ":" + path);
    return builder.redirectErrorStream(true).start();
  }

  private static String output(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
