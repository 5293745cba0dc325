package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.scan.cache.block.BlockImage;
import dev.colonnade.scan.cache.block.BlockMemory;
import dev.colonnade.scan.cache.block.RowIndex;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Cached block: consecutive rows whose columns are in memory, in a segment on disk, or both.
 *
 * <p>The block has the first reference to its memory. Memory can be removed and attached again
 * while there is a segment; a block that is invalid is released, and then has neither. Thread-safe.
 */
final class CachedBlock {
  /** Fewest changed keys that a block tolerates. */
  private static final int CHANGES_MIN = 2;

  /** Rows of a block for each changed key that it tolerates. */
  private static final int ROWS_PER_CHANGE = 128;

  /** Rows that are loaded in the time of one read of changed keys. */
  private static final int ROWS_PER_DELTA_READ = 32;

  final BlockValidity validity;

  /** Read timestamp of the load. */
  final long readTimestamp;

  /** Memory; null if there is none now. */
  private final AtomicReference<@Nullable BlockMemory> memory = new AtomicReference<>();

  private volatile boolean isReleased;

  /** Written before the block is opened. */
  private volatile int rowCount;

  private volatile boolean hasFamilies;

  /** One state, so that the leader and evicting threads see a segment or its number, or both. */
  private final AtomicReference<OnDisk> onDisk = new AtomicReference<>(OnDisk.NONE);

  /** Keys that were changed since the block was opened. Written by the leader only. */
  private volatile ChangedKeys changes = ChangedKeys.NONE;

  /** Reads of changed keys from the store. Of concurrent updates some may be lost. */
  private volatile int deltaReads;

  /** Number of the scan that used the block last. */
  private volatile long lastScan;

  /** Pass in which the writer of segments has found the block; accessed by it only. */
  private int firstPass;

  CachedBlock(Key start, Key limit, long readTimestamp) {
    this.validity = new BlockValidity(start, limit);
    this.readTimestamp = readTimestamp;
  }

  /** Returns an open block whose rows are in a segment. */
  static CachedBlock of(Segment segment) {
    CachedBlock block =
        new CachedBlock(segment.span().start(), segment.span().end(), segment.readTimestamp());
    block.rowCount = segment.rowCount();
    block.hasFamilies = RowIndex.hasFamilies(segment.flags());
    block.onDisk.set(new OnDisk(segment, OnDisk.NO_NUMBER, false));
    boolean isOpen = block.validity.seal(segment.span().end());
    assert isOpen : "nothing can have changed a block before it is registered";
    return block;
  }

  Key start() {
    return validity.start();
  }

  Key end() {
    return validity.end();
  }

  int rowCount() {
    return rowCount;
  }

  /** Adds the loaded rows before the block is opened; a reference belongs to the block. */
  void load(BlockMemory loaded) {
    rowCount = loaded.index().rowCount();
    hasFamilies = loaded.index().hasFamilies();
    memory.set(loaded);
  }

  /** Returns the memory, to be {@linkplain BlockMemory#release released}; null if there is none. */
  @Nullable BlockMemory retainMemory() {
    BlockMemory found = memory.get();
    return found != null && found.tryRetain() ? found : null;
  }

  /** Returns whether the columns are in memory or in the segment. */
  boolean has(List<Column> columns) {
    BlockMemory present = memory.get();
    Segment stored = segment();
    return (present != null && present.columns().keySet().containsAll(columns))
        || (stored != null && BlockImage.parts(stored, columns).size() == columns.size());
  }

  /** Returns whether the block has this memory, not other memory with the same rows. */
  boolean has(BlockMemory present) {
    return memory.get() == present;
  }

  boolean hasMemory() {
    return memory.get() != null;
  }

  /**
   * Attaches memory with the rows of the segment, which gets a further reference; returns false if
   * the block has memory already, or is released.
   */
  boolean attach(BlockMemory read) {
    boolean isRetained = read.tryRetain();
    assert isRetained : "the reader has a reference";
    if (!memory.compareAndSet(null, read)) {
      read.release();
      return false;
    }
    if (isReleased) {
      removeMemory();
      return false;
    }
    return true;
  }

