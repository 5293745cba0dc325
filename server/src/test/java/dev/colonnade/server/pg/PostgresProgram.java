package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Client program of PostgreSQL that a test runs against a server, if it is installed. */
final class PostgresProgram {
  private static final long WAIT_SECONDS_MAX = 300;

  private final String name;
  private final Path folder;
  private final Map<String, String> environment;

  /**
   * Creates a program on the PATH.
   *
   * @param folder private directory for its input and output files
   */
  PostgresProgram(String name, Path folder, int port) {
    this(
        name,
        folder,
        Map.of(
            "PATH", String.valueOf(System.getenv("PATH")),
            "HOME", folder.toString(),
            "LC_ALL", "C",
            "PGHOST", "127.0.0.1",
            "PGPORT", Integer.toString(port),
            "PGUSER", "postgres",
            "PGDATABASE", "colonnade",
            "PGCLIENTENCODING", "UTF8",
            "PGTZ", "UTC"));
  }

  private PostgresProgram(String name, Path folder, Map<String, String> environment) {
    this.name = name;
    this.folder = folder;
    this.environment = environment;
  }

  /** Returns a copy whose sessions start with a setting. */
  PostgresProgram withSetting(String setting, String value) {
    return with("PGOPTIONS", "-c " + setting + "=" + value);
  }

  /** Returns a copy that connects to a Unix domain socket in a directory. */
  PostgresProgram withHost(String host) {
    return with("PGHOST", host);
  }

  private PostgresProgram with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new PostgresProgram(name, folder, Map.copyOf(more));
  }

  /** Exit status, and the text on standard output and standard error. */
  record Outcome(int status, String output) {
    /** Returns the output; fails unless the exit status is 0. */
    String text() {
      assertThat(status).as(output).isZero();
      return output;
    }
  }

  /** Skips the test unless the program is installed in a version with this prefix. */
  void assumeVersion(String prefix) throws Exception {
    String version;
    try {
      version = run("--version").output().strip();
    } catch (IOException e) {
      version = "none";
    }
    assumeTrue(
        version.startsWith(prefix), name + " is needed: expected=" + prefix + " found=" + version);
  }

  /** Runs the program to its end. */
  Outcome run(String... arguments) throws Exception {
    Path nothing = Files.createTempFile(folder, "in", ".txt");
    return run(nothing, arguments);
  }

  /** Runs the program to its end, with a text on standard input. */
  Outcome feed(String input, String... arguments) throws Exception {
    Path file = Files.createTempFile(folder, "in", ".txt");
    Files.writeString(file, input);
    return run(file, arguments);
  }

  private Outcome run(Path input, String... arguments) throws Exception {
    Path output = Files.createTempFile(folder, "out", ".txt");
    List<String> command = new ArrayList<>(List.of(name));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean hasEnded = process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
      String printed = Files.readString(output, UTF_8);
      assertThat(hasEnded).as("%s did not end: %s", command, printed).isTrue();
      return new Outcome(process.exitValue(), printed);
    } finally {
      process.destroyForcibly();
    }
  }
}
