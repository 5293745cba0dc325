package dev.colonnade.server.admin.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Headless Chromium with a profile of its own, which resolves no host names. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final long START_SECONDS_MAX = 60;

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;

  private Chromium(Process process, Path profile) throws Exception {
    this.process = process;
    this.port = port(profile.resolve("DevToolsActivePort"));
  }

  /** Returns the program, if this machine has it. */
  static Optional<Path> find() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts the program.
   *
   * @param profile folder for its files
   */
  static Chromium start(Path program, Path profile) throws Exception {
    Files.createDirectories(profile);
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                // Root has no sandbox.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    try {
      return new Chromium(process, profile);
    } catch (Exception | Error e) {
      end(process);
      throw e;
    }
  }

  /** Waits for the file that the program writes when it can be connected to. */
  private int port(Path file) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
    while (System.nanoTime() < end && process.isAlive()) {
      if (Files.exists(file) && Files.size(file) > 0) {
        return Integer.parseInt(Files.readAllLines(file).getFirst());
      }
      Thread.sleep(20);
    }
    throw new IOException(
        "Chromium does not start: " + Files.readString(file.resolveSibling("chromium.log")));
  }

  /** Connects to its only page. */
  BrowserPage page() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    String list = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (JsonNode target : new ObjectMapper().readTree(list)) {
      if (target.get("type").asText().equals("page")) {
        URI address = URI.create(target.get("webSocketDebuggerUrl").asText());
        return new BrowserPage(DevTools.connect(client, address));
      }
    }
    throw new IOException("Chromium has no page: " + list);
  }

  @Override
  public void close() {
    client.close();
    end(process);
  }

  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
