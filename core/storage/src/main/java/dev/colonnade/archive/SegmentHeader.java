package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Header of a segment.
 *
 * @param storeId identity of the store
 * @param incarnation number of the opening of the archive, from 1
 * @param base least number of a group of the incarnation
 * @param first number of the first group of the segment
 * @param createdNanos time in nanoseconds since 1970
 */
record SegmentHeader(UUID storeId, int incarnation, long base, long first, long createdNanos) {
  SegmentHeader {
    requireNonNull(storeId, "storeId is null");
    if (incarnation < 1 || base < 1 || first < base) {
      throw new IllegalArgumentException(
          "incarnation=%d base=%d first=%d".formatted(incarnation, base, first));
    }
  }

  /** Returns the name of the segment's file, in whose order segments are read. */
  String fileName() {
    return String.format(Locale.ROOT, "%08d-%016d%s", incarnation, first, SegmentLayout.SUFFIX);
  }

  Instant createdAt() {
    return Instant.EPOCH.plusNanos(createdNanos);
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(SegmentLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(SegmentLayout.MAGIC)
        .putInt(SegmentLayout.FORMAT)
        .putInt(incarnation)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putLong(base)
        .putLong(first)
        .putLong(createdNanos);
    return out.putInt(checksum(out.array())).array();
  }

  /** Returns the header in bytes; null if they are none, or have another checksum. */
  static @Nullable SegmentHeader decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length != SegmentLayout.HEADER_BYTES
        || in.getLong(0) != SegmentLayout.MAGIC
        || in.getInt(SegmentLayout.FORMAT_OFFSET) != SegmentLayout.FORMAT
        || in.getInt(SegmentLayout.CHECKSUM_OFFSET) != checksum(bytes)) {
      return null;
    }
    int store = SegmentLayout.STORE_OFFSET;
    return new SegmentHeader(
        new UUID(in.getLong(store), in.getLong(store + Long.BYTES)),
        in.getInt(SegmentLayout.INCARNATION_OFFSET),
        in.getLong(SegmentLayout.BASE_OFFSET),
        in.getLong(SegmentLayout.FIRST_OFFSET),
        in.getLong(SegmentLayout.CREATED_OFFSET));
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, SegmentLayout.CHECKSUM_OFFSET);
    return (int) checksum.getValue();
  }
}
