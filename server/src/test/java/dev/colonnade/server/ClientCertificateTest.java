package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.login.ClientKey;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import dev.colonnade.testing.ClientCertificates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of clients on the native port and on that of HTTP. */
@Timeout(300)
final class ClientCertificateTest {
  private static final String RULES =
      """
      hostssl by_full   all       all scram-sha-256 clientcert=verify-full
      hostssl colonnade all       all cert
      hostssl postgres  colonnade all cert
      hostssl postgres  ada       all cert
      """;

  @TempDir static Path folder;

  private static Server server;
  private static TlsFiles files;
  private static ClientCertificates clients;

  @BeforeAll
  static void start() throws Exception {
    files = Certificates.make(folder, "server");
    clients = ClientCertificates.make(folder, Map.of("ada", "CN=ada", "colonnade", "CN=colonnade"));
    server =
        Server.start(
            TestServers.config(folder.resolve("store"))
                .withSecurity(
                    new SecurityConfig(
                        AuthenticationMode.AUTO,
                        Optional.of(
                            Files.writeString(
                                folder.resolve("users"),
                                "\"ada\" \"lovelace\"\n\"colonnade\" \"root\"\n")),
                        Optional.of(Files.writeString(folder.resolve("rules"), RULES)),
                        Optional.of(Certificates.requesting(files, clients)))),
            List.of());
    try (Connection connection = connect("colonnade", "colonnade", "colonnade")) {
      connection.createStatement().execute("create database by_full");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection connect(String database, String user, String certificate)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", "lovelace");
    properties.setProperty("sslmode", "verify-full");
    properties.setProperty("sslrootcert", files.certificate().toString());
    if (!certificate.equals("none")) {
      properties.setProperty("sslcert", clients.of(certificate).certificate().toString());
      properties.setProperty("sslkey", clients.of(certificate).key().toString());
    }
    return DriverManager.getConnection(
        "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/" + database,
        properties);
  }

  private static Encryption encryption(String certificate) {
    return new Encryption(
        Encryption.Mode.VERIFY_FULL,
        Optional.of(files.certificate()),
        certificate.equals("none")
            ? Optional.empty()
            : Optional.of(
                new ClientKey(
                    clients.of(certificate).certificate(), clients.of(certificate).key())));
  }

  @ParameterizedTest
  @CsvSource({"colonnade, ada", "by_full, ada"})
  void shouldAcceptTheUserOfTheCertificate(String database, String user) throws SQLException {
    try (Connection connection = connect(database, user, user);
        ResultSet rows = connection.createStatement().executeQuery("select current_user")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo(user);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "colonnade, colonnade, ada, certificate authentication failed for user \"colonnade\"",
    "colonnade, ada, none, connection requires a valid client certificate",
    "by_full, ada, none, connection requires a valid client certificate",
    "by_full, ada, colonnade, certificate authentication failed for user \"ada\""
  })
  void shouldRefuseOtherCertificates(
      String database, String user, String certificate, String message) {
    assertThatThrownBy(() -> connect(database, user, certificate))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldRefuseCertificatesOfOtherAuthorities() {
    assertThatThrownBy(() -> connect("colonnade", "ada", ClientCertificates.STRANGER))
        .isInstanceOf(SQLException.class)
        // The reset of a connection that the server has closed may overtake its alert.
        .hasMessageMatching(".*(Received fatal alert: certificate_unknown|Broken pipe|reset).*");
  }

  @Test
  void shouldRefuseACertificateWithoutItsKey() {
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:colonnade://127.0.0.1:1/x?sslmode=require&sslcert=a.pem"))
        .hasMessageContaining("sslcert and sslkey require each other");
  }

  @Test
  void shouldAcceptTheColumnarClient() {
    try (ColonnadeClient client =
        TestServers.client(server.nativeAddress().getPort())
            .user("ada")
            .encryption(encryption("ada"))
            .build()) {
      client.ping();
    }
  }

  @ParameterizedTest
  @CsvSource({"colonnade, 200", "ada, 401", "none, 401"})
  void shouldShowTheStatusToSuperusersByTheirCertificate(String certificate, int status)
      throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(encryption(certificate).context()).build()) {
      URI page =
          URI.create("https://127.0.0.1:" + server.httpAddress().getPort() + "/_status/ranges");
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    }
  }
}
