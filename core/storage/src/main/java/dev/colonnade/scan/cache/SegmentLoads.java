package dev.colonnade.scan.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.cache.block.BlockImage;
import dev.colonnade.scan.cache.block.BlockMemory;
import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.SegmentColumns;
import dev.colonnade.scan.segment.DamagedSegmentException;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentPart;
import dev.colonnade.scan.segment.SegmentReader;
import dev.colonnade.type.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads of blocks from their segments for one reader. If the cache has no space for a block, the
 * reader has its memory for itself until it comes to another block. Not thread-safe.
 */
final class SegmentLoads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentLoads.class);

  private final ColumnCache cache;
  private @Nullable SegmentReader reader;

  /** Block whose memory the reader has for itself. */
  private @Nullable CachedBlock ownBlock;

  private @Nullable BlockMemory ownMemory;

  SegmentLoads(ColumnCache cache) {
    this.cache = cache;
  }

  /**
   * Returns memory with the rows of a block without memory, and with those of the columns that its
   * segment has; the caller releases it. Null if rows have to be read from the store.
   */
  @Nullable BlockMemory read(CachedBlock block, List<Column> columns) {
    BlockMemory own = ownMemory;
    if (own != null && block == ownBlock && own.tryRetain()) {
      return own;
    }
    Segment segment = block.segment();
    if (segment == null) {
      return null;
    }
    try {
      return read(block, segment, columns);
    } catch (IOException | DamagedSegmentException | ColonnadeException e) {
      failed(block, segment, e);
      return null;
    }
  }

  private @Nullable BlockMemory read(CachedBlock block, Segment segment, List<Column> columns)
      throws IOException {
    Map<Column, SegmentPart> parts = BlockImage.parts(segment, columns);
    long bytes = BlockImage.bytes(segment, parts);
    boolean isAttachable = cache.ensureCapacity(bytes);
    if (!isAttachable && !cache.hasReserve(bytes)) {
      return null;
    }
    BlockMemory memory = BlockImage.read(segment, parts, reader(), cache.memory());
    cache.countSegmentRead();
    if (isAttachable && block.attach(memory)) {
      cache.directory().attached(block);
    } else {
      keep(block, memory);
    }
    return memory;
  }

  /** Adds those of the columns that are not in memory and that the segment of the block has. */
  void addColumns(CachedBlock block, BlockMemory memory, List<Column> columns) {
    Segment segment = block.segment();
    if (segment == null) {
      return;
    }
    List<Column> missing = new ArrayList<>(columns);
    missing.removeAll(memory.columns().keySet());
    try {
      Map<Column, SegmentPart> parts = BlockImage.parts(segment, missing);
      long bytes = parts.values().stream().mapToLong(SegmentPart::rawBytes).sum();
      if (parts.isEmpty() || (!cache.ensureCapacity(bytes) && !cache.hasReserve(bytes))) {
        return;
      }
      BlockColumns added = SegmentColumns.read(segment, parts, reader(), cache.memory());
      memory.addColumns(added);
      cache.countSegmentRead();
    } catch (IOException | DamagedSegmentException | ColonnadeException e) {
      failed(block, segment, e);
    }
  }

  private SegmentReader reader() {
    SegmentReader present = reader;
    if (present == null) {
      present = new SegmentReader();
      reader = present; // most readers find all blocks in memory
    }
    return present;
  }

  private void keep(CachedBlock block, BlockMemory memory) {
    close();
    boolean isRetained = memory.tryRetain();
    assert isRetained : "the reader has a reference";
    ownBlock = block;
    ownMemory = memory;
  }

  /** Gives a segment up that cannot be read; rethrows errors that do not concern it. */
  private void failed(CachedBlock block, Segment segment, Exception cause) {
    if (cause instanceof ColonnadeException known) {
      if (known.code() != ErrorCode.MEMORY_LIMIT) {
        throw known;
      }
    } else if (block.segment() == segment
        && block.validity.isOpen()
        && !Thread.currentThread().isInterrupted()) {
      LOG.warn("segment cannot be read, its rows are read from the store: {}", cause.toString());
      cache.giveUp(block);
    } // else it was replaced, and its file deleted
  }

  /** Releases the memory that the reader has for itself. Idempotent. */
  @Override
  public void close() {
    BlockMemory own = ownMemory;
    ownMemory = null;
    ownBlock = null;
    if (own != null) {
      own.release();
    }
  }
}
