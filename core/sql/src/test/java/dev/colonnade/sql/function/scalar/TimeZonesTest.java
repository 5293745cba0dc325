package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class TimeZonesTest {
  @Test
  void shouldTakeTheLaterOfTwoInstants() {
    ZoneId zone = ZoneId.of("America/New_York");
    long local = EpochMicros.ofLocalDateTime(LocalDateTime.parse("2024-11-03T01:30:00"));
    long hour = 3_600_000_000L;
    assertThat(TimeZones.zoned(zone, local)).isEqualTo(local + 5 * hour);
    assertThat(TimeZones.zoned(zone, local - hour)).isEqualTo(local + 3 * hour);
  }
}
