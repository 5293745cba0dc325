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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a process of its own: {@code start} of the same program on the same JVM. All that it
 * says goes to a log file. It ends with {@link #close()}, and also when this process dies in
 * whatever way, because it sees its standard input end.
 */
public final class LocalServer implements AutoCloseable {
  /** How long a server may take until it is ready. */
  static final Duration START_MAX = Duration.ofSeconds(60);

  /** How long a server may take to end in good order before it is killed. */
  static final Duration STOP_MAX = Duration.ofSeconds(30);

  private static final String STORE_NAME = "store";
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
   * @throws IOException if it ends or takes longer than {@link #START_MAX} before it is ready; the
   *     message names the log
   */
  public static LocalServer start(Path folder, LocalServerOptions options)
      throws IOException, InterruptedException {
    requireNonNull(folder, "folder is null");
    requireNonNull(options, "options is null");
    Path log = folder.resolve(LOG_NAME);
    ProcessBuilder builder =
        new ProcessBuilder(ChildProcess.command(options.arguments(folder.resolve(STORE_NAME))))
            .redirectErrorStream(true);
    builder.environment().putAll(options.environment());
    Process process = builder.start();
    CompletableFuture<ServerAddress> ready = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("server-output").start(() -> keepOutput(process, log, ready));
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

  /** Where it listens. */
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
   * Waits until it has ended.
   *
   * @return whether it was told to end, by a signal or by {@link #close()}; false if it failed
   */
  public boolean awaitEnd() throws InterruptedException {
    int status = process.waitFor();
    return status == 0 || status == EXIT_BY_SIGINT || status == EXIT_BY_SIGTERM;
  }

  /** Asks it to end, waits for that, and kills it if it takes too long. */
  @Override
  public void close() {
    // By its handle, because destroying the process itself would close its output, too.
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

  /** Writes all that the process says to the log; the line with its addresses completes ready. */
  private static void keepOutput(
      Process process, Path log, CompletableFuture<ServerAddress> ready) {
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Writer out = Files.newBufferedWriter(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.write(line);
        out.write('\n');
        out.flush();
        if (!ready.isDone()) {
          ServerAddress.find(line).ifPresent(ready::complete);
        }
      }
      ready.completeExceptionally(new IOException("the server ended before it was ready"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
      throw new UncheckedIOException(e);
    }
  }
}
