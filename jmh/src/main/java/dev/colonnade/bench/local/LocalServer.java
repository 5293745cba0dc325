package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

  private static final Duration METRICS_MAX = Duration.ofSeconds(10);

  private final Process process;
  private final Path log;
  private final ServerAddress address;
  private final HttpClient http = HttpClient.newHttpClient();

  private LocalServer(Process process, Path log, ServerAddress address) {
    this.process = process;
    this.log = log;
    this.address = address;
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @throws IOException if it ends or takes longer than {@link #START_MAX} before it is ready; the
   *     message names the log
   */
  public static LocalServer start(LocalServerOptions options)
      throws IOException, InterruptedException {
    requireNonNull(options, "options is null");
    Files.createDirectories(options.store());
    Process process =
        new ProcessBuilder(ChildProcess.command(options.arguments()))
            .redirectErrorStream(true)
            .start();
    CompletableFuture<ServerAddress> ready = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("server-output")
        .start(() -> keepOutput(process, options.log(), ready));
    try {
      ServerAddress address = ready.get(START_MAX.toSeconds(), TimeUnit.SECONDS);
      return new LocalServer(process, options.log(), address);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly().waitFor();
      throw new IOException("the server did not start: see log=" + options.log(), e);
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

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it says about itself now. */
  public MetricsPage metrics() throws IOException, InterruptedException {
    URI uri = address.http().resolve("/metrics");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(METRICS_MAX).build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("no metrics: uri=" + uri + " status=" + response.statusCode());
    }
    return MetricsPage.parse(response.body());
  }

  /** Asks it to end, waits for that, and kills it if it takes too long. */
  @Override
  public void close() {
    http.shutdownNow();
    process.destroy();
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
