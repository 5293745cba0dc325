package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

class RetentionGuardTest {
  private final RetentionGuard guard = new RetentionGuard(10, 2);

  @Test
  void shouldRefuseToPinBelowTheHorizon() {
    guard.pin(10).close();
    assertThatThrownBy(() -> guard.pin(9))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD))
        .hasMessage("read timestamp below the retention horizon timestamp=9 horizon=10");
    assertThat(guard.oldestPin()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldHoldBackCollectionForPinnedTimestamps() {
    RetentionGuard.Pin older = guard.pin(20);
    RetentionGuard.Pin newer = guard.pin(30);
    assertThat(guard.raise(100)).isEqualTo(20);
    assertThat(guard.horizon()).isEqualTo(100);
    older.close();
    assertThat(guard.raise(100)).isEqualTo(30);
    newer.close();
    assertThat(guard.raise(100)).isEqualTo(100);
  }

  @Test
  void shouldNeverLowerTheHorizon() {
    assertThat(guard.raise(50)).isEqualTo(50);
    assertThat(guard.raise(40)).isEqualTo(50);
    assertThat(guard.horizon()).isEqualTo(50);
  }

  @Test
  void shouldLimitTheNumberOfPins() {
    RetentionGuard.Pin first = guard.pin(11);
    RetentionGuard.Pin second = guard.pin(12);
    assertThatThrownBy(() -> guard.pin(13))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
    first.close();
    first.close();
    guard.pin(13).close();
    second.close();
  }

  @Test
  void shouldRefuseTimestampsBelowZero() {
    assertThatThrownBy(() -> guard.pin(-1))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }
}
