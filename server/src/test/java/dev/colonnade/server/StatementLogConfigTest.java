package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.config.StatementLogConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configured initial value of {@code log_min_duration_statement}. */
class StatementLogConfigTest {
  @TempDir private Path folder;

  @Test
  void shouldBeTheInitialValueOfSessions() throws Exception {
    try (Server server =
        Server.start(
            TestServers.config(folder).withStatementLog(new StatementLogConfig(1500)), List.of())) {
      String url =
          "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres"
              .formatted(server.pgAddress().getPort());
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        assertThat(shown(statement)).isEqualTo("1500ms");
        statement.execute("set log_min_duration_statement = 7");
        assertThat(shown(statement)).isEqualTo("7ms");
        statement.execute("reset log_min_duration_statement");
        assertThat(shown(statement)).isEqualTo("1500ms");
        statement.execute("alter role postgres set log_min_duration_statement = '9s'");
      }
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        assertThat(shown(statement)).isEqualTo("9s");
      }
    }
  }

  @Test
  void shouldRefuseOtherValues() {
    assertThatThrownBy(() -> new StatementLogConfig(-2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("durationMillisMin");
    assertThat(StatementLogConfig.DEFAULT.sessionDefaults()).isEmpty();
  }

  private static String shown(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("show log_min_duration_statement")) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
