package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions.Quoting;
import java.util.Arrays;

/** Parser of a row of the CSV format, which may contain quoted newlines. */
final class CsvLineParser implements LineParser {
  private static final int FIRST_BYTES = 64;

  /** Scanner that has visited the row already. */
  private final LineScanner.Csv scan;

  private final Quoting quoting;
  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final byte[] nullText;

  /** Bytes of the current value, without quotes. */
  private byte[] plain = new byte[FIRST_BYTES];

  private int length;

  CsvLineParser(CopyDescription terms, LineScanner.Csv scan) {
    this.scan = scan;
    this.quoting = terms.options().quoting();
    this.delimiter = (byte) terms.options().delimiter();
    this.quote = (byte) quoting.quote();
    this.escape = (byte) quoting.escape();
    this.nullText = terms.options().nullText().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] bytes, int from, int to, TextFieldBuilder fields) {
    if (scan.takeQuotes()) {
      readQuoted(bytes, from, to, fields);
      return;
    }
    int start = from;
    for (int at = from; at <= to; at++) {
      if (at == to || bytes[at] == delimiter) {
        if (isNull(bytes, start, at, false, fields)) {
          fields.addNull();
        } else {
          fields.add(bytes, start, at);
        }
        start = at + 1;
      }
    }
  }

  private void readQuoted(byte[] bytes, int from, int to, TextFieldBuilder fields) {
    length = 0;
    boolean isQuoted = false;
    boolean wasQuoted = false;
    for (int at = from; at < to; at++) {
      byte value = bytes[at];
      if (isQuoted && value == escape && at + 1 < to && isEscapable(bytes[at + 1])) {
        append(bytes[++at]);
      } else if (value == quote) {
        isQuoted = !isQuoted;
        wasQuoted = true;
      } else if (value == delimiter && !isQuoted) {
        add(wasQuoted, fields);
        length = 0;
        wasQuoted = false;
      } else {
        append(value);
      }
    }
    add(wasQuoted, fields);
  }

  private boolean isEscapable(byte value) {
    return value == quote || value == escape;
  }

  private void append(byte value) {
    if (length == plain.length) {
      plain = Arrays.copyOf(plain, 2 * length);
    }
    plain[length++] = value;
  }

  private void add(boolean wasQuoted, TextFieldBuilder fields) {
    if (isNull(plain, 0, length, wasQuoted, fields)) {
      fields.addNull();
    } else {
      fields.add(plain, 0, length);
    }
  }

  private boolean isNull(
      byte[] bytes, int from, int to, boolean wasQuoted, TextFieldBuilder fields) {
    return Arrays.equals(bytes, from, to, nullText, 0, nullText.length)
        && (wasQuoted
            ? Quoting.isIn(quoting.forcedNull(), fields.nextName())
            : !Quoting.isIn(quoting.notNull(), fields.nextName()));
  }
}
