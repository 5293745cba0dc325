package dev.colonnade.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the records of a segment, in their order. One thread.
 *
 * <p>A process that is killed leaves an incomplete record at the end of its last segment, and
 * nothing after it. So an invalid record with a valid one behind it is damage.
 */
final class SegmentReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path path;
  private final InputStream in;
  private final long byteCount;
  private long position = SegmentLayout.HEADER_BYTES;
  private long lastNumber;
  private boolean isEnded;

  SegmentReader(ArchiveFolder.Segment segment) {
    path = segment.path();
    lastNumber = segment.header().first() - 1;
    try {
      byteCount = Files.size(path);
      in = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES);
      in.skipNBytes(SegmentLayout.HEADER_BYTES);
    } catch (IOException e) {
      throw ArchiveFolder.failed("read", path, e);
    }
  }

  /** Returns the next record; null at the end, and at an incomplete record at the end. */
  @Nullable ArchiveRecord next() {
    if (isEnded || position == byteCount) {
      return null;
    }
    try {
      byte[] header = in.readNBytes(SegmentLayout.RECORD_HEADER_BYTES);
      ArchiveRecord record =
          header.length < SegmentLayout.RECORD_HEADER_BYTES ? null : body(header);
      if (record == null) {
        requireTorn();
        return null;
      }
      position += SegmentLayout.RECORD_HEADER_BYTES + record.payload().length;
      lastNumber = record.number();
      isEnded = record.kind() == ArchiveRecord.Kind.END;
      return record;
    } catch (IOException e) {
      throw ArchiveFolder.failed("read", path, e);
    }
  }

  private @Nullable ArchiveRecord body(byte[] header) throws IOException {
    int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > byteCount - position - SegmentLayout.RECORD_HEADER_BYTES) {
      return null;
    }
    return ArchiveRecord.of(header, in.readNBytes(length));
  }

  /** Returns whether the END record was read. */
  boolean isEnded() {
    return isEnded;
  }

  long position() {
    return position;
  }

  /** Throws STORE_CORRUPT if there is a valid record behind the invalid one. */
  private void requireTorn() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer rest =
          channel
              .map(FileChannel.MapMode.READ_ONLY, position, byteCount - position)
              .order(ByteOrder.LITTLE_ENDIAN);
      int last = rest.capacity() - SegmentLayout.RECORD_HEADER_BYTES;
      for (int offset = 1; offset <= last; offset++) {
        if (isRecord(rest, offset)) {
          throw ArchiveFolder.damaged(
              path,
              "invalid record at offset=%d, before group=%d"
                  .formatted(position, rest.getLong(offset + SegmentLayout.NUMBER_OFFSET)));
        }
      }
    }
  }

  private boolean isRecord(ByteBuffer rest, int offset) {
    int length = rest.getInt(offset);
    long number = rest.getLong(offset + SegmentLayout.NUMBER_OFFSET);
    if (length < 0
        || length > rest.capacity() - offset - SegmentLayout.RECORD_HEADER_BYTES
        || number < lastNumber
        || number - lastNumber > byteCount
        || ArchiveRecord.Kind.of(rest.get(offset + SegmentLayout.KIND_OFFSET)) == null) {
      return false;
    }
    byte[] header = new byte[SegmentLayout.RECORD_HEADER_BYTES];
    rest.get(offset, header);
    byte[] payload = new byte[length];
    rest.get(offset + SegmentLayout.RECORD_HEADER_BYTES, payload);
    return ArchiveRecord.of(header, payload) != null;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw ArchiveFolder.failed("close", path, e);
    }
  }
}
