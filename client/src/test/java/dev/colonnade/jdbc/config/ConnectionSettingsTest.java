package dev.colonnade.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.login.TargetServer;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Tests of {@link ConnectionSettings}. */
final class ConnectionSettingsTest {
  @Test
  void shouldReadTheTarget() throws Exception {
    String url = "jdbc:colonnade://a:1,b:2/shop";
    assertThat(ConnectionSettings.parse(url, new Properties()).target())
        .isEqualTo(TargetServer.ANY);
    ConnectionSettings primary =
        ConnectionSettings.parse(url + "?target=primary", new Properties());
    assertThat(primary.target()).isEqualTo(TargetServer.PRIMARY);
    assertThat(primary.withServer(primary.servers().get(1)).url())
        .isEqualTo("jdbc:colonnade://b:2/shop");
    ConnectionSettings wrong = ConnectionSettings.parse(url + "?target=x", new Properties());
    assertThatThrownBy(wrong::target).hasMessageContaining("target=x");
    assertThat(TargetServer.PRIMARY.accepts(true)).isFalse();
    assertThat(TargetServer.PRIMARY.accepts(false)).isTrue();
    assertThat(TargetServer.REPLICA.accepts(true)).isTrue();
    assertThat(TargetServer.REPLICA.accepts(false)).isFalse();
  }

  @Test
  void shouldReadUrls() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "from properties");
    properties.setProperty("connectTimeout", "3");
    properties.setProperty("otherDriversProperty", "x");
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
    assertThat(settings.intValue(ConnectionProperty.CONNECT_TIMEOUT, 0)).isEqualTo(3);
    assertThat(settings.intValue(ConnectionProperty.FETCH_SIZE, 0)).isEqualTo(5);
    assertThat(ConnectionSettings.parse("jdbc:colonnade:db", new Properties()).database())
        .isEqualTo("db");
  }

  @Test
  void shouldRejectInvalidUrls() {
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
                    .connectionConfig())
        .isInstanceOf(SQLException.class);
  }
}
