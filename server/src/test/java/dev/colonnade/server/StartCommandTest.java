package dev.colonnade.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Start command in its own process, as a user runs it. */
@Tag("integration")
class StartCommandTest {
  private static final Pattern READY =
      Pattern.compile(
          "colonnade is ready: native 127\\.0\\.0\\.1:(\\d+) http 127\\.0\\.0\\.1:(\\d+)"
              + " pg 127\\.0\\.0\\.1:(\\d+) store (.+)");

  private static final Map<String, String> SMALL =
      Map.of("COLONNADE_STORE_BLOCK_CACHE", "16 MiB", "COLONNADE_STORE_WRITE_BUFFER", "8 MiB");

  @TempDir Path folder;

  @Test
  void shouldServeUntilItIsTerminated() throws Exception {
    Path store = folder.resolve("store");
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      Matcher ready = ready(child.line());
      assertThat(ready.group(4)).isEqualTo(store.toString());
      createTable(Integer.parseInt(ready.group(1)));
      assertThat(get(ready.group(2), "/ready")).isEqualTo(200);
      assertClosedToOthers(store);
      assertThat(get(ready.group(2), "/metrics")).isEqualTo(200);
      assertThat(get(ready.group(2), "/_status/server")).isEqualTo(200);
      child.terminate();
      assertThat(child.status()).isZero();
      assertThat(child.line()).as("a second line on standard output").isNull();
      assertThat(child.errors()).contains("stopped").doesNotContain("Exception");
    }
    assertThat(store.resolve("HOLDER")).doesNotExist();
  }

  @Test
  void shouldShutDownCleanlyWhenTerminatedBeforeItIsReady() throws Exception {
    Path store = folder.resolve("store");
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      await().pollInterval(Duration.ofMillis(1)).until(() -> Files.exists(store.resolve("HOLDER")));
      child.terminate();
      assertThat(child.status()).isZero();
      assertThat(child.errors()).contains("stopped").doesNotContain("Exception");
    }
    assertThat(store.resolve("HOLDER")).doesNotExist();
    try (ServerChildProcess again = start(store, "--http-port", "0")) {
      ready(again.line());
    }
  }

  @Test
  void shouldReportThatTheStoreIsInUse() throws Exception {
    Path store = folder.resolve("store");
    try (ServerChildProcess first = start(store, "--http-port", "0")) {
      ready(first.line());
      try (ServerChildProcess second = start(store, "--http-port", "0")) {
        assertThat(second.status()).isEqualTo(ExitStatus.STORE_IN_USE.number());
        assertOneLine(second, "pid");
      }
      first.kill();
      first.status();
    }
    try (ServerChildProcess third = start(store, "--http-port", "0")) {
      ready(third.line());
    }
  }

  @Test
  void shouldReportThatAPortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      try (ServerChildProcess child = start(folder.resolve("a"), "--http-port", port)) {
        assertThat(child.status()).isEqualTo(ExitStatus.PORT_UNAVAILABLE.number());
        assertOneLine(child, "port=" + port);
      }
      try (ServerChildProcess child =
          run(
              "start",
              "--store=" + folder.resolve("b"),
              "--native-port=" + port,
              "--http-port=0",
              "--pg-port=0")) {
        assertThat(child.status()).isEqualTo(ExitStatus.PORT_UNAVAILABLE.number());
        assertOneLine(child, "port=" + port);
      }
    }
  }

  @Test
  void shouldReportThatTheStoreIsTooNew() throws Exception {
    Path store = Files.createDirectory(folder.resolve("store"));
    Files.writeString(
        store.resolve("COLONNADE"),
        "colonnade store\nformat=999\nid=00000000-0000-0000-0000-000000000000\n");
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      assertThat(child.status()).isEqualTo(ExitStatus.STORE_TOO_NEW.number());
      assertOneLine(child, "format=999");
    }
  }

  @Test
  void shouldReportThatTheStoreWasUpgradedMeanwhile() throws Exception {
    Path store = folder.resolve("store");
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      ready(child.line());
      child.terminate();
      assertThat(child.status()).isZero();
    }
    Path identity = store.resolve("COLONNADE");
    String before = Files.readString(identity);
    Files.writeString(identity, before.replaceFirst("format=\\d+", "format=77"));
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      assertThat(child.status()).isEqualTo(ExitStatus.STORE_TOO_NEW.number());
      assertOneLine(child, "format=77");
    }
    Files.writeString(identity, before);
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      ready(child.line());
    }
  }

  /** Uses Linux's /dev/full, a file on which every write fails because the disk is full. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReportThatTheDiskIsFull() throws Exception {
    Path store = Files.createDirectory(folder.resolve("store"));
    Files.createSymbolicLink(store.resolve("HOLDER"), Path.of("/dev/full"));
    try (ServerChildProcess child = start(store, "--http-port", "0")) {
      assertThat(child.status()).isEqualTo(ExitStatus.DISK_FULL.number());
      assertOneLine(child, store.toString());
    }
  }

  @Test
  void shouldReportAnInvalidConfiguration() throws Exception {
    Path config = Files.writeString(folder.resolve("my.conf"), "listen.prot = 1\n");
    try (ServerChildProcess child =
        run("start", "--store", folder.resolve("s").toString(), "--config", config.toString())) {
      assertThat(child.status()).isEqualTo(ExitStatus.INVALID_CONFIGURATION.number());
      assertOneLine(child, "my.conf:1");
    }
    assertThat(folder.resolve("s")).doesNotExist();
  }

  @Test
  void shouldReportTheFileThatIsInTheWay() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    try (ServerChildProcess child = start(file, "--http-port", "0", "--verbose")) {
      assertThat(child.status()).isEqualTo(ExitStatus.STORE_UNUSABLE.number());
      assertThat(child.errors()).contains("colonnade: ").contains("\tat dev.colonnade.");
    }
  }

  @Test
  void shouldWarnWhenItListensBeyondThisMachine() throws Exception {
    try (ServerChildProcess child =
        start(folder.resolve("store"), "--http-port", "0", "--listen", "0.0.0.0")) {
      assertThat(child.line()).contains("native 0.0.0.0:").contains("http 0.0.0.0:");
      assertThat(child.errors()).contains("WARN").contains("without a certificate");
    }
  }

  private ServerChildProcess start(Path store, String... more) throws Exception {
    String[] arguments = new String[more.length + 7];
    System.arraycopy(
        new String[] {"start", "--store", store.toString(), "--native-port", "0", "--pg-port", "0"},
        0,
        arguments,
        0,
        7);
    System.arraycopy(more, 0, arguments, 7, more.length);
    return run(arguments);
  }

  private ServerChildProcess run(String... arguments) throws Exception {
    return ServerChildProcess.run(folder, SMALL, arguments);
  }

  private static Matcher ready(@Nullable String line) {
    Matcher matcher = READY.matcher(requireNonNull(line, "ended before it was ready"));
    assertThat(matcher.matches()).as(line).isTrue();
    return matcher;
  }

  private static void assertClosedToOthers(Path store) throws IOException {
    try (Stream<Path> paths = Files.walk(store)) {
      assertThat(paths.filter(Files::isRegularFile))
          .hasSizeGreaterThan(3)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as(path.toString())
                      .isEqualTo("rw-------"));
    }
  }

  private static void assertOneLine(ServerChildProcess child, String part) throws Exception {
    assertThat(child.errors().lines().filter(line -> line.startsWith("colonnade: ")))
        .singleElement()
        .asString()
        .contains(part);
    assertThat(child.errors()).doesNotContain("\tat ");
    assertThat(child.line()).isNull();
  }

  private static void createTable(int port) {
    try (ColonnadeClient client = TestServers.client(port).build()) {
      client.createTable(TestServers.people("people"), false);
    }
  }

  private static int get(String port, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(Duration.ofMinutes(2))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }
}
