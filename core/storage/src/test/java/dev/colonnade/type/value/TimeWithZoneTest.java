package dev.colonnade.type.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeWithZoneTest {
  private static final long HOUR = 3_600_000_000L;

  @Test
  void shouldOrderByTimeInUtcAndThenFromEastToWest() {
    TimeWithZone berlin = new TimeWithZone(10 * HOUR, 7200);
    TimeWithZone london = new TimeWithZone(9 * HOUR, 3600);
    assertThat(berlin).isLessThan(london);
    assertThat(new TimeWithZone(11 * HOUR, 7200)).isGreaterThan(london);
    assertThat(berlin).isNotEqualTo(london);
  }

  @Test
  void shouldPrintAsPostgres() {
    assertThat(new TimeWithZone(24 * HOUR, 0)).hasToString("24:00:00+00");
    assertThat(new TimeWithZone(HOUR + 1_500_000, -12_600)).hasToString("01:00:01.5-03:30");
    assertThat(new TimeWithZone(1, 3601)).hasToString("00:00:00.000001+01:00:01");
  }
}
