package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.HttpConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpPortTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final HttpConfig CONFIG = new HttpConfig(8, 1024, LONG, LONG, LONG, List.of());

  /** Configuration with short timeouts, which on a busy machine may close any connection. */
  private static final HttpConfig SHORT_TIMEOUTS =
      new HttpConfig(
          8, 1024, Duration.ofMillis(700), Duration.ofSeconds(2), Duration.ofSeconds(5), List.of());

  private final CountDownLatch slow = new CountDownLatch(1);
  private HttpPort port = open(CONFIG);

  private HttpPort open(HttpConfig config) {
    return open(
        config,
        Map.of(
            "/hello",
            _ -> PageResponse.text(200, "hello\n"),
            "/json",
            _ -> PageResponse.json(503, "{}".getBytes(UTF_8)),
            "/large",
            _ -> PageResponse.text(200, "x".repeat(20_000_000)),
            "/slow",
            _ -> slowPage(),
            "/broken",
            _ -> brokenPage(),
            "/echo",
            query -> PageResponse.text(200, query.text("a").orElse("none")),
            "/closing",
            _ -> closingPage()));
  }

  private HttpPort open(HttpConfig config, Map<String, HttpPage> pages) {
    return HttpPort.open(
        "127.0.0.1", 0, config, HttpSite.of(pages, List.of("db.test"), HttpGate.OPEN, null));
  }

  private void reopen(HttpConfig config) {
    port.close();
    port = open(config);
  }

  @AfterEach
  void close() {
    slow.countDown();
    port.close();
  }

  @Test
  void shouldRespondToGet() throws Exception {
    HttpResponse<String> answer = request("GET", "/hello");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello\n");
    assertThat(answer.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
    assertThat(answer.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(request("GET", "/hello?a=b").body()).isEqualTo("hello\n");
  }

  @Test
  void shouldPassTheQueryToThePage() throws Exception {
    assertThat(request("GET", "/echo").body()).isEqualTo("none");
    assertThat(request("GET", "/echo?b=1&a=x%20y").body()).isEqualTo("x y");
    assertThat(request("GET", "/echo?a=first&a=second").body()).isEqualTo("first");
    assertThat(request("GET", "/echo?a=").body()).isEmpty();
  }

  @Test
  void shouldRespondToHeadWithoutABody() throws Exception {
    HttpResponse<String> answer = request("HEAD", "/hello");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("content-length")).hasValue("6");
  }

  @Test
  void shouldSendTheStatusAndTypeOfAPage() throws Exception {
    HttpResponse<String> answer = request("GET", "/json");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("content-type"))
        .hasValue("application/json; charset=utf-8");
  }

  @Test
  void shouldRejectUnknownPaths() throws Exception {
    assertThat(request("GET", "/").statusCode()).isEqualTo(404);
    assertThat(request("GET", "/hello/../etc/passwd").statusCode()).isEqualTo(404);
    assertThat(raw("GET /hello%zz HTTP/1.0\n\n")).startsWith("HTTP/1.1 404 ");
  }

  /** Such clients waited for the timeout of 10 s, because their messages have no end of a line. */
  @Test
  void shouldRefuseClientsOfOtherProtocolsAtOnce() throws Exception {
    int number = port.address().getPort();
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:colonnade://127.0.0.1:" + number))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(
            "the server responds by HTTP; the native protocol has another port"
                + " (listen.native-port, 7420 by default)");
    try (ColonnadeClient client = ColonnadeClient.builder().server("127.0.0.1", number).build()) {
      assertThatThrownBy(client::ping).hasStackTraceContaining("the server responds by HTTP");
    }
    // The startup message of PostgreSQL begins with its length.
    assertThat(raw("\0\0\0\u0008\u0004\u00d2\u0016/"))
        .startsWith("HTTP/1.1 400 Bad Request\r\n")
        .endsWith("this port serves HTTP, neither the native protocol nor that of PostgreSQL\n");
    assertThat(raw("\n\nGET /hello HTTP/1.0\n\n")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void shouldRejectOtherMethods() throws Exception {
    HttpResponse<String> answer = request("POST", "/hello");
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("allow")).hasValue("GET, HEAD");
    assertThat(request("DELETE", "/hello").statusCode()).isEqualTo(405);
    assertThat(request("DANCE", "/hello").statusCode()).isEqualTo(405);
  }

  @Test
  void shouldRejectBodiesThatAreTooLarge() throws Exception {
    assertThat(raw("POST /hello HTTP/1.0\nContent-Length: 5000\n\n" + "x".repeat(5000)))
        .startsWith("HTTP/1.1 413 ");
    String expecting =
        """
        POST /hello HTTP/1.1
        Expect: 100-continue
        Content-Length: 5000
        Connection: close

        """;
    assertThat(raw(expecting)).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void shouldRejectHeadsThatAreTooLarge() throws Exception {
    assertThat(raw("GET /" + "x".repeat(5000) + " HTTP/1.1\n\n")).startsWith("HTTP/1.1 414 ");
    assertThat(raw("GET /hello HTTP/1.1\nA: " + "x".repeat(5000) + "\n\n"))
        .startsWith("HTTP/1.1 431 ");
    assertThat(raw("GET /hello HTTP/1.1\n" + "A: b\n".repeat(5000) + "\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void shouldSurviveJunk() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      byte[] junk = new byte[random.nextInt(3000)];
      random.nextBytes(junk);
      // Reads to the end: a connection that is not accepted yet is not counted, and would later
      // occupy a slot of the ones below.
      try (RawHttp connection = new RawHttp(port.address())) {
        connection.send(new String(junk, ISO_8859_1) + "\n\n").readAll();
      } catch (IOException e) {
        // A closed connection is one form of rejection.
      }
    }
    await().untilAsserted(() -> assertThat(port.statistics().openConnections()).isZero());
    assertThat(raw("\u0016\u0003\u0001 not http\n\n")).startsWith("HTTP/1.1 400 ");
    assertThat(raw("GET /hello HTTP/9.9.9\n\n")).startsWith("HTTP/1.1 400 ");
    assertThat(request("GET", "/hello").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldRespondToPipelinedRequestsInOrder() throws Exception {
    try (RawHttp connection = new RawHttp(port.address())) {
      connection.send(
          """
          GET /hello HTTP/1.1

          GET /none HTTP/1.1

          GET /json HTTP/1.1
          Connection: close

          """);
      assertThat(connection.readAll().lines().filter(line -> line.startsWith("HTTP/1.1")))
          .containsExactly(
              "HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 503 Service Unavailable");
    }
  }

  @Test
  void shouldCloseConnectionsOfHttp10() throws Exception {
    assertThat(raw("GET /hello HTTP/1.0\n\n")).startsWith("HTTP/1.1 200 OK").endsWith("hello\n");
  }

  @Test
  void shouldCloseConnectionsWithTricklingRequests() throws Exception {
    reopen(SHORT_TIMEOUTS);
    try (RawHttp connection = new RawHttp(port.address())) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  connection.send("G");
                  Thread.sleep(50);
                }
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(port.statistics().timedOutConnections()).isEqualTo(1);
  }

  @Test
  void shouldCloseSilentConnections() throws Exception {
    reopen(SHORT_TIMEOUTS);
    assertThat(raw("")).isEmpty();
    try (RawHttp connection = new RawHttp(port.address())) {
      assertThat(connection.send("GET").readAll()).doesNotContain("200 OK");
    }
    assertThat(port.statistics().timedOutConnections()).isPositive();
  }

  @Test
  void shouldCloseIdleConnections() throws Exception {
    reopen(new HttpConfig(8, 1024, LONG, Duration.ofMillis(500), LONG, List.of()));
    assertThat(raw("GET /hello HTTP/1.1\n\n")).startsWith("HTTP/1.1 200 OK");
  }

  @Test
  void shouldCloseStalledReaders() throws Exception {
    reopen(SHORT_TIMEOUTS);
    try (RawHttp connection = new RawHttp(port.address())) {
      connection.send("GET /large HTTP/1.1\n\n");
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() -> assertThat(port.statistics().openConnections()).isZero());
    }
    assertThat(port.statistics().timedOutConnections()).isEqualTo(1);
  }

  @Test
  void shouldCloseTheLeastRecentlyActiveConnectionAtTheLimit() throws Exception {
    List<RawHttp> connections = new ArrayList<>();
    try {
      for (int i = 0; i < CONFIG.connectionsMax(); i++) {
        RawHttp connection = new RawHttp(port.address());
        connections.add(connection);
        connection.send("GET /hello HTTP/1.1\n\n").readUntil("hello\n");
      }
      connections.getFirst().send("GET /hello HTTP/1.1\n\n").readUntil("hello\n");
      assertThat(raw("GET /hello HTTP/1.0\n\n")).startsWith("HTTP/1.1 200 OK");
      assertThat(port.statistics().refusedConnections()).isEqualTo(1);
      connections.getFirst().send("GET /hello HTTP/1.1\n\n").readUntil("hello\n");
      assertThat(connections.get(1).readAll()).as("the least recently active one").isEmpty();
    } finally {
      for (RawHttp connection : connections) {
        connection.close();
      }
    }
    await().untilAsserted(() -> assertThat(port.statistics().openConnections()).isZero());
    assertThat(request("GET", "/hello").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldRefuseForeignHostNames() throws Exception {
    for (String host : List.of("evil.example", "127.0.0.1.evil.example:7480", "x.db.test")) {
      assertThat(raw("GET /hello HTTP/1.1\nHost: " + host + "\nConnection: close\n\n"))
          .as(host)
          .startsWith("HTTP/1.1 421 ");
    }
    for (String host : List.of("db.test", "DB.test:80", "localhost:7480", "[::1]:1", "10.0.0.1")) {
      assertThat(raw("GET /hello HTTP/1.1\nHost: " + host + "\nConnection: close\n\n"))
          .as(host)
          .startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void shouldRespondWhileAPageIsSlow() throws Exception {
    try (RawHttp connection = new RawHttp(port.address())) {
      connection.send("GET /slow HTTP/1.1\n\n");
      assertThat(request("GET", "/hello").statusCode()).isEqualTo(200);
      slow.countDown();
      assertThat(connection.readUntil("late\n")).startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void shouldReportAFailedPage() throws Exception {
    HttpResponse<String> answer = request("GET", "/broken");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).isEqualTo("500 Internal Server Error\n");
    assertThat(request("GET", "/closing").statusCode()).isEqualTo(503);
  }

  @Test
  void shouldReportThatItsPortIsInUse() {
    int used = port.address().getPort();
    assertThatThrownBy(
            () ->
                HttpPort.open(
                    "127.0.0.1",
                    used,
                    CONFIG,
                    HttpSite.of(Map.of(), List.of(), HttpGate.OPEN, null)))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PORT_UNAVAILABLE))
        .hasMessage("cannot listen: host=127.0.0.1 port=%d cause=Address already in use", used);
  }

  private PageResponse slowPage() {
    try {
      slow.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return PageResponse.text(200, "late\n");
  }

  private static PageResponse brokenPage() {
    throw new IllegalStateException("on purpose");
  }

  private static PageResponse closingPage() {
    throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "closing");
  }

  private HttpResponse<String> request(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port.address().getPort());
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri.resolve(path))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .timeout(Duration.ofMinutes(2))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  /** Sends bytes and reads to the end of the connection. */
  private String raw(String request) throws IOException {
    try (RawHttp connection = new RawHttp(port.address())) {
      return connection.send(request).readAll();
    }
  }
}
