package dev.colonnade.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Child process that runs the program as a user starts it. */
final class ServerChildProcess implements AutoCloseable {
  private static final int WAIT_SECONDS_MAX = 300;

  private final Process process;
  private final Path errors;
  private final BufferedReader out;

  private ServerChildProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Runs the program with these arguments; its standard error goes to a file in {@code folder}. */
  static ServerChildProcess run(Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    Path errors = Files.createTempFile(folder, "stderr", ".txt");
    // A killed process does not delete its copy of the native library in the folder of temporary
    // files.
    List<String> command =
        ChildJvm.command(List.of("-Xmx256m", "-Djava.io.tmpdir=" + folder), Main.class, arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile()));
    builder.environment().putAll(environment);
    return new ServerChildProcess(builder.start(), errors);
  }

  /** Returns the next line of its standard output; null when it has ended. */
  @Nullable String line() {
    try {
      return out.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGTERM. Process.destroy() is not used because it also closes the streams. */
  void terminate() {
    process.toHandle().destroy();
  }

  void kill() {
    process.destroyForcibly();
  }

  /** Waits for the end of the process and returns its exit status. */
  int status() throws InterruptedException {
    if (!process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the process still runs: pid=" + process.pid());
    }
    return process.exitValue();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      status();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before the process had ended");
    }
    out.close();
  }
}
