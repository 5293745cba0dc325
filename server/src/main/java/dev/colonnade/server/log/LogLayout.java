package dev.colonnade.server.log;

import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Layout of a line of the log: time with milliseconds and offset, level, thread, logger, message,
 * such as {@code 2026-01-02T03:04:05.006Z INFO [main] d.c.server.ServerProcess stopping}. The stack
 * trace of an exception follows.
 */
final class LogLayout extends LayoutBase<ILoggingEvent> {
  private static final int LOGGER_LENGTH = 30;
  private static final int LEVEL_LENGTH = 5;
  private static final int LINE_BYTES = 160;

  private final TargetLengthBasedClassNameAbbreviator abbreviator =
      new TargetLengthBasedClassNameAbbreviator(LOGGER_LENGTH);

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(LINE_BYTES);
    appendTime(
        line,
        OffsetDateTime.ofInstant(
            Instant.ofEpochMilli(event.getTimeStamp()), ZoneId.systemDefault()));
    String level = event.getLevel().toString();
    line.append(' ').append(level).repeat(' ', Math.max(0, LEVEL_LENGTH - level.length()));
    line.append(" [").append(event.getThreadName()).append("] ");
    line.append(abbreviator.abbreviate(event.getLoggerName())).append(' ');
    line.append(event.getFormattedMessage()).append(System.lineSeparator());
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      line.append(ThrowableProxyUtil.asString(thrown));
    }
    return line.toString();
  }

  static void appendTime(StringBuilder line, OffsetDateTime time) {
    line.append(time.toLocalDate()).append('T');
    appendDigits(line, time.getHour(), 2).append(':');
    appendDigits(line, time.getMinute(), 2).append(':');
    appendDigits(line, time.getSecond(), 2).append('.');
    appendDigits(line, time.getNano() / 1_000_000, 3);
    ZoneOffset offset = time.getOffset();
    line.append(offset.getId());
  }

  private static StringBuilder appendDigits(StringBuilder line, int value, int count) {
    for (int unit = count == 3 ? 100 : 10; unit > 0; unit /= 10) {
      line.append((char) ('0' + value / unit % 10));
    }
    return line;
  }
}
