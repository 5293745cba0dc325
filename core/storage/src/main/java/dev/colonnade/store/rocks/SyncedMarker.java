package dev.colonnade.store.rocks;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File with the greatest sequence number that is known to be durable in the write-ahead log.
 *
 * <p>RocksDB accepts a log that ends at a record, wherever that is, or that is missing: it cannot
 * distinguish a log that was truncated from one that was never written further. The marker can: a
 * store whose log ends before it has lost acknowledged writes.
 *
 * <p>The number is stored in mapped memory after a sync has returned, and never synced itself. The
 * operating system writes it at some time afterwards, so it survives the end of the process, and
 * after a loss of power it may be too small but never too great. An update costs two stores.
 *
 * <p>Thread-safe. The file is preallocated, so that a full disk cannot fail an update.
 */
final class SyncedMarker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SyncedMarker.class);
  private static final ValueLayout.OfLong LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena;
  private final MemorySegment memory;

  /** Guarded by the monitor, as {@link #nextSlot}. */
  private long number;

  private int nextSlot;
  private boolean closed;

  private SyncedMarker(Arena arena, MemorySegment memory, long number) {
    this.arena = arena;
    this.memory = memory;
    this.number = number;
  }

  /**
   * Returns the number in {@code file}; empty if there is no such file, as in stores of earlier
   * versions, or if a loss of power has left it incomplete.
   */
  static OptionalLong read(Path file) {
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    try {
      OptionalLong number = parse(Files.readAllBytes(file));
      if (number.isEmpty()) {
        LOG.warn("the marker of the synced log is incomplete, it is created again file={}", file);
      }
      return number;
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  private static OptionalLong parse(byte[] content) {
    ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    if (content.length != SyncedMarkerLayout.FILE_BYTES
        || bytes.getLong(SyncedMarkerLayout.MAGIC_OFFSET) != SyncedMarkerLayout.MAGIC) {
      return OptionalLong.empty();
    }
    long greatest = -1;
    for (int slot = 0; slot < SyncedMarkerLayout.SLOT_COUNT; slot++) {
      long number = bytes.getLong(SyncedMarkerLayout.numberOffset(slot));
      if (bytes.getLong(SyncedMarkerLayout.complementOffset(slot)) == ~number) {
        greatest = Math.max(greatest, number);
      }
    }
    return greatest < 0 ? OptionalLong.empty() : OptionalLong.of(greatest);
  }

  /** Replaces {@code file} by one with {@code number}, and maps it. */
  static SyncedMarker create(Path file, long number) {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.write(temporary, content(number).array());
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      return map(file, number);
    } catch (IOException e) {
      throw failed("create", file, e);
    }
  }

  private static ByteBuffer content(long number) {
    ByteBuffer bytes =
        ByteBuffer.allocate(SyncedMarkerLayout.FILE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(SyncedMarkerLayout.MAGIC_OFFSET, SyncedMarkerLayout.MAGIC);
    for (int slot = 0; slot < SyncedMarkerLayout.SLOT_COUNT; slot++) {
      bytes.putLong(SyncedMarkerLayout.numberOffset(slot), number);
      bytes.putLong(SyncedMarkerLayout.complementOffset(slot), ~number);
    }
    return bytes;
  }

  private static SyncedMarker map(Path file, long number) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, SyncedMarkerLayout.FILE_BYTES, arena);
      return new SyncedMarker(arena, memory, number);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * Raises the marker to {@code synced}: everything up to this sequence number is durable in the
   * log. No effect if the marker is there already.
   */
  synchronized void advance(long synced) {
    if (synced <= number || closed) {
      return;
    }
    number = synced;
    memory.set(LONG, SyncedMarkerLayout.numberOffset(nextSlot), synced);
    memory.set(LONG, SyncedMarkerLayout.complementOffset(nextSlot), ~synced);
    nextSlot = (nextSlot + 1) % SyncedMarkerLayout.SLOT_COUNT;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }

  private static ColonnadeException failed(String operation, Path file, IOException cause) {
    boolean isDiskFull = String.valueOf(cause.getMessage()).contains("No space left on device");
    return new ColonnadeException(
        isDiskFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "marker of the synced log failed operation=%s file=%s reason=%s"
            .formatted(operation, file, cause),
        cause);
  }
}