  /** Removes the memory; readers that have retained it continue. */
  void removeMemory() {
    BlockMemory removed = memory.getAndSet(null);
    if (removed != null) {
      removed.release();
    }
  }

  /** Releases memory and segment of an invalid block, which gets neither again. */
  void release() {
    isReleased = true;
    removeMemory();
    Segment removed = segment();
    if (removed != null) {
      removed.release();
    }
  }

  @Nullable Segment segment() {
    return onDisk.get().segment();
  }

  OnDisk onDisk() {
    return onDisk.get();
  }

  /** Returns the first pass in which the writer of segments has found the block; 0 is none. */
  int firstSeen(int pass) {
    if (firstPass == 0) {
      firstPass = pass;
    }
    return firstPass;
  }

  /**
   * Assigns the number of a segment that will be written; changes are marked from now on. Called
   * under the lock of the directory, for an open block that has none.
   */
  void assign(long number) {
    onDisk.updateAndGet(state -> new OnDisk(state.segment(), number, false));
  }

  /** Ends the writing of a segment; null if it was not written. */
  void written(@Nullable Segment written) {
    OnDisk before =
        onDisk.getAndUpdate(
            state ->
                new OnDisk(
                    written == null ? state.segment() : written,
                    OnDisk.NO_NUMBER,
                    state.isMarked()));
    Segment older = before.segment();
    if (written != null && older != null) {
      older.release();
    }
    if (written != null && isReleased) {
      written.release();
    }
  }

  /** Removes the segment, whose number is marked; the block has memory. */
  void removeSegment() {
    Segment removed =
        onDisk.getAndUpdate(state -> new OnDisk(null, state.pending(), state.isMarked())).segment();
    if (removed != null) {
      removed.release();
    }
  }

  /** Records that the marks of a state are in the store. Called by the leader. */
  void marked(OnDisk state) {
    onDisk.compareAndSet(state, new OnDisk(state.segment(), state.pending(), true));
  }

  /**
   * Returns the keys whose rows have to be read from the store. To be called after the read
   * timestamp is pinned and the block was found open.
   */
  ChangedKeys changes() {
    return changes;
  }

  /**
   * Reports a changed key at or above the block's start: the block remains valid for all other keys
   * if it is open and only few keys are changed. Called by the leader.
   *
   * @return whether this call has invalidated the block
   */
  boolean changed(Key key) {
    if (validity.isOpen()) {
      if (key.compareTo(end()) >= 0) {
        return false;
      }
      ChangedKeys more = changes.with(key);
      if (!hasFamilies && more.count() <= changesMax(rowCount)) {
        changes = more;
        return false;
      }
    }
    return validity.changed(key);
  }

  private static int changesMax(int rowCount) {
    return Math.max(CHANGES_MIN, rowCount / ROWS_PER_CHANGE);
  }

  /** Records that a scan has read changed keys from the store. */
  void countDeltaRead() {
    int reads = deltaReads + 1;
    deltaReads = reads;
  }

  /** Returns whether reads of changed keys have cost about as much as loading the block. */
  boolean isWorn() {
    return deltaReads > Math.max(CHANGES_MIN, rowCount / ROWS_PER_DELTA_READ);
  }

  void usedBy(long scan) {
    if (lastScan < scan) {
      lastScan = scan; // of two concurrent updates either may be lost
    }
  }

  long lastScan() {
    return lastScan;
  }

  /**
   * Segment of a block.
   *
   * @param segment null if there is none
   * @param pending number of a segment that is being written; {@link #NO_NUMBER} if none is
   * @param isMarked whether the marks of both are in the store
   */
  record OnDisk(@Nullable Segment segment, long pending, boolean isMarked) {
    static final long NO_NUMBER = 0;
    static final OnDisk NONE = new OnDisk(null, NO_NUMBER, false);

    boolean isPending() {
      return pending != NO_NUMBER;
    }

    /** Returns whether a commit that changes a row has to mark segments. */
    boolean needsMark() {
      return !isMarked && (segment != null || isPending());
    }

    /** Returns the numbers of both segments. */
    List<Long> numbers() {
      List<Long> numbers = new ArrayList<>();
      if (segment != null) {
        numbers.add(segment.number());
      }
      if (isPending()) {
        numbers.add(pending);
      }
      return numbers;
    }
  }
}
