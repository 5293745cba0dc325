package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Server in a child process: {@code start} of the same program on the same JVM. Its output is
 * written to a log file. The process ends with {@link #close()}, and also if this process dies for
 * any reason, because its standard input then ends.
 */
public final class LocalServer implements AutoCloseable {
  /** Limit of the time until a server is ready. */
  static final Duration START_MAX = Duration.ofMinutes(3);

  /** Limit of the time of an orderly shutdown; then the process is killed. */
  static final Duration STOP_MAX = Duration.ofSeconds(30);

  private static final String STORE_NAME = "store";
  private static final int LAST_LINES = 20;
  private static final String LOG_NAME = "server.log";
  private static final int EXIT_BY_SIGINT = 128 + 2;
  private static final int EXIT_BY_SIGTERM = 128 + 15;

  private final Process process;
  private final Path log;
  private final ServerAddress address;

  private LocalServer(Process process, Path log, ServerAddress address) {
    this.process = process;
    this.log = log;
    this.address = address;
  }

  /**
   * Starts a server with its store and log in a folder, and waits until it is ready.
   *
   * @throws IOException if the server ends before it is ready, or is not ready after {@link
   *     #START_MAX}; the message contains the path of the log
   */
  public static LocalServer start(Path folder, LocalServerOptions options)
      throws IOException, InterruptedException {
    requireNonNull(folder, "folder is null");
    requireNonNull(options, "options is null");
    Path log = folder.resolve(LOG_NAME);
    List<String> command = new ArrayList<>(options.prefix());
    command.addAll(
        ChildProcess.command(options.flags(), options.arguments(folder.resolve(STORE_NAME))));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(options.environment());
    Process process = builder.start();
    CompletableFuture<ServerAddress> ready = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("server-output").start(() -> copyOutput(process, log, ready));
    try {
      ServerAddress address = ready.get(START_MAX.toSeconds(), TimeUnit.SECONDS);
      return new LocalServer(process, log, address);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly().waitFor();
      throw new IOException("the server did not start: see log=" + log, e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Returns the addresses that the server listens on. */
  public ServerAddress address() {
    return address;
  }

  public Path log() {
    return log;
  }

  public long processId() {
    return process.pid();
  }

  /**
   * Waits until the process has ended.
   *
   * @return true if it ended because of a signal or {@link #close()}; false if it failed
   */
  public boolean awaitEnd() throws InterruptedException {
    int status = process.waitFor();
    return status == 0 || status == EXIT_BY_SIGINT || status == EXIT_BY_SIGTERM;
  }

  /** Kills the process with SIGKILL, and waits for its end. */
  public void kill() throws InterruptedException {
    // By its handle, because Process.destroyForcibly would close its output, too.
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  /** Terminates the process and waits for its end. Kills it after {@link #STOP_MAX}. */
  @Override
  public void close() {
    // By its handle, because Process.destroy would close its output, too.
    process.toHandle().destroy();
    try {
      if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Copies the output of the process to the log; the line with its addresses completes ready. */
  private static void copyOutput(
      Process process, Path log, CompletableFuture<ServerAddress> ready) {
    Deque<String> last = new ArrayDeque<>();
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Writer out = Files.newBufferedWriter(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.write(line);
        out.write('\n');
        out.flush();
        last.add(line);
        if (last.size() > LAST_LINES) {
          last.removeFirst();
        }
        if (!ready.isDone()) {
          ServerAddress.find(line).ifPresent(ready::complete);
        }
      }
      ready.completeExceptionally(
          new IOException(
              "the server ended before it was ready; its last lines:\n" + String.join("\n", last)));
    } catch (IOException e) {
      ready.completeExceptionally(e);
      throw new UncheckedIOException(e);
    }
  }
}
