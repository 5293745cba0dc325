package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import dev.colonnade.testing.ClientCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of clients: the method {@code cert} and the option {@code clientcert} of rules. */
class PgClientCertificateTest {
  private static final String RULES =
      """
      hostssl by_cert  all all cert
      hostssl by_full  all all scram-sha-256 clientcert=verify-full
      hostssl by_ca    all all trust clientcert=verify-ca
      hostssl by_trust all all trust
      """;

  @TempDir static Path folder;

  private static PgListenerFixture server;
  private static TlsFiles serverFiles;
  private static ClientCertificates clients;

  @BeforeAll
  static void start() throws Exception {
    serverFiles = Certificates.make(folder, "server");
    clients =
        ClientCertificates.make(
            folder,
            Map.of(
                "ada",
                "CN=ada,O=Engines",
                "eve",
                "CN=\"eve, the second\"",
                "nameless",
                "O=Engines"));
    Path rules = Files.writeString(folder.resolve("rules"), RULES);
    Path users =
        Files.writeString(
            folder.resolve("users.txt"), "\"ada\" \"lovelace\"\n\"eve, the second\" \"x\"\n");
    server =
        PgListenerFixture.start(
            folder.resolve("store"),
            PgListenerFixture.PATIENT,
            new SecurityConfig(
                AuthenticationMode.AUTO,
                Optional.of(users),
                Optional.of(rules),
                Optional.of(Certificates.requesting(serverFiles, clients))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection connect(String database, String user, String certificate)
      throws SQLException {
    Properties properties = new Properties();
    properties.put("user", user);
    properties.put("password", "lovelace");
    properties.put("sslmode", "require");
    if (certificate.equals("none")) {
      properties.put("sslfactory", "org.postgresql.ssl.NonValidatingFactory"); // sends none
    } else {
      properties.put("sslcert", clients.of(certificate).certificate().toString());
      properties.put("sslkey", clients.of(certificate).derKey().toString());
    }
    return DriverManager.getConnection(
        server.url().replaceFirst("/[a-z]*(\\?.*)?$", "/" + database), properties);
  }

  private static String failure(String database, String user, String certificate) {
    try (Connection connection = connect(database, user, certificate)) {
      return "connected to " + connection.getCatalog();
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          by_cert | ada             | ada      | passed
          by_cert | eve, the second | eve      | passed
          by_cert | eve, the second | ada      | certificate authentication failed for user "eve, the second"
          by_cert | ada             | nameless | certificate authentication failed for user "ada"
          by_cert | ada             | none     | connection requires a valid client certificate
          by_full | ada             | ada      | passed
          by_full | ada             | eve      | certificate authentication failed for user "ada"
          by_full | ada             | none     | connection requires a valid client certificate
          by_full | eve, the second | eve      | password authentication failed for user "eve, the second"
          by_ca   | ada             | nameless | passed
          by_ca   | ada             | none     | connection requires a valid client certificate
          by_trust | ada            | none     | passed
          by_trust | ada            | ada      | passed
          """)
  void shouldRequireWhatTheRuleDoes(
      String database, String user, String certificate, String expected) {
    // An accepted login fails next, because there is no such database.
    String passed = "3D000 FATAL: database \"%s\" does not exist".formatted(database);
    String failure = failure(database, user, certificate);
    if (expected.equals("passed")) {
      assertThat(failure).isEqualTo(passed);
    } else {
      assertThat(failure).startsWith("28").contains(expected);
    }
  }

  @Test
  void shouldFailTheHandshakeWithACertificateOfAnotherAuthority() {
    assertThatThrownBy(() -> connect("by_trust", "ada", ClientCertificates.STRANGER))
        .isInstanceOf(SQLException.class)
        // The reset of a connection that the server has closed may overtake its alert.
        .satisfies(
            e ->
                assertThat(Throwables.getStackTrace(e))
                    .containsAnyOf(
                        "Received fatal alert: certificate_unknown", "Broken pipe", "reset"));
  }

  @Test
  void shouldNotStartWithoutAuthoritiesIfARuleNeedsThem() {
    SecurityConfig config =
        new SecurityConfig(
            AuthenticationMode.AUTO,
            Optional.empty(),
            Optional.of(folder.resolve("rules")),
            Optional.of(serverFiles));
    assertThatThrownBy(
            () ->
                PgListenerFixture.start(folder.resolve("other"), PgListenerFixture.PATIENT, config))
        .hasMessageContaining("rules require certificates of clients");
  }
}
