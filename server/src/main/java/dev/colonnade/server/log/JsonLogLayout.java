package dev.colonnade.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;

/**
 * Layout of a line of the log as a JSON object: {@code time} in UTC, {@code level}, {@code thread},
 * {@code logger}, {@code message}, and {@code exception} with the stack trace if there is one.
 */
final class JsonLogLayout extends LayoutBase<ILoggingEvent> {
  private static final int LINE_CHARACTERS = 200;

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(LINE_CHARACTERS);
    line.append("{\"time\":\"").append(Instant.ofEpochMilli(event.getTimeStamp())).append('"');
    appendField(line, "level", event.getLevel().toString());
    appendField(line, "thread", event.getThreadName());
    appendField(line, "logger", event.getLoggerName());
    appendField(line, "message", event.getFormattedMessage());
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      appendField(line, "exception", ThrowableProxyUtil.asString(thrown));
    }
    return line.append("}\n").toString();
  }

  private static void appendField(StringBuilder line, String name, String value) {
    line.append(",\"").append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> line.append('\\').append(c);
        case '\n' -> line.append("\\n");
        case '\t' -> line.append("\\t");
        default -> {
          if (c < ' ' || c == '\u2028' || c == '\u2029') {
            line.append(String.format("\\u%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    line.append('"');
  }
}
