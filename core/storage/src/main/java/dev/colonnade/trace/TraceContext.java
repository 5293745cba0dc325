package dev.colonnade.trace;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Context of a trace that a client sends with a request (W3C Trace Context, level 1).
 *
 * @param traceId 32 hexadecimal digits in lower case, not all 0
 * @param spanId 16 hexadecimal digits in lower case, not all 0
 * @param flags bit 0: the client records the trace
 */
public record TraceContext(String traceId, String spanId, int flags) {
  /** Length of the text form, in characters. */
  public static final int TEXT_LENGTH = 55;

  private static final Pattern TEXT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final String COMMENT_KEY = "traceparent='";
  private static final int SAMPLED = 1;

  public TraceContext {
    requireNonNull(traceId, "traceId is null");
    requireNonNull(spanId, "spanId is null");
    if (!isId(traceId, 32) || !isId(spanId, 16) || flags < 0 || flags > 0xFF) {
      throw new IllegalArgumentException(
          "not a trace context: traceId=%s spanId=%s flags=%d".formatted(traceId, spanId, flags));
    }
  }

  private static boolean isId(String id, int length) {
    boolean hasDigit = false;
    for (int i = 0; i < id.length(); i++) {
      char digit = id.charAt(i);
      if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
        return false;
      }
      hasDigit |= digit != '0';
    }
    return hasDigit && id.length() == length;
  }

  /** Returns the context of a {@code traceparent} header; null if it is not valid. */
  public static @Nullable TraceContext parse(@Nullable String traceparent) {
    if (traceparent == null || traceparent.length() < TEXT_LENGTH) {
      return null;
    }
    Matcher matcher = TEXT.matcher(traceparent);
    boolean isValid =
        matcher.matches()
            && isId(matcher.group(1), 32)
            && isId(matcher.group(2), 16)
            && (matcher.group(4) == null || !traceparent.startsWith("00"));
    return isValid
        ? new TraceContext(
            matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3), 16))
        : null;
  }

  /**
   * Returns the context in a comment of a SQL text, as sqlcommenter writes it: {@code
   * traceparent='00-...-...-01'}. Null if there is none.
   */
  public static @Nullable TraceContext ofComment(String sql) {
    int end = sql.lastIndexOf("*/");
    int start = end < 0 ? -1 : sql.lastIndexOf("/*", end);
    int key = start < 0 ? -1 : sql.indexOf(COMMENT_KEY, start);
    int from = key + COMMENT_KEY.length();
    boolean isInComment = key >= 0 && from + TEXT_LENGTH <= end;
    return isInComment ? parse(sql.substring(from, from + TEXT_LENGTH)) : null;
  }

  /** Returns whether the client records the trace. */
  public boolean isSampled() {
    return (flags & SAMPLED) != 0;
  }

  /** Returns the text form, as in the header {@code traceparent}. */
  public String traceparent() {
    return "00-%s-%s-%02x".formatted(traceId, spanId, flags);
  }
}
