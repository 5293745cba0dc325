package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ClientBuilder;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Login on the native port, by the driver and the columnar client, with TLS and without. */
@Timeout(300)
final class NativeSecurityTest {
  @TempDir static Path folder;

  private static Server server;
  private static TlsFiles files;
  private static TlsFiles untrusted;

  @BeforeAll
  static void start() throws Exception {
    Path users = folder.resolve("users.txt");
    // Only after SASLprep does this password equal the one that is typed below.
    Files.writeString(
        users, "\"colonnade\" \"root\"\n\"ada\" \"lovelace\"\n\"zoë\" \"caf\u00E9 \u2168\"\n");
    files = Certificates.make(folder, "server");
    untrusted = Certificates.make(folder, "untrusted");
    server =
        Server.start(
            TestServers.config(folder.resolve("store"))
                .withSecurity(
                    new SecurityConfig(
                        AuthenticationMode.SCRAM, Optional.of(users), Optional.of(files))),
            List.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"disable", "require", "verify-ca", "verify-full"})
  void shouldAcceptTheDriverWithThePassword(String mode) throws SQLException {
    try (Connection connection = connect("127.0.0.1", "ada", "lovelace", mode, root(mode))) {
      assertThat(single(connection, "select current_user")).isEqualTo("ada");
      assertThat(connection.isValid(120)).isTrue();
    }
  }

  @Test
  void shouldAcceptAnotherUnicodeFormOfThePassword() throws SQLException {
    try (Connection connection = connect("127.0.0.1", "zoë", "cafe\u0301\u00A0IX", "disable", "")) {
      assertThat(connection.isValid(120)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"ada, wrong", "unknown, lovelace", "postgres, lovelace"})
  void shouldRejectUnknownUsersAndWrongPasswordsWithTheSameMessage(String user, String password) {
    for (String mode : List.of("disable", "require")) {
      assertThatThrownBy(() -> connect("127.0.0.1", user, password, mode, ""))
          .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
          .hasFieldOrPropertyWithValue("SQLState", "28P01")
          .hasMessage("password authentication failed for user \"" + user + "\"");
    }
    try (ColonnadeClient client = client().user(user).password(password).build()) {
      assertThatThrownBy(client::ping)
          .isInstanceOfSatisfying(
              ClientException.class,
              e -> assertThat(e.number()).isEqualTo(ErrorCode.INVALID_PASSWORD.number()));
    }
  }

  @Test
  void shouldReportAMissingPassword() {
    assertThatThrownBy(() -> connect("127.0.0.1", "ada", "", "disable", ""))
        .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
        .hasFieldOrPropertyWithValue("SQLState", "28P01")
        .hasMessageContaining("requires a password");
    try (ColonnadeClient client = client().user("ada").build()) {
      assertThatThrownBy(client::ping)
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.LOGIN_FAILED)).isTrue());
    }
  }

  @Test
  void shouldAcceptTheColumnarClient() {
    for (Encryption encryption :
        List.of(
            Encryption.NONE,
            new Encryption(Encryption.Mode.REQUIRE, Optional.empty()),
            new Encryption(Encryption.Mode.VERIFY_FULL, Optional.of(files.certificate())))) {
      try (ColonnadeClient client =
          client().user("ada").password("lovelace").encryption(encryption).build()) {
        client.ping();
      }
    }
  }

  @Test
  void shouldRejectAServerWithoutATrustedCertificate() {
    String unknown = untrusted.certificate().toString();
    assertThatThrownBy(() -> connect("127.0.0.1", "ada", "lovelace", "verify-ca", unknown))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "08001");
    String known = files.certificate().toString();
    assertThatThrownBy(() -> connect("localhost", "ada", "lovelace", "verify-full", known))
        .as("a certificate for another name")
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "08001");
    Encryption wrong =
        new Encryption(Encryption.Mode.VERIFY_CA, Optional.of(untrusted.certificate()));
    try (ColonnadeClient client =
        client().user("ada").password("lovelace").encryption(wrong).attemptsMax(1).build()) {
      assertThatThrownBy(client::ping)
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.CONNECTION_FAILED)).isTrue());
    }
  }

  @Test
  void shouldAcceptRolesWithTheirSqlPassword() throws SQLException {
    try (Connection admin = connect("127.0.0.1", "colonnade", "root", "disable", "");
        Statement statement = admin.createStatement()) {
      statement.execute("create role grace login password 'hopper'");
      statement.execute("create role readers nologin password 'books'");
      try (Connection hers = connect("127.0.0.1", "grace", "hopper", "require", "")) {
        assertThat(single(hers, "select current_user")).isEqualTo("grace");
      }
      assertThatThrownBy(() -> connect("127.0.0.1", "readers", "books", "disable", ""))
          .hasFieldOrPropertyWithValue("SQLState", "28000")
          .hasMessage("role \"readers\" is not permitted to log in");
      statement.execute("alter role grace password 'cobol'");
      assertThatThrownBy(() -> connect("127.0.0.1", "grace", "hopper", "disable", ""))
          .hasFieldOrPropertyWithValue("SQLState", "28P01");
      statement.execute("alter role grace connection limit 1");
      try (Connection hers = connect("127.0.0.1", "grace", "cobol", "disable", "")) {
        assertThat(hers.isValid(120)).isTrue();
        assertThatThrownBy(() -> connect("127.0.0.1", "grace", "cobol", "disable", ""))
            .hasFieldOrPropertyWithValue("SQLState", "53300")
            .hasMessage("too many connections for role \"grace\"");
      }
      statement.execute("alter role grace valid until '2020-01-01'");
      assertThatThrownBy(() -> connect("127.0.0.1", "grace", "cobol", "disable", ""))
          .hasFieldOrPropertyWithValue("SQLState", "28P01");
    }
  }

  @Test
  void shouldTrustLoopbackConnectionsByDefault(@TempDir Path other) throws SQLException {
    try (Server trusting = TestServers.start(other)) {
      String url =
          "jdbc:colonnade://127.0.0.1:" + trusting.nativeAddress().getPort() + "/colonnade";
      try (Connection connection = DriverManager.getConnection(url, "postgres", "any")) {
        assertThat(single(connection, "select current_user")).isEqualTo("postgres");
      }
      assertThatThrownBy(() -> DriverManager.getConnection(url, "unknown", ""))
          .hasFieldOrPropertyWithValue("SQLState", "28000")
          .hasMessage("role \"unknown\" does not exist");
      assertThatThrownBy(() -> DriverManager.getConnection(url + "?sslmode=require"))
          .as("a server without a certificate")
          .hasFieldOrPropertyWithValue("SQLState", "08001");
    }
  }

  private static String root(String mode) {
    return mode.startsWith("verify") ? files.certificate().toString() : "";
  }

  private static Connection connect(
      String host, String user, String password, String mode, String root) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("sslmode", mode);
    properties.setProperty("sslrootcert", root);
    properties.setProperty("connectTimeout", "120");
    return DriverManager.getConnection(
        "jdbc:colonnade://" + host + ":" + server.nativeAddress().getPort() + "/colonnade",
        properties);
  }

  private static String single(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return String.valueOf(rows.getString(1));
    }
  }

  private static ClientBuilder client() {
    return TestServers.client(server.nativeAddress().getPort());
  }
}
