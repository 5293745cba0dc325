package dev.colonnade.server.pg.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import io.netty.buffer.ByteBuf;

/** Buffer of received bytes, which returns complete rows one after the other. Single-threaded. */
final class LineBuffer {
  /** Maximum length of a row, in bytes. */
  static final int LINE_BYTES_MAX = 256 * 1024 * 1024;

  private static final int FIRST_BYTES = 16 * 1024;

  private final LineScanner scan;

  /** Start of the rows whose text {@link #retainedText} may return. */
  private int retained;

  private byte[] bytes = new byte[FIRST_BYTES];

  /** Start of the bytes after the current row; scanned up to {@link #scanned}. */
  private int start;

  private int scanned;
  private int end;
  private boolean isEnded;
  private long line;
  private int lineStart;
  private int lineEnd;

  LineBuffer(LineScanner scan) {
    this.scan = requireNonNull(scan, "scan is null");
  }

  void feed(ByteBuf more) {
    int count = more.readableBytes();
    if (bytes.length - end < count) {
      ensureCapacity(count);
    }
    more.readBytes(bytes, end, count);
    end += count;
  }

  private void ensureCapacity(int count) {
    if ((long) end - start + count > LINE_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "a row to copy is too long: bytesMax=" + LINE_BYTES_MAX);
    }
    int length = end - retained;
    byte[] target = length + count > bytes.length ? new byte[2 * (length + count)] : bytes;
    System.arraycopy(bytes, retained, target, 0, length);
    bytes = target;
    start -= retained;
    scanned -= retained;
    lineStart -= retained;
    lineEnd -= retained;
    end = length;
    retained = 0;
  }

  void end() {
    isEnded = true;
  }

  /** Moves to the next row; returns false if there is no complete one. */
  boolean next() {
    while (scanned < end) {
      byte value = bytes[scanned];
      if (scan.isEnd(value)) {
        take(scanned, scanned + 1);
        return true;
      }
      if (value == '\n') {
        line++;
      }
      scanned++;
    }
    if (!isEnded || start == end) {
      return false;
    }
    if (scan.isOpen()) {
      take(end, end);
      throw TextFieldBuilder.wrong("unterminated CSV quoted field");
    }
    take(end, end);
    return true;
  }

  private void take(int rowEnd, int next) {
    lineStart = start;
    lineEnd = rowEnd > start && bytes[rowEnd - 1] == '\r' ? rowEnd - 1 : rowEnd;
    start = next;
    scanned = next;
    line++;
  }

  /** Discards all bytes after the current row, also future ones. */
  void skipRest() {
    start = end;
    scanned = end;
    isEnded = true;
  }

  /** Releases the rows that were read so far. */
  void release() {
    retained = start;
  }

  /** Returns the start of the current row, relative to the first retained row. */
  int retainedStart() {
    return lineStart - retained;
  }

  /** Returns retained bytes as text; the offsets count as in {@link #retainedStart}. */
  String retainedText(int from, int to) {
    return CopyPosition.text(bytes, retained + from, retained + to);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the start of the current row in {@link #bytes}. */
  int lineStart() {
    return lineStart;
  }

  /** Returns the end of the current row in {@link #bytes}, without its newline. */
  int lineEnd() {
    return lineEnd;
  }

  /** Returns the number of lines so far; a newline within a value counts, too. */
  long line() {
    return line;
  }

  /** Returns whether the row is the end marker {@code \.}. */
  boolean isEndMarker() {
    return lineEnd - lineStart == 2 && bytes[lineStart] == '\\' && bytes[lineStart + 1] == '.';
  }
}
