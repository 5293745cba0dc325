package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * Position in the data of a COPY FROM, formatted as PostgreSQL does.
 *
 * @param line number of the line, or of the binary row, from 1
 * @param column name of the column; null for the whole line
 * @param text text of the value, or of the line; null if unknown
 */
public record CopyPosition(long line, @Nullable String column, @Nullable String text) {
  /** Maximum number of bytes of a text that are shown. */
  static final int TEXT_BYTES_MAX = 100;

  /** Returns the position of a line without its text. */
  static CopyPosition ofLine(long line) {
    return new CopyPosition(line, null, null);
  }

  /** Returns the position of the same line without its text. */
  public CopyPosition withoutText() {
    return ofLine(line);
  }

  /** Returns the position of a value of the same line. */
  public CopyPosition of(String name, @Nullable String value) {
    return new CopyPosition(line, name, value);
  }

  @Override
  public String toString() {
    String position =
        column == null ? "line " + line : "line %d, column %s".formatted(line, column);
    return text == null ? position : "%s: \"%s\"".formatted(position, shown(text.getBytes(UTF_8)));
  }

  /** Returns the prefix of a text that is shown, cut between two characters. */
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

  /** Decodes bytes as UTF-8; malformed bytes become replacement characters. */
  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, UTF_8);
  }
}
