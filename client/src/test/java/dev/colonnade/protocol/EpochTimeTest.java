package dev.colonnade.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

/** Tests of {@link EpochTime}. */
final class EpochTimeTest {
  @Test
  void shouldConvertFiniteValuesBothWays() {
    for (long micros : new long[] {0, -1, 1, -1_000_000, 1_719_999_999_999_999L}) {
      assertThat(EpochTime.micros(EpochTime.instant(micros))).isEqualTo(micros);
      assertThat(EpochTime.micros(EpochTime.localDateTime(micros))).isEqualTo(micros);
    }
    for (int days : new int[] {0, -1, 20_000, -2_440_588, 2_145_042_905}) {
      assertThat(EpochTime.days(EpochTime.date(days))).isEqualTo(days);
    }
    assertThat(EpochTime.instant(-1)).isEqualTo("1969-12-31T23:59:59.999999Z");
    assertThat(EpochTime.localDateTime(-1)).isEqualTo("1969-12-31T23:59:59.999999");
    assertThat(EpochTime.date(-1)).isEqualTo("1969-12-31");
  }

  @Test
  void shouldConvertInfiniteValuesBothWays() {
    assertThat(EpochTime.date(Integer.MAX_VALUE)).isEqualTo(LocalDate.MAX);
    assertThat(EpochTime.date(Integer.MIN_VALUE)).isEqualTo(LocalDate.MIN);
    assertThat(EpochTime.days(LocalDate.MAX)).isEqualTo(Integer.MAX_VALUE);
    assertThat(EpochTime.days(LocalDate.MIN)).isEqualTo(Integer.MIN_VALUE);
    assertThat(EpochTime.localDateTime(Long.MAX_VALUE)).isEqualTo(LocalDateTime.MAX);
    assertThat(EpochTime.localDateTime(Long.MIN_VALUE)).isEqualTo(LocalDateTime.MIN);
    assertThat(EpochTime.micros(LocalDateTime.MAX)).isEqualTo(Long.MAX_VALUE);
    assertThat(EpochTime.micros(LocalDateTime.MIN)).isEqualTo(Long.MIN_VALUE);
    assertThat(EpochTime.instant(Long.MAX_VALUE)).isEqualTo(Instant.MAX);
    assertThat(EpochTime.instant(Long.MIN_VALUE)).isEqualTo(Instant.MIN);
    assertThat(EpochTime.micros(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
    assertThat(EpochTime.micros(Instant.MIN)).isEqualTo(Long.MIN_VALUE);
    assertThat(EpochTime.micros(OffsetDateTime.MAX)).isEqualTo(Long.MAX_VALUE);
    assertThat(EpochTime.micros(OffsetDateTime.MIN)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void shouldRejectFiniteValuesOutOfRange() {
    LocalDate date = LocalDate.ofEpochDay(Integer.MAX_VALUE);
    assertThatThrownBy(() -> EpochTime.days(date)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> EpochTime.days(date.plusDays(1)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> EpochTime.micros(LocalDateTime.of(300_000, 1, 1, 0, 0)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> EpochTime.micros(LocalDateTime.parse("+294247-01-10T04:00:54.775807")))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldConvertTheEndOfTheDay() {
    assertThat(EpochTime.localTime(86_400_000_000L)).isEqualTo(LocalTime.MAX);
    assertThat(EpochTime.microsOfDay(LocalTime.MAX)).isEqualTo(86_400_000_000L);
    assertThat(EpochTime.microsOfDay(LocalTime.of(0, 0, 1, 999))).isEqualTo(1_000_000);
    assertThatThrownBy(() -> EpochTime.localTime(86_400_000_001L))
        .isInstanceOf(java.time.DateTimeException.class);
  }
}
