package dev.colonnade.archive;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writer of one segment. One thread at a time appends; any thread may sync.
 *
 * <p>It writes through a stream and not through a channel, which an interrupt of the writing thread
 * would close.
 */
final class SegmentWriter {
  private static final int JOINED_BYTES_MAX = 64 * 1024;

  private final SegmentHeader header;
  private final Path path;
  private final FileOutputStream out;
  private long byteCount;
  private long recordCount;

  /** Creates the file of a segment, which does not exist. */
  SegmentWriter(SegmentHeader header, ArchiveFolder folder) throws IOException {
    this.header = header;
    path = folder.create(header.fileName());
    out = new FileOutputStream(path.toFile());
    try {
      write(header.encode());
    } catch (IOException e) {
      out.close();
      throw e;
    }
  }

  SegmentHeader header() {
    return header;
  }

  Path path() {
    return path;
  }

  long byteCount() {
    return byteCount;
  }

  boolean isEmpty() {
    return recordCount == 0;
  }

  /** Appends a record; one call of the operating system for a small one. */
  void append(ArchiveRecord record) throws IOException {
    byte[] start = record.header();
    byte[] payload = record.payload();
    if (payload.length <= JOINED_BYTES_MAX) {
      byte[] joined = new byte[start.length + payload.length];
      System.arraycopy(start, 0, joined, 0, start.length);
      System.arraycopy(payload, 0, joined, start.length, payload.length);
      write(joined);
    } else {
      write(start);
      write(payload);
    }
    recordCount++;
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    byteCount += bytes.length;
  }

  /** Writes everything that was appended to the disk. */
  void sync() throws IOException {
    out.getFD().sync();
  }

  void close() throws IOException {
    out.close();
  }
}
