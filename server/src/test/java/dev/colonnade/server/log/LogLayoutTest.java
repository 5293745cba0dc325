package dev.colonnade.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LogLayoutTest {
  /** Pattern of the example of a configuration file. */
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{30} %msg%n";

  private final LoggerContext context = new LoggerContext();

  @Test
  void shouldFormatAsThePatternOfTheExample() {
    PatternLayout pattern = new PatternLayout();
    pattern.setContext(context);
    pattern.setPattern(PATTERN);
    pattern.start();
    for (Level level : new Level[] {Level.ERROR, Level.WARN, Level.INFO}) {
      for (LoggingEvent event :
          new LoggingEvent[] {event(level, null), event(level, new IllegalStateException("bad"))}) {
        assertThat(new LogLayout().doLayout(event)).isEqualTo(pattern.doLayout(event));
      }
    }
  }

  private LoggingEvent event(Level level, @Nullable Throwable thrown) {
    return new LoggingEvent(
        LogLayoutTest.class.getName(),
        context.getLogger("dev.colonnade.server.admin.http.HttpPort"),
        level,
        "port={}",
        thrown,
        new Object[] {7480});
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02T03:04:05.006Z, 2026-01-02T03:04:05.006Z",
    "2026-11-12T13:14:15.167+05:30, 2026-11-12T13:14:15.167+05:30",
    "2026-11-12T00:00-08:00, 2026-11-12T00:00:00.000-08:00",
  })
  void shouldWriteTimes(String time, String expected) {
    StringBuilder line = new StringBuilder();
    LogLayout.appendTime(line, OffsetDateTime.parse(time));
    assertThat(line).hasToString(expected);
  }
}
