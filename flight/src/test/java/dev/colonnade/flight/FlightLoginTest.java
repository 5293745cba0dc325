package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.flight.FlightFixture.Connection;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.FlightConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins, sessions and privileges of the port of Flight SQL. */
@Tag("integration")
@SuppressWarnings("try") // closing the fixture may be interrupted
class FlightLoginTest {
  @TempDir Path folder;

  private FlightFixture withPasswords() {
    FlightFixture fixture =
        FlightFixture.start(
            folder.resolve("store"),
            config ->
                config.withSecurity(
                    FlightFixture.security(AuthenticationMode.SCRAM, Optional.empty())));
    fixture.execute(
        "CREATE ROLE reader LOGIN PASSWORD 'secret'",
        "CREATE ROLE single LOGIN PASSWORD 'secret' CONNECTION LIMIT 1",
        "CREATE ROLE locked NOLOGIN PASSWORD 'secret'",
        "CREATE TABLE t (id int PRIMARY KEY)",
        "INSERT INTO t VALUES (1)");
    return fixture;
  }

  @Test
  void shouldRefuseWrongPasswordsAndRolesThatMayNotLogIn() throws Exception {
    try (FlightFixture fixture = withPasswords()) {
      assertRefused(FlightStatusCode.UNAUTHENTICATED, "28P01", fixture, "reader", "wrong");
      assertRefused(FlightStatusCode.UNAUTHENTICATED, "28P01", fixture, "stranger", "secret");
      assertRefused(FlightStatusCode.UNAUTHENTICATED, "28000", fixture, "locked", "secret");
      assertThat(fixture.login("reader", "secret").query("SELECT current_user::text"))
          .containsExactly(List.of("reader"));
    }
  }

  private static void assertRefused(
      FlightStatusCode code, String sqlState, FlightFixture fixture, String user, String password) {
    FlightQueryTest.assertStatus(code, sqlState, () -> fixture.login(user, password));
  }

  @Test
  void shouldRefuseCallsWithoutATokenOrWithAnUnknownOne() throws Exception {
    try (FlightFixture fixture = withPasswords()) {
      FlightSqlClient client = new FlightSqlClient(fixture.connect());
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHENTICATED, "28000", () -> client.execute("SELECT 1"));
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHENTICATED,
          "28000",
          () -> client.execute("SELECT 1", FlightFixture.header("authorization", "Bearer 00")));
    }
  }

  @Test
  void shouldEnforcePrivileges() throws Exception {
    try (FlightFixture fixture = withPasswords()) {
      Connection reader = fixture.login("reader", "secret");
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHORIZED, "42501", () -> reader.query("SELECT * FROM t"));
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHORIZED, "42501", () -> reader.update("INSERT INTO t VALUES (2)"));
      fixture.execute("GRANT SELECT ON t TO reader");
      assertThat(reader.query("SELECT * FROM t")).containsExactly(List.of(1));
    }
  }

  @Test
  void shouldEnforceTheConnectionLimitOfARole() throws Exception {
    try (FlightFixture fixture = withPasswords()) {
      Connection first = fixture.login("single", "secret");
      FlightQueryTest.assertStatus(
          FlightStatusCode.RESOURCE_EXHAUSTED, "53300", () -> fixture.login("single", "secret"));
      first.client().closeSession(new CloseSessionRequest(), first.option());
      assertThat(fixture.login("single", "secret").query("SELECT 1")).hasSize(1);
      assertThatThrownBy(() -> first.query("SELECT 1"))
          .isInstanceOf(FlightRuntimeException.class)
          .hasMessageContaining("the token is not valid");
    }
  }

  @Test
  void shouldShareASessionBetweenCallsWithAPassword() throws Exception {
    try (FlightFixture fixture = withPasswords()) {
      // reader:secret
      Connection connection =
          new Connection(
              new FlightSqlClient(fixture.connect()),
              FlightFixture.header("authorization", "Basic cmVhZGVyOnNlY3JldA=="));
      connection.update("SET application_name = 'shared'");
      assertThat(connection.query("SHOW application_name")).containsExactly(List.of("shared"));
      assertThat(
              fixture.rows("SELECT usename::text FROM pg_stat_activity WHERE usename = 'reader'"))
          .containsExactly(List.of("reader"));
    }
  }

  @Test
  void shouldEndIdleSessions() throws Exception {
    try (FlightFixture fixture =
        FlightFixture.start(
            folder.resolve("store"),
            config ->
                config.withFlight(new FlightConfig(0, 100, 1 << 20, Duration.ofSeconds(4))))) {
      Connection connection = fixture.login();
      connection.update("CREATE TABLE t (id int PRIMARY KEY)");
      FlightSqlClient.Transaction transaction =
          connection.client().beginTransaction(connection.option());
      connection
          .client()
          .executeUpdate("INSERT INTO t VALUES (1)", transaction, connection.option());
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  fixture
                      .rows("SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle%'")
                      .isEmpty());
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHENTICATED, "28000", () -> connection.query("SELECT 1"));
      assertThat(fixture.rows("SELECT count(*) FROM t")).containsExactly(List.of(0L));
    }
  }

  @Test
  void shouldTerminateASession() throws Exception {
    try (FlightFixture fixture = FlightFixture.trusting(folder.resolve("store"))) {
      Connection connection = fixture.login();
      Object pid = connection.query("SELECT pg_backend_pid()").getFirst().getFirst();
      assertThat(fixture.rows("SELECT pg_terminate_backend(" + pid + ")"))
          .containsExactly(List.of(true));
      FlightQueryTest.assertStatus(
          FlightStatusCode.UNAUTHENTICATED, "28000", () -> connection.query("SELECT 1"));
    }
  }

  @Test
  void shouldRefuseFurtherSessionsAtTheLimit() throws Exception {
    try (FlightFixture fixture =
        FlightFixture.start(
            folder.resolve("store"),
            config -> config.withFlight(new FlightConfig(0, 1, 1 << 20, Duration.ofMinutes(1))))) {
      fixture.login();
      FlightQueryTest.assertStatus(FlightStatusCode.RESOURCE_EXHAUSTED, "53300", fixture::login);
    }
  }

  @Test
  void shouldRefuseMessagesBeyondTheLimit() throws Exception {
    try (FlightFixture fixture =
        FlightFixture.start(
            folder.resolve("store"),
            config ->
                config.withFlight(
                    new FlightConfig(
                        0, 10, FlightConfig.MESSAGE_BYTES_MIN, Duration.ofMinutes(1))))) {
      Connection connection = fixture.login();
      String text = "SELECT '" + "x".repeat(FlightConfig.MESSAGE_BYTES_MIN) + "'";
      assertThatThrownBy(() -> connection.query(text))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              failure ->
                  assertThat(failure.status().code())
                      .isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED));
      assertThat(connection.query("SELECT 1")).hasSize(1);
    }
  }
}
