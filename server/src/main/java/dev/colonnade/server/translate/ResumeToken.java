package dev.colonnade.server.translate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Resume token of a scan: the state that is needed to continue it on any connection, after a split
 * or a restart. Opaque to clients. All integers are little-endian:
 *
 * <pre>
 *   0         1                9               17
 *   +---------+----------------+---------------+------------+----------------------------
 *   | version | read timestamp | rows returned | span count | spans, ascending
 *   | u8 = 1  | i64            | i64           | u32        | each: start, end as
 *   +---------+----------------+---------------+------------+   u32 length and bytes
 * </pre>
 *
 * @param readTimestamp read timestamp of the scan
 * @param rowsReturned number of rows of all pages so far
 * @param spans remaining spans; adjacent spans are merged
 */
public record ResumeToken(long readTimestamp, long rowsReturned, List<KeySpan> spans) {
  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 1 + Long.BYTES + Long.BYTES + Integer.BYTES;

  public ResumeToken {
    spans = merged(requireNonNull(spans, "spans is null"));
  }

  /** Returns the length of {@link #toBytes}. */
  public long byteCount() {
    long size = HEADER_BYTES;
    for (KeySpan span : spans) {
      size += 2L * Integer.BYTES + span.start().length() + span.end().length();
    }
    return size;
  }

  public Bytes toBytes() {
    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(byteCount())).order(ByteOrder.LITTLE_ENDIAN);
    out.put(VERSION).putLong(readTimestamp).putLong(rowsReturned).putInt(spans.size());
    for (KeySpan span : spans) {
      put(out, span.start());
      put(out, span.end());
    }
    return Bytes.copyOf(out.array());
  }

  /** Decodes a token; throws INVALID_ARGUMENT if the bytes are not a token of this version. */
  public static ResumeToken of(Bytes bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes.toArray()).order(ByteOrder.LITTLE_ENDIAN);
    try {
      byte version = in.get();
      if (version != VERSION) {
        throw invalid("unsupported resume token version: version=" + version);
      }
      long readTimestamp = in.getLong();
      long rowsReturned = in.getLong();
      if (readTimestamp <= 0 || rowsReturned < 0) {
        throw invalid("resume token is damaged: readTimestamp=" + readTimestamp);
      }
      List<KeySpan> spans = spans(in);
      if (in.hasRemaining()) {
        throw invalid("resume token is too long: bytes=" + bytes.length());
      }
      return new ResumeToken(readTimestamp, rowsReturned, spans);
    } catch (BufferUnderflowException e) {
      throw invalid("resume token is truncated: bytes=" + bytes.length());
    }
  }

  private static List<KeySpan> spans(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining() / (2 * Integer.BYTES)) {
      throw invalid("resume token is damaged: spanCount=" + count);
    }
    List<KeySpan> spans = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Key start = key(in);
      spans.add(new KeySpan(start, key(in)));
    }
    return spans;
  }

  private static Key key(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw invalid("resume token is damaged: keyBytes=" + length);
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return Key.wrap(bytes);
  }

  private static void put(ByteBuffer out, Key key) {
    out.putInt(key.length()).put(key.bytes());
  }

  private static List<KeySpan> merged(List<KeySpan> spans) {
    List<KeySpan> merged = new ArrayList<>();
    for (KeySpan span : spans) {
      if (!merged.isEmpty() && merged.getLast().end().equals(span.start())) {
        merged.add(new KeySpan(merged.removeLast().start(), span.end()));
      } else {
        merged.add(span);
      }
    }
    return List.copyOf(merged);
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
