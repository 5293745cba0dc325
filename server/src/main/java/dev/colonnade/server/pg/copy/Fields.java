package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a row while it is read. One thread. */
final class Fields {
  private final List<String> names;
  private @Nullable Object[] row;
  private int count;

  Fields(List<String> names) {
    this.names = List.copyOf(names);
    row = new @Nullable Object[names.size()];
  }

  void begin() {
    row = new @Nullable Object[names.size()];
    count = 0;
  }

  /** The name of the column whose value comes next; empty if there is none. */
  String nextName() {
    return count < names.size() ? names.get(count) : "";
  }

  void add(@Nullable Object value) {
    if (count == names.size()) {
      throw wrong("extra data after last expected column");
    }
    row[count++] = value;
  }

  @Nullable Object[] finish() {
    if (count < names.size()) {
      throw wrong("missing data for column \"%s\"".formatted(names.get(count)));
    }
    return row;
  }

  /** Checks a first line, whose values are to be the names. */
  void requireNames(@Nullable Object[] found) {
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(found[i])) {
        throw wrong(
            "column name mismatch in header line field %d: got \"%s\", expected \"%s\""
                .formatted(i + 1, found[i], names.get(i)));
      }
    }
  }

  static ColonnadeException wrong(String message) {
    return new ColonnadeException(ErrorCode.BAD_COPY_DATA, message);
  }

  /** Bytes as text; they have to be UTF-8. */
  static String text(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] <= 0) {
        return checkedText(bytes, from, to);
      }
    }
    return new String(bytes, from, to - from, ISO_8859_1);
  }

  private static String checkedText(byte[] bytes, int from, int to) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\"", e);
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
  }
}
