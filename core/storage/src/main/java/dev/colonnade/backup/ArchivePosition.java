package dev.colonnade.backup;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Position of a store in its archive: the number of the last group of changes that it contains. A
 * record in {@code META}, written in the same batch as the group:
 *
 * <pre>
 *    0        1          17            21
 *   +--------+----------+-------------+--------+
 *   | format | store id | incarnation | number |
 *   | u8=1   | 16       | u32         | i64    |   big-endian
 *   +--------+----------+-------------+--------+
 * </pre>
 *
 * <p>A restored store has the record of the original, whose id differs from its own.
 *
 * @param storeId identity of the store that wrote the archive
 * @param incarnation opening of the archive in which the group was written, from 1
 * @param number number of the group, from 1; 0 if there is none
 */
public record ArchivePosition(UUID storeId, int incarnation, long number) {
  /** Key of the record. */
  public static final Key KEY = Key.wrap("archive/position".getBytes(US_ASCII));

  private static final byte FORMAT = 1;
  private static final int BYTES = 1 + 2 * Long.BYTES + Integer.BYTES + Long.BYTES;

  public ArchivePosition {
    requireNonNull(storeId, "storeId is null");
    if (incarnation < 1 || number < 0) {
      throw new IllegalArgumentException("incarnation=%d number=%d".formatted(incarnation, number));
    }
  }

  /** Returns the position of a store, or null if the archive is off. */
  public static @Nullable ArchivePosition read(StoreReader store) {
    byte[] value = store.get(Space.META, KEY);
    if (value == null) {
      return null;
    }
    if (value.length != BYTES || value[0] != FORMAT) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "position of the archive is damaged bytes=" + value.length);
    }
    ByteBuffer in = ByteBuffer.wrap(value, 1, BYTES - 1);
    UUID id = new UUID(in.getLong(), in.getLong());
    return new ArchivePosition(id, in.getInt(), in.getLong());
  }

  /** Returns the value of the record. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put(FORMAT)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putInt(incarnation)
        .putLong(number)
        .array();
  }
}
