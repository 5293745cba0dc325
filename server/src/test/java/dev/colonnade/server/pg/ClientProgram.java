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

/** A program of PostgreSQL's that a test runs against a port, if the machine has it. */
final class ClientProgram {
  private static final long WAIT_SECONDS_MAX = 300;

  private final String name;
  private final Path folder;
  private final Map<String, String> environment;

  /**
   * A program on the PATH.
   *
   * @param folder of its own, for what it reads and prints
   */
  ClientProgram(String name, Path folder, int port) {
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

  private ClientProgram(String name, Path folder, Map<String, String> environment) {
    this.name = name;
    this.folder = folder;
    this.environment = environment;
  }

  /** The same, whose sessions begin with a setting. */
  ClientProgram withSetting(String setting, String value) {
    return with("PGOPTIONS", "-c " + setting + "=" + value);
  }

  /** The same, which connects to a socket in a folder. */
  ClientProgram withHost(String host) {
    return with("PGHOST", host);
  }

  private ClientProgram with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new ClientProgram(name, folder, Map.copyOf(more));
  }

  /** What it printed on both of its outputs, and with what status it ended. */
  record Outcome(int status, String output) {
    /** What it printed; it must have ended well. */
    String text() {
      assertThat(status).as(output).isZero();
      return output;
    }
  }

  /** Passes the test over unless the program is there, in a version that begins so. */
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

  /** Runs it to its end. */
  Outcome run(String... arguments) throws Exception {
    Path nothing = Files.createTempFile(folder, "in", ".txt");
    return run(nothing, arguments);
  }

  /** Runs it to its end, with a text at its standard input. */
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
      assertThat(hasEnded).as("%s goes on: %s", command, printed).isTrue();
      return new Outcome(process.exitValue(), printed);
    } finally {
      process.destroyForcibly();
    }
  }
}
