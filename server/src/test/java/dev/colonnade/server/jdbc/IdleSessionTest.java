package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the idle timeouts of sessions and transactions, and of sessions at shutdown. */
@Timeout(120)
final class IdleSessionTest {
  @TempDir private Path folder;

  @Test
  void shouldEndASessionWithAnIdleTransaction() throws Exception {
    try (JdbcServer server = JdbcServer.start(folder);
        Connection idle = server.connect();
        Connection other = server.connect()) {
      JdbcServer.run(
          idle, "create table t (id int primary key, v int)", "insert into t values (1, 1)");
      JdbcServer.run(idle, "begin", "update t set v = 2");
      JdbcServer.run(idle, "set local idle_in_transaction_session_timeout = '100ms'");
      // Waits for the lock, which is released with the session.
      assertThat(JdbcServer.single(other, "select v from t where id = 1 for update"))
          .isEqualTo("1");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> JdbcServer.run(idle, "select 1"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("25P03"));
    }
  }

  @Test
  void shouldEndAnIdleSession() throws Exception {
    String sessions = "select count(*) from pg_namespace where nspname like 'pg_temp_%'";
    try (JdbcServer server = JdbcServer.start(folder);
        Connection idle = server.connect();
        Connection other = server.connect()) {
      JdbcServer.run(idle, "create temp table gone (id int)");
      assertThat(JdbcServer.single(other, sessions)).isEqualTo("1");
      JdbcServer.run(idle, "set idle_session_timeout = '100ms'");
      while (!"0".equals(JdbcServer.single(other, sessions))) {
        Thread.onSpinWait(); // the time limit of the test ends it
      }
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> JdbcServer.run(idle, "select 1"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57P05"));
    }
  }

  @Test
  void shouldReportThatTheServerIsShutDown() throws Exception {
    JdbcServer server = JdbcServer.start(folder);
    try (Connection idle = server.connect()) {
      assertThat(JdbcServer.single(idle, "select 1")).isEqualTo("1");
      server.close();
      assertThatExceptionOfType(SQLNonTransientConnectionException.class)
          .isThrownBy(() -> JdbcServer.run(idle, "select 1"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57P01"))
          .withMessage("terminating connection due to administrator command");
      assertThat(idle.isClosed()).isTrue();
    } finally {
      server.close();
    }
  }
}
