package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.testing.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Attacks on the ports of a server that requires passwords, by clients without a valid one. */
@Timeout(300)
final class LoginAttackTest {
  private static final int SESSIONS_MAX = 12;
  private static final int SOCKETS = 300;

  @TempDir static Path folder;

  private static Server server;

  @BeforeAll
  static void start() throws Exception {
    Path users = folder.resolve("users.txt");
    Files.writeString(
        users, "\"postgres\" \"root\"\n\"ada\" \"lovelace\"\n\"mallory\" \"m\"\n\"bob\" \"b\"\n");
    ServerConfig config = TestServers.config(folder.resolve("store"));
    server =
        Server.start(
            config
                .withNetwork(config.network().withConnectionsMax(SESSIONS_MAX))
                .withPg(config.pg().withConnectionsMax(SESSIONS_MAX))
                .withSecurity(
                    new SecurityConfig(
                        AuthenticationMode.SCRAM,
                        Optional.of(users),
                        Optional.of(Certificates.make(folder, "server")))),
            List.of());
    try (Connection connection = connect("postgres", "root")) {
      connection.createStatement().execute("create role ada login");
      connection
          .createStatement()
          .execute("create table secret_table (secret_key text primary key)");
      connection.createStatement().execute("insert into secret_table values ('hidden')");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection connect(String user, String password) throws SQLException {
    return connect("jdbc:postgresql://127.0.0.1:" + server.pgAddress().getPort(), user, password);
  }

  private static Connection connect(String url, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return DriverManager.getConnection(url + "/postgres", properties);
  }

  private static String nativeUrl() {
    return "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort();
  }

  @Test
  void shouldAdmitAnOperatorBesideManyHalfOpenSockets() throws Exception {
    for (InetSocketAddress port : List.of(server.pgAddress(), server.nativeAddress())) {
      List<Socket> sockets = new ArrayList<>();
      try {
        for (int i = 0; i < SOCKETS; i++) {
          sockets.add(new Socket(port.getAddress(), port.getPort()));
        }
        awaitReplacements(sockets);
        try (Connection byPg = connect("postgres", "root");
            Connection byNative = connect(nativeUrl(), "postgres", "root")) {
          assertThat(byPg.isValid(60)).isTrue();
          assertThat(byNative.isValid(60)).isTrue();
        }
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  /** Waits until the server has accepted all sockets, and closed those that later ones replaced. */
  private static void awaitReplacements(List<Socket> sockets) throws Exception {
    long closed = -1;
    for (long now = 0; now == 0 || now != closed; now = closedCount(sockets)) {
      closed = now;
      Thread.sleep(100);
    }
  }

  private static long closedCount(List<Socket> sockets) throws IOException {
    long closed = 0;
    for (Socket socket : sockets) {
      socket.setSoTimeout(1);
      try {
        if (socket.getInputStream().read() < 0) {
          closed++;
        }
      } catch (SocketTimeoutException open) {
        // the server waits for the client
      } catch (SocketException reset) {
        closed++;
      }
    }
    return closed;
  }

  @Test
  void shouldNotLetUnauthenticatedClientsUseUpTheSessions() throws Exception {
    byte[] startup = startup("ada");
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < SESSIONS_MAX + 20; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.pgAddress().getPort());
        sockets.add(socket);
        socket.getOutputStream().write(startup);
        assertThat(socket.getInputStream().read()).isEqualTo('R');
      }
      try (Connection connection = connect("ada", "lovelace")) {
        assertThat(connection.isValid(60)).isTrue();
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static byte[] startup(String user) {
    byte[] content = ("user\0" + user + "\0\0").getBytes(StandardCharsets.UTF_8);
    return java.nio.ByteBuffer.allocate(8 + content.length)
        .putInt(8 + content.length)
        .putInt(196608)
        .put(content)
        .array();
  }

  @Test
  void shouldReserveTheLastSessionsForSuperusers() throws Exception {
    String pgUrl = "jdbc:postgresql://127.0.0.1:" + server.pgAddress().getPort();
    for (String url : List.of(pgUrl, nativeUrl())) {
      List<Connection> connections = new ArrayList<>();
      try {
        assertThatThrownBy(
                () -> {
                  for (int i = 0; i < SESSIONS_MAX; i++) {
                    connections.add(connect(url, "ada", "lovelace"));
                  }
                })
            .as(url)
            .isInstanceOf(SQLException.class)
            .hasFieldOrPropertyWithValue("SQLState", "53300")
            .hasMessageContaining("remaining connection slots are reserved");
        try (Connection operator = connect(url, "postgres", "root")) {
          assertThat(operator.isValid(60)).isTrue();
        }
      } finally {
        for (Connection connection : connections) {
          connection.close();
        }
      }
    }
  }

  @Test
  void shouldSlowAndLogFailedLogins() throws Exception {
    Logger audit = (Logger) LoggerFactory.getLogger("dev.colonnade.audit");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    audit.setLevel(Level.INFO);
    audit.addAppender(log);
    try {
      long start = System.nanoTime();
      String pgUrl = "jdbc:postgresql://127.0.0.1:" + server.pgAddress().getPort();
      for (int i = 0; i < 7; i++) {
        String url = i % 2 == 0 ? pgUrl : nativeUrl();
        assertThatThrownBy(() -> connect(url, "mallory", "wrong"))
            .hasFieldOrPropertyWithValue("SQLState", "28P01");
      }
      // 3 failures are free; then slots in distances of 100, 200, 400 ms.
      assertThat(System.nanoTime() - start).isGreaterThan(700_000_000L);
      try (Connection other = connect("ada", "lovelace")) {
        assertThat(other.isValid(60)).isTrue();
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(log.list)
                      .extracting(ILoggingEvent::getFormattedMessage)
                      .filteredOn(line -> line.contains("mallory"))
                      .hasSize(7)
                      .anyMatch(line -> line.startsWith("login failed port=pg user=\"mallory\""))
                      .anyMatch(line -> line.startsWith("login failed port=native"))
                      .allMatch(line -> line.contains("sqlstate=28P01")));
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .anyMatch(line -> line.startsWith("login port=pg user=\"ada\""));
    } finally {
      audit.detachAppender(log);
    }
  }

  @Test
  void shouldOfferNoCipherSuiteWithoutAuthenticatedEncryption() throws Exception {
    for (String suite :
        List.of(
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA")) {
      assertThatThrownBy(() -> handshake(suite)).as(suite).isInstanceOf(IOException.class);
    }
    assertThat(
            List.of(
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"))
        .anyMatch(
            suite -> {
              try {
                handshake(suite);
                return true;
              } catch (SSLHandshakeException e) {
                return false; // the certificate has a key of the other kind
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  private static void handshake(String suite) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) trusting().createSocket("127.0.0.1", server.nativeAddress().getPort())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(new String[] {suite});
      socket.startHandshake();
    }
  }

  private static SSLSocketFactory trusting() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.2");
      context.init(null, new TrustManager[] {new TrustsAll()}, null);
      return context.getSocketFactory();
    } catch (java.security.GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void shouldShowStrangersNothingByHttp() throws Exception {
    for (String page :
        List.of(
            "/_status/ranges",
            "/_status/tables",
            "/_status/server",
            "/_status/splits",
            "/_status/sequences",
            "/console",
            "/console/ranges",
            "/console/ranges.json")) {
      HttpResponse<String> refused = get(page, null);
      assertThat(refused.statusCode()).as(page).isEqualTo(401);
      assertThat(refused.headers().firstValue("www-authenticate")).isPresent();
      assertThat(get(page, "postgres:wrong").statusCode()).as(page).isEqualTo(401);
      assertThat(get(page, "ada:lovelace").statusCode()).as(page).isEqualTo(403);
    }
    for (String page : List.of("/health", "/ready", "/metrics", "/")) {
      HttpResponse<String> open = get(page, null);
      assertThat(open.statusCode()).as(page).isEqualTo(200);
      assertThat(open.body()).doesNotContain("secret_table", "hidden", "secret_key");
    }
  }

  @Test
  void shouldShowOperatorsTheStatusByHttp() throws Exception {
    assertThat(get("/_status/tables", "postgres:root").body()).contains("secret_table");
    try (Connection connection = connect("postgres", "root")) {
      connection.createStatement().execute("create role bob login in role pg_monitor");
    }
    assertThat(get("/_status/tables", "bob:b").body()).contains("secret_table");
  }

  @Test
  void shouldExecuteStatementsOfTheConsoleAsTheUser() throws Exception {
    String body = "{\"sql\": \"select current_user\"}";
    assertThat(post(body, null).statusCode()).isEqualTo(401);
    assertThat(post(body, "postgres:wrong").statusCode()).isEqualTo(401);
    assertThat(post(body, "ada:lovelace").statusCode()).isEqualTo(403);
    assertThat(post(body, "postgres:root").body()).contains("[[\"postgres\"]]");
  }

  private static HttpResponse<String> post(String body, @Nullable String credentials)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.httpAddress().getPort() + "/_sql"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (credentials != null) {
      request.header(
          "Authorization",
          "Basic "
              + java.util.Base64.getEncoder()
                  .encodeToString(credentials.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
    return java.net.http.HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String page, @Nullable String credentials)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.httpAddress().getPort() + page));
    if (credentials != null) {
      request.header(
          "Authorization",
          "Basic "
              + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
