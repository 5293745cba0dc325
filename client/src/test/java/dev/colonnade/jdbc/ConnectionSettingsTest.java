package dev.colonnade.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.text.EscapeSyntax;
import dev.colonnade.jdbc.text.SqlText;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class ConnectionSettingsTest {
  @Test
  void shouldReadUrls() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "from properties");
    properties.setProperty("connectTimeout", "3");
    properties.setProperty("somebodyElses", "x");
    ConnectionSettings settings =
        ConnectionSettings.parse(
            "jdbc:colonnade://one:1,[::1]:2,three/my%20db?user=a%26b&defaultRowFetchSize=5",
            properties);
    assertThat(settings.servers())
        .extracting(server -> server.getPort())
        .containsExactly(1, 2, 7420);
    assertThat(settings.servers().get(1).getHostString()).isEqualTo("::1");
    assertThat(settings.database()).isEqualTo("my db");
    assertThat(settings.value(ConnectionProperty.USER)).isEqualTo("a&b");
    assertThat(settings.number(ConnectionProperty.CONNECT_TIMEOUT, 0)).isEqualTo(3);
    assertThat(settings.number(ConnectionProperty.FETCH_SIZE, 0)).isEqualTo(5);
    assertThat(ConnectionSettings.parse("jdbc:colonnade:db", new Properties()).database())
        .isEqualTo("db");
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() {
    for (String url :
        new String[] {
          "jdbc:other://x/y",
          "jdbc:colonnade://host:0/x",
          "jdbc:colonnade://host:x/x",
          "jdbc:colonnade://,/x",
          "jdbc:colonnade://h/x?nosuch=1",
          "jdbc:colonnade://h/%zz"
        }) {
      assertThatThrownBy(() -> ConnectionSettings.parse(url, new Properties()))
          .as(url)
          .isInstanceOf(SQLException.class);
    }
    assertThatThrownBy(
            () ->
                ConnectionSettings.parse("jdbc:colonnade://h/x?connectTimeout=-1", new Properties())
                    .link())
        .isInstanceOf(SQLException.class);
  }

  @Test
  void shouldTranslateEscapes() {
    assertThat(EscapeSyntax.translate("SELECT {d '2024-01-01'}, {fn ucase(x)}, '{d}'"))
        .isEqualTo("SELECT DATE '2024-01-01', upper(x), '{d}'");
    assertThat(EscapeSyntax.translate("x LIKE '!%' {escape '!'} -- {d"))
        .isEqualTo("x LIKE '!%' ESCAPE '!' -- {d");
    assertThat(EscapeSyntax.translate("SELECT '{1,2}', $${ts}$$")).contains("'{1,2}', $${ts}$$");
  }

  @Test
  void shouldAddReturningOnlyWhereItIsMissing() {
    assertThat(ReturningClause.all("INSERT INTO t VALUES (1);"))
        .isEqualTo("INSERT INTO t VALUES (1)\nRETURNING *");
    assertThat(ReturningClause.all("INSERT INTO t VALUES ('returning')")).endsWith("RETURNING *");
    assertThat(ReturningClause.all("DELETE FROM t RETURNING id")).endsWith("RETURNING id");
    assertThat(ReturningClause.all("SELECT 1")).isEqualTo("SELECT 1");
    assertThat(ReturningClause.of("UPDATE t SET a = 1", new String[] {"ID", "camelCase"}))
        .endsWith("RETURNING ID, \"camelCase\"");
    assertThat(SqlText.firstWord(" /* x */ -- y\n insert into")).isEqualTo("INSERT");
  }
}
