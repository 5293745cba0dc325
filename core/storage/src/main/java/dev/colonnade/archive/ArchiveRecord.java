package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Record of the archive.
 *
 * @param kind kind
 * @param number number of the group
 * @param timeNanos time at which it was written, in nanoseconds since 1970
 * @param payload a serialized batch, or descriptions of {@link IngestedFile}s
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record ArchiveRecord(Kind kind, long number, long timeNanos, byte[] payload) {
  /** Kind of a record. */
  enum Kind {
    /** Batch of changes. */
    BATCH(1),
    /** Table files that were ingested. */
    INGEST(2),
    /** Statement that the group before, of the same number, was not applied. */
    ABORT(3),
    /** End of a segment. */
    END(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static @Nullable Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }

  ArchiveRecord {
    requireNonNull(kind, "kind is null");
    requireNonNull(payload, "payload is null");
    if (number < 1) {
      throw new IllegalArgumentException("number=" + number);
    }
  }

  /** Returns the bytes before the payload. */
  byte[] header() {
    ByteBuffer out =
        ByteBuffer.allocate(SegmentLayout.RECORD_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(payload.length).putInt(0).put((byte) kind.code).putLong(number).putLong(timeNanos);
    byte[] header = out.array();
    out.putInt(SegmentLayout.RECORD_CHECKSUM_OFFSET, checksum(header, payload));
    return header;
  }

  /** Returns the record of a header and a payload; null if they have another checksum or format. */
  static @Nullable ArchiveRecord of(byte[] header, byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    Kind kind = Kind.of(header[SegmentLayout.KIND_OFFSET]);
    long number = in.getLong(SegmentLayout.NUMBER_OFFSET);
    if (kind == null
        || number < 1
        || in.getInt(SegmentLayout.RECORD_CHECKSUM_OFFSET) != checksum(header, payload)) {
      return null;
    }
    return new ArchiveRecord(kind, number, in.getLong(SegmentLayout.TIME_OFFSET), payload);
  }

  private static int checksum(byte[] header, byte[] payload) {
    CRC32C checksum = new CRC32C();
    checksum.update(
        header,
        SegmentLayout.KIND_OFFSET,
        SegmentLayout.RECORD_HEADER_BYTES - SegmentLayout.KIND_OFFSET);
    checksum.update(payload, 0, payload.length);
    return (int) checksum.getValue();
  }
}
