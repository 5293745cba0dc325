package dev.colonnade.server.pg.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import io.netty.buffer.ByteBuf;

/** Bytes as they come, and the rows that are whole in them. One thread. */
final class LineBuffer {
  /** The longest row. */
  static final int LINE_BYTES_MAX = 256 * 1024 * 1024;

  private static final int FIRST_BYTES = 16 * 1024;

  private final LineScan scan;

  /** The rows that were read lie from here, as long as they may be asked for. */
  private int kept;

  private byte[] bytes = new byte[FIRST_BYTES];

  /** What follows the last row that was taken lies from here, was looked at up to scanned. */
  private int start;

  private int scanned;
  private int end;
  private boolean isEnded;
  private long line;
  private int lineStart;
  private int lineEnd;

  LineBuffer(LineScan scan) {
    this.scan = requireNonNull(scan, "scan is null");
  }

  void feed(ByteBuf more) {
    int count = more.readableBytes();
    if (bytes.length - end < count) {
      makeRoom(count);
    }
    more.readBytes(bytes, end, count);
    end += count;
  }

  private void makeRoom(int count) {
    if ((long) end - start + count > LINE_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "a row to copy is too long: bytesMax=" + LINE_BYTES_MAX);
    }
    int held = end - kept;
    byte[] target = held + count > bytes.length ? new byte[2 * (held + count)] : bytes;
    System.arraycopy(bytes, kept, target, 0, held);
    bytes = target;
    start -= kept;
    scanned -= kept;
    lineStart -= kept;
    lineEnd -= kept;
    end = held;
    kept = 0;
  }

  void end() {
    isEnded = true;
  }

  /** Moves to the next row; false if there is none that is whole. */
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
      throw Fields.wrong("unterminated CSV quoted field");
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

  /** Throws away everything that follows. */
  void skipRest() {
    start = end;
    scanned = end;
    isEnded = true;
  }

  /** The rows that were read so far will not be asked for again. */
  void release() {
    kept = start;
  }

  /** Where the row begins that {@link #next} moved to, seen from the first that is kept. */
  int keptStart() {
    return lineStart - kept;
  }

  /** The bytes as text from {@link #keptStart} of a row, so many of them. */
  String keptText(int from, int to) {
    return CopyPlace.text(bytes, kept + from, kept + to);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where the row begins that {@link #next} moved to. */
  int lineStart() {
    return lineStart;
  }

  /** Where it ends, the newline left out. */
  int lineEnd() {
    return lineEnd;
  }

  /** Lines so far: a newline within a value makes one, too. */
  long line() {
    return line;
  }

  /** Whether the row is the sign that nothing follows. */
  boolean isEndMark() {
    return lineEnd - lineStart == 2 && bytes[lineStart] == '\\' && bytes[lineStart + 1] == '.';
  }
}
