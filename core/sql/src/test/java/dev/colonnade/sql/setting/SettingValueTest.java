package dev.colonnade.sql.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SettingValueTest {
  private static final SettingValue<Duration> TIMEOUT = SettingValue.duration("lock_timeout");
  private static final SettingValue<Boolean> USES_INDEXES = SettingValue.isOn("enable_indexscan");

  private final SessionSettings settings = new SessionSettings();

  @Test
  void readsEachKindOfValue() {
    settings.set("lock_timeout", "3s");
    settings.set("enable_indexscan", "off");

    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.get(USES_INDEXES)).isFalse();
    assertThat(settings.get(SettingValue.text("application_name"))).isEmpty();
  }

  @Test
  void isReadAgainAfterEveryKindOfChange() {
    settings.set("lock_timeout", "1s");
    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(1));
    SessionSettings.State before = settings.state();

    settings.beginTransaction();
    settings.setLocal("lock_timeout", "2s");
    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
    settings.endTransaction();
    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(1));

    settings.set("lock_timeout", "4s");
    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(4));
    settings.restore(before);
    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(1));
    settings.reset("lock_timeout");
    assertThat(settings.get(TIMEOUT)).isZero();
  }

  @Test
  void isKeptWhileTransactionsBeginAndEnd() {
    AtomicInteger reads = new AtomicInteger();
    SettingValue<Integer> counted = SettingValue.of(_ -> reads.incrementAndGet());

    assertThat(settings.get(counted)).isEqualTo(1);
    settings.beginTransaction();
    assertThat(settings.get(counted)).isEqualTo(1);
    settings.endTransaction();
    assertThat(settings.get(counted)).isEqualTo(1);
    settings.set("application_name", "x");
    assertThat(settings.get(counted)).isEqualTo(2);
  }

  @Test
  void ofOneSessionIsNotThatOfAnother() {
    SessionSettings other = new SessionSettings();
    settings.set("lock_timeout", "1s");

    assertThat(settings.get(TIMEOUT)).isEqualTo(Duration.ofSeconds(1));
    assertThat(other.get(TIMEOUT)).isZero();
  }

  @Test
  void failureIsNotKept() {
    SettingValue<String> unknown = SettingValue.text("no_such_setting");

    assertThatThrownBy(() -> settings.get(unknown)).isInstanceOf(ColonnadeException.class);
    assertThatThrownBy(() -> settings.get(unknown)).isInstanceOf(ColonnadeException.class);
  }
}
