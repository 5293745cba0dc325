package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.testing.Certificates;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Authentication with SCRAM, with TLS and without. */
class PgSecurityTest {
  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() throws Exception {
    Path users = folder.resolve("users.txt");
    Files.writeString(users, "\"ada\" \"lovelace\"\n");
    server =
        PgListenerFixture.start(
            folder.resolve("store"),
            PgListenerFixture.PATIENT,
            new SecurityConfig(
                AuthenticationMode.SCRAM,
                Optional.of(users),
                Optional.of(Certificates.make(folder, "server"))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"require, require", "require, disable", "disable, disable"})
  void shouldAcceptTheRightPassword(String sslMode, String channelBinding) throws Exception {
    try (Connection connection = connect("ada", "lovelace", sslMode, channelBinding)) {
      assertThat(connection.isValid(120)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"ada, wrong", "unknown, lovelace", "postgres, lovelace"})
  void shouldRefuseOtherLoginsWithOneMessage(String user, String password) {
    assertThatThrownBy(() -> connect(user, password, "require", "prefer"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"))
        .hasMessageContaining("password authentication failed for user \"" + user + "\"");
  }

  @Test
  void shouldRefusePlaintextBeforeTheTlsHandshake() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.raw(
          ByteBuffer.allocate(13).putInt(8).putInt(80877103).put((byte) 'Q').putInt(4).array());
      assertThat(client.toEnd())
          .singleElement()
          .asString()
          .contains("received unencrypted data after SSL request");
    }
  }

  @Test
  void shouldRefuseOtherMessagesDuringAuthentication() throws Exception {
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup("user", "ada", "database", "colonnade");
      assertThat(client.read().type()).isEqualTo('R');
      client.send('Q', "select 1");
      assertThat(client.toEnd()).singleElement().asString().contains("expected SASL response");
    }
    try (RawPgClient client = new RawPgClient(server.port())) {
      client.startup("user", "ada", "database", "colonnade");
      assertThat(client.read().type()).isEqualTo('R');
      client.send('p', "SCRAM-SHA-256", 100);
      assertThat(client.toEnd()).singleElement().asString().contains("malformed SASL response");
    }
  }

  private static Connection connect(
      String user, String password, String sslMode, String channelBinding) throws SQLException {
    Properties properties = new Properties();
    properties.put("user", user);
    properties.put("password", password);
    properties.put("sslmode", sslMode);
    properties.put("channelBinding", channelBinding);
    return DriverManager.getConnection(server.url(), properties);
  }
}
