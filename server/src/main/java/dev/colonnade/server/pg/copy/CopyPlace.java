package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * A place among rows that are copied in, in PostgreSQL's words.
 *
 * @param line or row, counted from 1
 * @param column whose value is meant; null for the whole line
 * @param text of the value, or of the line; null where it is not known
 */
public record CopyPlace(long line, @Nullable String column, @Nullable String text) {
  /** More bytes than these of a text are not shown. */
  static final int TEXT_BYTES_MAX = 100;

  /** A line and nothing of what is in it. */
  static CopyPlace ofLine(long line) {
    return new CopyPlace(line, null, null);
  }

  /** The same line, whatever is in it. */
  public CopyPlace withoutText() {
    return ofLine(line);
  }

  /** A value of the same line. */
  public CopyPlace of(String name, @Nullable String value) {
    return new CopyPlace(line, name, value);
  }

  @Override
  public String toString() {
    String place = column == null ? "line " + line : "line %d, column %s".formatted(line, column);
    return text == null ? place : "%s: \"%s\"".formatted(place, shown(text.getBytes(UTF_8)));
  }

  /** As much of a text as is shown, which ends between two characters. */
  private static String shown(byte[] bytes) {
    if (bytes.length <= TEXT_BYTES_MAX) {
      return text(bytes, 0, bytes.length);
    }
    int end = TEXT_BYTES_MAX;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return text(bytes, 0, end) + "...";
  }

  /** Bytes as text, also such as are none. */
  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, UTF_8);
  }
}
