package dev.colonnade.sql.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of settings that follow the state of the server. */
final class ServerStateSettingsTest {
  private final SessionSettings settings = new SessionSettings();
  private final List<String> reports = new ArrayList<>();
  private ServerState server = ServerState.STANDBY;

  @BeforeEach
  void follow() {
    settings.followServer(() -> server);
    settings.onReport((name, value) -> reports.add(name + "=" + value));
  }

  @Test
  void shouldReportEachChangeOnce() {
    assertThat(settings.reported())
        .containsEntry("in_hot_standby", "on")
        .containsEntry("default_transaction_read_only", "off");
    settings.refreshServerState();
    assertThat(reports).isEmpty();
    server = ServerState.PRIMARY;
    settings.refreshServerState();
    settings.refreshServerState();
    assertThat(reports).containsExactly("in_hot_standby=off");
    server = ServerState.UNCERTAIN;
    settings.refreshServerState();
    assertThat(reports).containsExactly("in_hot_standby=off", "in_hot_standby=on");
  }

  @Test
  void shouldDecideWhetherTheNextTransactionIsReadOnly() {
    assertThat(settings.show("transaction_read_only")).isEqualTo("on");
    assertThat(settings.isStandby()).isTrue();
    server = ServerState.UNCERTAIN;
    assertThat(settings.show("transaction_read_only")).isEqualTo("off");
    server = ServerState.PRIMARY;
    assertThat(settings.show("transaction_read_only")).isEqualTo("off");
    settings.set("default_transaction_read_only", "on");
    assertThat(settings.show("transaction_read_only")).isEqualTo("on");
  }

  @Test
  void shouldLeaveATransactionAsItBegan() {
    settings.beginTransaction();
    server = ServerState.PRIMARY;
    assertThat(settings.show("transaction_read_only")).isEqualTo("on");
    settings.endTransaction();
    assertThat(settings.show("transaction_read_only")).isEqualTo("off");
  }

  @Test
  void shouldNotRestoreTheStateOfTheServer() {
    SessionSettings.State before = settings.state();
    settings.set("application_name", "x");
    server = ServerState.PRIMARY;
    settings.refreshServerState();
    reports.clear();
    settings.restore(before);
    assertThat(reports).containsExactly("application_name=");
    assertThat(settings.show("in_hot_standby")).isEqualTo("off");
  }
}
