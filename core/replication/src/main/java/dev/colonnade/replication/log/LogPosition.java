package dev.colonnade.replication.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Position of an entry in the replicated log, and the record of the last applied one.
 *
 * @param term term in which the entry was appended
 * @param index its index; -1 before the first entry
 */
public record LogPosition(long term, long index) {
  /** Position before the first entry. */
  public static final LogPosition START = new LogPosition(0, -1);

  /** Key of the record in {@code META}. */
  public static final Key KEY = Key.wrap("replication/position".getBytes(US_ASCII));

  /** Format of the record, which is not that of entries. */
  private static final byte FORMAT = 1;

  /** Returns the bytes of the record. */
  public byte[] encode() {
    return ByteBuffer.allocate(LogEntryLayout.POSITION_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(FORMAT)
        .putLong(term)
        .putLong(index)
        .array();
  }

  /** Returns the position in a record; {@link #START} if there is none. */
  public static LogPosition decode(byte @Nullable [] value) {
    if (value == null) {
      return START;
    }
    if (value.length != LogEntryLayout.POSITION_BYTES || value[0] != FORMAT) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "damaged position of the log bytes=" + value.length);
    }
    ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    return new LogPosition(
        in.getLong(LogEntryLayout.POSITION_TERM_OFFSET),
        in.getLong(LogEntryLayout.POSITION_INDEX_OFFSET));
  }
}
