package dev.colonnade.scan.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.cache.block.BlockImage;
import dev.colonnade.scan.cache.block.BlockMemory;
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

  /**
   * Returns memory of a block with those of the columns that its segment has: {@code memory}, to
   * which they are added, or memory that the reader has for itself, if the cache has no space for
   * them. What is added stays in the cache, and must not use the space that is left for readers.
   *
   * @param memory retained memory that lacks one of the columns; the result takes its place
   */
  BlockMemory complete(CachedBlock block, BlockMemory memory, List<Column> columns) {
    BlockMemory complete = memory;
    boolean isReturned = false;
    try {
      complete = completed(block, memory, columns);
      isReturned = complete == memory;
      return complete;
    } finally {
      if (!isReturned) {
        memory.release();
      }
    }
  }

  /** Returns memory with columns; a reference of its own, unless it is {@code memory}. */
  private BlockMemory completed(CachedBlock block, BlockMemory memory, List<Column> columns) {
    BlockMemory own = ownMemory;
    if (own != null
        && block == ownBlock
        && own.columns().keySet().containsAll(columns)
        && own.tryRetain()) {
      return own;
    }
    Segment segment = block.segment();
    if (segment == null) {
      return memory;
    }
    try {
      return completed(block, memory, segment, columns);
    } catch (IOException | DamagedSegmentException | ColonnadeException e) {
      failed(block, segment, e);
      return memory;
    }
  }

  private BlockMemory completed(
      CachedBlock block, BlockMemory memory, Segment segment, List<Column> columns)
      throws IOException {
    List<Column> missing = new ArrayList<>(columns);
    missing.removeAll(memory.columns().keySet());
    Map<Column, SegmentPart> parts = BlockImage.parts(segment, missing);
    if (parts.isEmpty()) {
      return memory;
    }
    if (cache.ensureCapacity(parts.values().stream().mapToLong(SegmentPart::rawBytes).sum())) {
      memory.addColumns(SegmentColumns.read(segment, parts, reader(), cache.memory()));
      cache.countSegmentRead();
      return memory;
    }
    Map<Column, SegmentPart> all = BlockImage.parts(segment, columns);
    if (all.size() < columns.size() || !cache.hasReserve(BlockImage.bytes(segment, all))) {
      return memory;
    }
    BlockMemory read = BlockImage.read(segment, all, reader(), cache.memory());
    cache.countSegmentRead();
    keep(block, read);
    return read;
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
