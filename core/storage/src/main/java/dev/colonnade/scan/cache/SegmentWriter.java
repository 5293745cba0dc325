package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.block.BlockImage;
import dev.colonnade.scan.cache.block.BlockMemory;
import dev.colonnade.scan.segment.DamagedSegmentException;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentBuilder;
import dev.colonnade.scan.segment.SegmentDisk;
import dev.colonnade.scan.segment.SegmentDraft;
import dev.colonnade.scan.segment.SegmentHeader;
import dev.colonnade.scan.segment.SegmentStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of segments: writes the blocks of the column cache that have not changed for a while to
 * disk, in passes of limited time.
 *
 * <p>A pass assigns numbers to blocks; a later one, when all groups of commits have ended that may
 * have missed them, encodes and writes the blocks that are still unchanged. See {@link
 * SegmentStore} for the reasons.
 *
 * <p>Blocks that the cache has no space for are <em>passing</em>: they are in memory only until
 * they are written, which starts as soon as there are several. Readers wait a moment for their
 * memory.
 */
final class SegmentWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentWriter.class);

  /** Passes for which a block has to be in memory before it is written. */
  static final int QUIET_PASSES = 5;

  /** Passes without a write after one that failed. */
  private static final int FAILED_PASSES = 60;

  /** Time for encoding in one pass. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** Most bytes that are encoded before they are written. */
  private static final int DRAFT_BYTES_MAX = 32 * 1024 * 1024;

  /** Part of the limit of the space on disk that has to be left for a pass. */
  private static final int LIMIT_PART = 4;

  /** Part of the memory for passing blocks that is in use when they are written. */
  private static final int PASSING_PART = 4;

  /** Longest time that a reader waits for memory for a passing block. */
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long WAIT_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Most blocks with a number at one time. */
  private static final int ASSIGNED_MAX = 512;

  private final BlockDirectory directory;
  private final SegmentStore segments;
  private final CacheInvalidation invalidation;
  private final NanoTicker ticker;
  private final BooleanSupplier mayWrite;
  private final Executor soon;
  private final int rowsMin;
  private final long passingBytesMax;
  private final ArrayDeque<Assigned> assigned = new ArrayDeque<>();

  /** Blocks that the cache has no space for, with their bytes below. */
  private final Queue<Passing> passing = new ConcurrentLinkedQueue<>();

  private final AtomicLong passingBytes = new AtomicLong();
  private final AtomicBoolean isWoken = new AtomicBoolean();

  /** Permits of readers that wait for memory. */
  private final Semaphore freed = new Semaphore(0);

  private @Nullable SegmentBuilder builder;
  private int pass;
  private volatile int nextPass;
  private volatile boolean isClosed;

  /** Block to be written, and the groups that may have missed its number. */
  private record Assigned(CachedBlock block, long number, long begun, @Nullable Passing passing) {}

  /**
   * Block that the cache has no space for.
   *
   * @param isCandidate whether the block is a candidate for eviction
   */
  private record Passing(CachedBlock block, long bytes, boolean isCandidate) {}

  /**
   * Creates the writer.
   *
   * @param rowsMin fewest rows of a segment
   * @param passingBytesMax most bytes of passing blocks
   */
  SegmentWriter(
      BlockDirectory directory,
      int rowsMin,
      long passingBytesMax,
      CacheInvalidation invalidation,
      SegmentDisk disk) {
    this.directory = requireNonNull(directory, "directory is null");
    this.rowsMin = rowsMin;
    this.passingBytesMax = passingBytesMax;
    this.segments = disk.segments();
    this.invalidation = requireNonNull(invalidation, "invalidation is null");
    this.ticker = disk.ticker();
    this.mayWrite = disk.mayWrite();
    this.soon = disk.soon();
  }

  /** Returns the bytes of blocks that are in memory only until they are written. */
  long passingBytes() {
    return passingBytes.get();
  }

  /** Requests that a block is written soon and removed from memory. */
  void offer(CachedBlock block, long bytes, boolean isCandidate) {
    passing.add(new Passing(block, bytes, isCandidate));
    if (passingBytes.addAndGet(bytes) >= passingBytesMax / PASSING_PART) {
      wake();
    }
  }

  private void wake() {
    if (isWoken.compareAndSet(false, true)) {
      soon.execute(this::writePassing);
    }
  }

  /**
   * Waits a moment until passing blocks are written and their memory is free; returns whether
   * {@code hasRoom} is true.
   */
  boolean awaitRoom(BooleanSupplier hasRoom) {
    freed.drainPermits();
    for (long left = WAIT_NANOS; !hasRoom.getAsBoolean(); left -= WAIT_STEP_NANOS) {
      if (left <= 0 || passingBytes.get() == 0 || isClosed || nextPass > 0) {
        return false;
      }
      wake();
      try {
        // A group of commits may have to end first, which frees nothing.
        var _ = freed.tryAcquire(WAIT_STEP_NANOS, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Gives up the segment of a block: because it cannot be read, or for its space on disk. */
  void giveUp(CachedBlock block, boolean isDamaged) {
    try {
      directory.giveUp(block, isDamaged, segments::giveUp);
    } catch (ColonnadeException e) {
      LOG.warn("segment that is not used is still present: {}", e.toString());
    }
  }

  /** Runs a pass. */
  synchronized void run() {
    if (isClosed) {
      return;
    }
    pass++;
    directory.free();
    if (pass >= nextPass) {
      nextPass = 0;
    }
    attempt(
        () -> {
          if (nextPass == 0) {
            write(false);
            assign();
          }
          segments.maintain();
        });
  }

  /** Writes passing blocks. */
  private synchronized void writePassing() {
    isWoken.set(false);
    if (isClosed || nextPass > 0) {
      return;
    }
    attempt(
        () -> {
          if (!mayWrite.getAsBoolean() || !hasRoom()) {
            endPassing();
            return;
          }
          assignPassing();
          boolean isMoreLeft = write(true);
          if (isMoreLeft) {
            wake();
          }
        });
  }

  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException | ColonnadeException e) {
      if (!Thread.currentThread().isInterrupted()) { // which ends the thread of a closing engine
        LOG.warn("segments are not written for a while: {}", e.toString());
      }
      pause();
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("segments are not written for a while", e);
      pause();
    }
  }

  private void pause() {
    segments.abandonFile();
    abandonAll();
    nextPass = pass + FAILED_PASSES;
  }

  /** Ends the writer. Idempotent. */
  synchronized void close() {
    isClosed = true;
    abandonAll();
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private void abandonAll() {
    assigned.forEach(this::abandon);
    assigned.clear();
    endPassing();
  }

  private void endPassing() {
    for (Passing next = passing.poll(); next != null; next = passing.poll()) {
      end(next, false);
    }
  }

  private void abandon(Assigned given) {
    segments.unused(given.number());
    end(given);
  }

  /** Abandons a block that may be in the file as a whole: later commits would not mark it. */
  private void abandonBegun(Assigned given) {
    try {
      segments.giveUp(List.of(given.number()));
    } finally {
      end(given);
    }
  }

  private void end(Assigned given) {
    given.block().written(null);
    if (given.passing() != null) {
      end(given.passing(), false);
    }
  }

  /** Removes a block from memory for which there is no space. */
  private void end(Passing ended, boolean isWritten) {
    if (isWritten && !ended.isCandidate()) {
      ended.block().removeMemory();
    } else {
      directory.evict(ended.block());
    }
    passingBytes.addAndGet(-ended.bytes());
    freed.release();
  }

  private void assign() {
    if (!mayWrite.getAsBoolean() || !hasRoom()) {
      return;
    }
    assignPassing();
    Iterator<CachedBlock> blocks = directory.all().iterator();
    while (blocks.hasNext() && assigned.size() < ASSIGNED_MAX) {
      CachedBlock block = blocks.next();
      if (isQuiet(block) && isWorthWriting(block)) {
        assign(block, null);
      }
    }
  }

  private void assignPassing() {
    for (Passing next = passing.poll(); next != null; next = passing.poll()) {
      assign(next.block(), next);
    }
  }

  /**
   * Returns whether there is space on disk for the blocks of a pass; if not, gives up segments in
   * sparse files, which are deleted then.
   */
  private boolean hasRoom() {
    if (segments.hasRoom(Math.min(DRAFT_BYTES_MAX, segments.bytesMax() / LIMIT_PART))) {
      return true;
    }
    for (CachedBlock block : directory.all()) {
      Segment segment = block.segment();
      if (segment != null && segments.isSparse(segment)) {
        giveUp(block, false);
      }
    }
    return false;
  }

  private boolean isQuiet(CachedBlock block) {
    return block.validity.isOpen()
        && block.hasMemory()
        && !block.onDisk().isPending()
        && block.changes().count() == 0
        && block.rowCount() >= rowsMin
        && pass - block.firstSeen(pass) >= QUIET_PASSES;
  }

  /** Returns whether a block has no segment, or one that lacks columns, or in a sparse file. */
  private boolean isWorthWriting(CachedBlock block) {
    Segment segment = block.segment();
    if (segment == null || segments.isSparse(segment)) {
      return true;
    }
    BlockMemory memory = block.retainMemory();
    if (memory == null) {
      return false;
    }
    boolean lacksColumns = !BlockImage.hasAll(segment, memory);
    memory.release();
    return lacksColumns;
  }

  private void assign(CachedBlock block, @Nullable Passing from) {
    invalidation.startMarking();
    long number = segments.newNumber();
    if (directory.assign(block, number)) {
      assigned.add(new Assigned(block, number, invalidation.begun(), from));
    } else if (from != null) {
      end(from, false);
    }
  }

  /**
   * Writes blocks with a number, the passing ones only or all, for a limited time; returns whether
   * more could be written.
   */
  private boolean write(boolean onlyPassing) throws IOException {
    if (invalidation.isMarking()) {
      segments.completeMarks();
    }
    long end = ticker.nanos() + SLICE_NANOS;
    long bytes = 0;
    for (int left = assigned.size(); left > 0; left--) {
      if (ticker.nanos() - end >= 0 || bytes >= DRAFT_BYTES_MAX) {
        return true;
      }
      Assigned next = assigned.remove();
      if (invalidation.ended() < next.begun() || (onlyPassing && next.passing() == null)) {
        assigned.add(next);
      } else {
        bytes += write(next);
      }
    }
    return false;
  }

  /** Encodes and writes a block, unless it has changed; returns the bytes. */
  private long write(Assigned given) throws IOException {
    CachedBlock block = given.block();
    boolean isBegun = false;
    boolean isWritten = false;
    try {
      SegmentDraft draft = draft(given);
      if (draft == null || !segments.hasRoom(draft.bytes()) || invalidation.isUnknown()) {
        return 0;
      }
      Segment older = block.segment();
      if (older != null) {
        segments.giveUp(List.of(older.number()));
      }
      isBegun = true;
      Segment written = segments.write(draft);
      isWritten = true;
      block.written(written);
      if (!block.validity.isOpen()) {
        segments.giveUp(List.of(given.number())); // commits may not have marked it
      }
      if (given.passing() != null) {
        end(given.passing(), true);
      }
      return draft.bytes();
    } finally {
      if (isBegun && !isWritten) {
        abandonBegun(given);
      } else if (!isWritten) {
        abandon(given);
      }
    }
  }

  /** Encodes a block; null if it has changed, or is not in memory any more. */
  private @Nullable SegmentDraft draft(Assigned given) throws IOException {
    CachedBlock block = given.block();
    BlockMemory memory = isUnchanged(block) ? block.retainMemory() : null;
    if (memory == null) {
      return null;
    }
    SegmentBuilder parts = builder == null ? new SegmentBuilder() : builder;
    builder = parts;
    try {
      BlockImage.encode(memory, block.segment(), parts);
      SegmentHeader header =
          new SegmentHeader(
              given.number(),
              new KeySpan(block.start(), block.end()),
              block.readTimestamp,
              block.rowCount(),
              memory.index().flags(),
              List.of());
      return new SegmentDraft(header, parts);
    } catch (DamagedSegmentException e) {
      LOG.warn("segment is damaged, and read from the store again: {}", e.toString());
      giveUp(block, true);
      return null;
    } finally {
      memory.release();
    }
  }

  private static boolean isUnchanged(CachedBlock block) {
    return block.validity.isOpen() && block.changes().count() == 0;
  }
}
