package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * File of segments, one after the other behind the id of the store. It is written once, from start
 * to end, and deleted as a whole; readers of a deleted file finish. What follows a record that is
 * damaged, or was not written completely, is not read.
 *
 * <p>Appends are made by one thread at a time; the other methods are thread-safe.
 */
final class SegmentFile {
  /** Bytes in front of the first record. */
  static final int START = 2 * Long.BYTES;

  private final Path path;
  private volatile FileChannel channel;

  /** One for the store, and one for each reader. The last one closes the channel. */
  private final AtomicInteger references = new AtomicInteger(1);

  /** Bytes of records that are in use. */
  private final AtomicLong liveBytes = new AtomicLong();

  /** Numbers of all segments in the file, also of those that are not in use. */
  private final List<Long> numbers = new ArrayList<>(); // guarded by the monitor

  private volatile long bytes;

  private SegmentFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static SegmentFile create(Path path, UUID storeId) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    SegmentFile file = new SegmentFile(path, channel);
    ByteBuffer start = ByteBuffer.allocate(START);
    start.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    try {
      file.write(start.flip(), 0);
      file.bytes = START;
      return file;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Opens a file, without its segments; throws IOException if it is not of this store. */
  static SegmentFile open(Path path, UUID storeId) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    SegmentFile file = new SegmentFile(path, channel);
    try {
      ByteBuffer start = ByteBuffer.allocate(START);
      file.read(start, 0);
      start.flip();
      if (!new UUID(start.getLong(), start.getLong()).equals(storeId)) {
        throw new IOException("file of another store path=" + path);
      }
      file.bytes = channel.size();
      return file;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Returns the headers of the undamaged segments, in the order of the file. */
  List<SegmentHeader> headers() throws IOException {
    List<SegmentHeader> headers = new ArrayList<>();
    long offset = START;
    try {
      while (offset + SegmentHeader.PREFIX_BYTES <= bytes) {
        ByteBuffer prefixBytes = ByteBuffer.allocate(SegmentHeader.PREFIX_BYTES);
        read(prefixBytes, offset);
        SegmentHeader.Prefix prefix = SegmentHeader.prefix(prefixBytes.flip());
        if (prefix.recordBytes() > bytes - offset) {
          break;
        }
        ByteBuffer header = ByteBuffer.allocate(prefix.headerBytes());
        read(header, offset);
        headers.add(SegmentHeader.parse(header.array(), prefix, offset));
        offset += prefix.recordBytes();
      }
    } catch (DamagedSegmentException e) {
      // The end of what was written before a crash.
    }
    headers.forEach(header -> addNumber(header.number()));
    return headers;
  }

  private synchronized void addNumber(long number) {
    numbers.add(number);
  }

  synchronized List<Long> numbers() {
    return List.copyOf(numbers);
  }

  /** Appends a record; returns its offset. */
  long append(long number, ByteBuffer header, ByteBuffer parts) throws IOException {
    long offset = bytes;
    long behind = write(header, offset);
    behind = write(parts, behind);
    addNumber(number);
    bytes = behind;
    return offset;
  }

  private long write(ByteBuffer from, long offset) throws IOException {
    long at = offset;
    while (from.hasRemaining()) {
      at += channel.write(from, at);
    }
    return at;
  }

  /** Reads bytes from {@code offset} on until {@code to} is full. */
  void read(ByteBuffer to, long offset) throws IOException {
    int start = to.position();
    FileChannel used = channel;
    try {
      read(used, to, offset);
    } catch (ClosedChannelException e) {
      if (Thread.currentThread().isInterrupted() || references.get() <= 0) {
        throw e;
      }
      to.position(start);
      read(reopened(used), to, offset);
    }
  }

  private void read(FileChannel from, ByteBuffer to, long offset) throws IOException {
    long at = offset;
    while (to.hasRemaining()) {
      int count = from.read(to, at);
      if (count < 0) {
        throw new DamagedSegmentException("end of file path=" + path + " offset=" + at);
      }
      at += count;
    }
  }

  /** Opens the file again, which the interrupt of another reader has closed. */
  private synchronized FileChannel reopened(FileChannel closed) throws IOException {
    FileChannel present = channel;
    if (present == closed) {
      present = FileChannel.open(path, StandardOpenOption.READ);
      channel = present;
    }
    return present;
  }

  long bytes() {
    return bytes;
  }

  long liveBytes() {
    return liveBytes.get();
  }

  void addLive(long change) {
    liveBytes.addAndGet(change);
  }

  boolean tryRetain() {
    int before = references.get();
    while (before > 0) {
      int seen = references.compareAndExchange(before, before + 1);
      if (seen == before) {
        return true;
      }
      before = seen;
    }
    return false;
  }

  void release() throws IOException {
    if (references.decrementAndGet() == 0) {
      channel.close();
    }
  }

  /** Deletes the file; readers that have retained it finish. */
  void delete() throws IOException {
    Files.deleteIfExists(requireNonNull(path, "path is null"));
    release();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
