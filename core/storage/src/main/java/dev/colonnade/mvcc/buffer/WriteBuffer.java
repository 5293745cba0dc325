package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of a transaction's uncommitted writes, with an undo log for savepoints. Not safe for
 * concurrent use.
 *
 * <p>Single writes are stored in a tree. A batch of new keys is stored as a {@link SortedWriteRun},
 * which is moved to the tree as soon as a key within its bounds is read as a part of a span, or
 * changed. Runs that overlap another one are moved with the first read of a key within the bounds
 * of all of them.
 *
 * <p>A buffer that needs more than its share of memory spills: all writes in memory, and those that
 * they have replaced since a savepoint, are written to a file as one sorted run ({@link
 * SpilledWrites}). The position of each write in the transaction, which is in the file, takes the
 * place of the undo log: a rollback makes all later positions invisible.
 */
public final class WriteBuffer implements AutoCloseable {
  /** Bytes of memory of a write in addition to its key and value. */
  private static final long WRITE_OVERHEAD_BYTES = 200;

  private final int writesMax;
  private final long bytesMax;
  private final @Nullable SpillSpace space;
  private final NavigableMap<Key, BufferedWrite> writes = new TreeMap<>();
  private final SortedWriteRuns runs = new SortedWriteRuns();
  private final OverlappingRuns overlapping = new OverlappingRuns();

  /** Undo log: the write that each change replaced, oldest first. */
  private final List<WriteVersions.Undo> undo = new ArrayList<>();

  private long bytes;

  /** Position in the transaction of the first record of the undo log. */
  private long base;

  private SpilledWrites spilled = SpilledWrites.NONE;

  private @Nullable SpanDelete spanDelete; // the only write then

  /** Bytes of memory, also of replaced writes, that {@link #space} includes. */
  private long memoryBytes;

  /** Number of discards: positions from before a discard cannot be restored. */
  private int discardCount;

  /**
   * Creates a buffer.
   *
   * @param writesMax maximum number of writes
   * @param bytesMax maximum bytes of keys and values, in memory and in files
   * @param space memory and files; null to keep all writes in memory
   */
  public WriteBuffer(int writesMax, long bytesMax, @Nullable SpillSpace space) {
    this.writesMax = writesMax;
    this.bytesMax = bytesMax;
    this.space = space;
  }

  public boolean isEmpty() {
    return memoryCount() == 0 && !isSpilled() && spanDelete == null;
  }

  /** Deletes spans. Nothing else was or is written or read before the commit or a rollback. */
  public void delete(SpanDelete spans) {
    if (!isEmpty()) {
      throw new IllegalStateException("delete of spans beside other writes");
    }
    spanDelete = spans;
  }

  /** Returns whether there may be writes in files. */
  public boolean isSpilled() {
    return !spilled.isEmpty();
  }

  /** Returns the number of writes; replaced ones in files are included. */
  long count() {
    return memoryCount() + spilled.count();
  }

  private long memoryCount() {
    return (long) writes.size() + runs.writeCount() + overlapping.writeCount();
  }

  /** Returns the bytes of keys and values in memory, and of all files. */
  long bytes() {
    return bytes + spilled.byteSize();
  }

  public @Nullable BufferedWrite get(Key key) {
    BufferedWrite own = memory(key);
    return own == null && isSpilled() ? spilled.get(key) : own;
  }

  private @Nullable BufferedWrite memory(Key key) {
    settle(key, key);
    BufferedWrite single = writes.get(key);
    return single == null && !runs.isEmpty() ? runs.get(key) : single;
  }

  /** Returns whether no key from {@code first} to {@code last}, inclusive, was written. */
  public boolean isUntouched(Key first, Key last) {
    settle(first, last);
    Key next = writes.ceilingKey(first);
    return (next == null || next.compareTo(last) > 0)
        && runs.isFree(first, last)
        && !isSpilledWithin(new KeySpan(first, last.successor()));
  }

  private boolean isSpilledWithin(KeySpan span) {
    if (!isSpilled()) {
      return false;
    }
    Map.Entry<Key, BufferedWrite> found = new SpilledCursor(spilled).ceiling(span.start());
    return found != null && span.contains(found.getKey());
  }

  /** Returns a view of the writes, complete for {@code span}, valid until the next change. */
  public OwnWrites ownWithin(KeySpan span) {
    settle(span);
    return new OwnWrites(writes, spilled);
  }

  /** Returns a view of the writes in memory of keys in {@code span}. */
  private NavigableMap<Key, BufferedWrite> within(KeySpan span) {
    settle(span);
    return span.end().isInfinity()
        ? writes.tailMap(span.start(), true)
        : writes.subMap(span.start(), true, span.end(), false);
  }

  /**
   * Position in the history of the buffer.
   *
   * @param mark length of the undo log
   * @param discardCount number of discards
   */
  public record Position(long mark, int discardCount) {}

  /** Returns the current position. */
  public Position position() {
    return new Position(mark(), discardCount);
  }

  /**
   * Returns the writes of keys in {@code spans} as of an earlier position, which must not have been
   * undone by {@link #rollbackTo}. Writes that were discarded since are omitted.
   */
  public OwnWrites over(List<KeySpan> spans, Position position) {
    NavigableMap<Key, BufferedWrite> rows = new TreeMap<>();
    spans.forEach(span -> rows.putAll(within(span, position)));
    return new OwnWrites(rows, spilled.at(position.mark()));
  }

  private NavigableMap<Key, BufferedWrite> within(KeySpan span, Position position) {
    NavigableMap<Key, BufferedWrite> present = within(span);
    if (position.mark() >= mark() || position.discardCount() != discardCount) {
      return present;
    }
    NavigableMap<Key, BufferedWrite> then = new TreeMap<>(present);
    int mark = (int) Math.max(0, position.mark() - base);
    for (WriteVersions.Undo change : undo.subList(mark, undo.size()).reversed()) {
      switch (change) {
        case WriteVersions.Replaced(Key key, BufferedWrite before) -> {
          if (before == null) {
            then.remove(key);
          } else if (span.contains(key)) {
            then.put(key, before);
          }
        }
        case WriteVersions.Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            then.remove(run.key(i));
          }
        }
      }
    }
    return then;
  }

  /** Returns the writes of keys in {@code spans}, which later changes do not affect. */
  public OwnWrites over(List<KeySpan> spans) {
    return over(spans, position());
  }

  /** Returns whether there are writes of keys in {@code span}. */
  public boolean hasWithin(KeySpan span) {
    for (SortedWriteRun run : runs.around(span)) {
      if (span.contains(run.first()) || span.contains(run.last())) {
        return true;
      }
    }
    settle(span);
    Key next = writes.ceilingKey(span.start());
    return (next != null && span.contains(next)) || isSpilledWithin(span);
  }

  /**
   * Writes a key that retains the condition of an earlier write: if the transaction has inserted it
   * without a lock, only the condition excludes other inserts.
   */
  public void change(Key key, BufferedWrite write) {
    BufferedWrite own = get(key);
    put(key, own == null ? write : new BufferedWrite(write.value(), own.condition(), write.part()));
  }

  public void put(Key key, BufferedWrite write) {
    settle(key, key);
    SortedWriteRun run = runs.holding(key);
    if (run != null) {
      moveToTree(run);
    }
    long added = write.byteSize(key);
    BufferedWrite before = writes.get(key);
    long removed = before == null ? 0 : before.byteSize(key);
    requireWithinLimits(before == null ? 1 : 0, added - removed);
    undo.add(new WriteVersions.Replaced(key, before));
    writes.put(key, write);
    bytes += added - removed;
    addMemory(added + WRITE_OVERHEAD_BYTES);
  }

  /** Adds writes of keys that the transaction has not written before. */
  void putAll(SortedWriteRun run) {
    requireWithinLimits(run.size(), run.bytes());
    undo.add(new WriteVersions.Added(run));
    if (runs.isFree(run)) {
      runs.add(run);
    } else {
      overlapping.add(run);
    }
    bytes += run.bytes();
    addMemory(run.bytes() + run.overheadBytes());
  }

  private void requireWithinLimits(int addedCount, long addedBytes) {
    if (addedCount > writesMax - count()) {
      throw tooLarge("writes", writesMax);
    }
    if (bytes() + addedBytes > bytesMax) {
      throw tooLarge("bytes", bytesMax);
    }
  }

  private void addMemory(long added) {
    memoryBytes += added;
    if (space != null) {
      space.add(added);
      if (space.isExceeded(memoryBytes)) {
        spill(space);
      }
    }
  }

  private void setMemory(long changed) {
    if (space != null) {
      space.add(changed - memoryBytes);
    }
    memoryBytes = changed;
  }

  /** Writes everything in memory to a file. */
  private void spill(SpillSpace to) {
    if (memoryCount() > 0) {
      WriteVersions versions = new WriteVersions(undo, base, writes, runs);
      WriteRunFile file = overlapping.isEmpty() ? versions.writeRuns(to) : null;
      if (file == null) {
        if (!versions.isEachWriteOnce(memoryCount())) {
          settle(Key.EMPTY, Key.INFINITY);
        }
        file = versions.write(to, memoryCount(), this::memory);
      }
      spilled = file == null ? spilled : spilled.with(file);
    }
    base += undo.size();
    undo.clear();
    writes.clear();
    runs.clear();
    overlapping.clear();
    bytes = 0;
    setMemory(0);
  }

  /** Makes the tree complete for {@code span}. */
  private void settle(KeySpan span) {
    runs.around(span).forEach(this::moveToTree);
    overlapping.takeAround(span).forEach(this::addToTree);
  }

  /** Moves the overlapping runs that may have keys from {@code first} to {@code last}. */
  private void settle(Key first, Key last) {
    if (!overlapping.isEmpty()) {
      overlapping.takeAround(first, last).forEach(this::addToTree);
    }
  }

  private void moveToTree(SortedWriteRun run) {
    runs.remove(run);
    addToTree(run);
  }

  /** Adds the writes of a run to the tree, where they need more memory; the next write spills. */
  private void addToTree(SortedWriteRun run) {
    for (int i = 0; i < run.size(); i++) {
      writes.put(run.key(i), run.write(i));
    }
    setMemory(memoryBytes + run.size() * WRITE_OVERHEAD_BYTES - run.overheadBytes());
  }

  /** Discards the writes of keys in {@code span}; earlier marks cannot be restored afterwards. */
  public void discard(KeySpan span) {
    NavigableMap<Key, BufferedWrite> discarded = within(span);
    discarded.forEach((key, write) -> bytes -= write.byteSize(key));
    discarded.clear();
    if (isSpilled()) {
      spilled = spilled.without(span);
    }
    base += undo.size();
    undo.clear();
    discardCount++;
    setMemory(bytes + memoryCount() * WRITE_OVERHEAD_BYTES);
  }

  /** Returns a mark for {@link #rollbackTo}. */
  public long mark() {
    return base + undo.size();
  }

  /** Passes on the keys that were inserted since a mark, and whose absence the inserts presume. */
  public void forEachInsertSince(long mark, Consumer<Key> visitor) {
    Key none =
        findInsert(
            mark,
            key -> {
              visitor.accept(key);
              return false;
            });
    assert none == null;
  }

  private @Nullable Key findInsert(long mark, Predicate<Key> condition) {
    for (WriteVersions.Undo change : undo.subList(index(mark), undo.size())) {
      switch (change) {
        case WriteVersions.Replaced(Key key, BufferedWrite before) -> {
          if (before == null && isInsert(key) && condition.test(key)) {
            return key;
          }
        }
        case WriteVersions.Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            if (isInsert(run.key(i)) && condition.test(run.key(i))) {
              return run.key(i);
            }
          }
        }
      }
    }
    return mark < base && isSpilled() ? spilled.findInsert(mark, condition) : null;
  }

  /** Returns the index of a mark in the undo log. */
  private int index(long mark) {
    return Math.clamp(mark - base, 0, undo.size());
  }

  /** Returns the first inserted key that has a value in the store; null if there is none. */
  public @Nullable Key firstDuplicate(StoreReader store) {
    return findInsert(
        0,
        key -> {
          byte[] present = store.get(Space.ROWS, key);
          return present != null && !VersionHeader.isTombstone(present);
        });
  }

  private boolean isInsert(Key key) {
    BufferedWrite write = memory(key);
    return write != null && write.condition() == Condition.ABSENT;
  }

  public void rollbackTo(long mark) {
    spanDelete = null;
    if (mark < base && isSpilled()) {
      spilled = spilled.undoneFrom(mark, base);
    }
    int length = index(mark);
    boolean isUndone = undo.size() > length;
    while (undo.size() > length) {
      switch (undo.removeLast()) {
        case WriteVersions.Replaced(Key key, BufferedWrite before) -> restore(key, before);
        case WriteVersions.Added(SortedWriteRun run) -> {
          if (runs.remove(run) || overlapping.remove(run)) {
            bytes -= run.bytes();
          } else {
            for (int i = 0; i < run.size(); i++) {
              restore(run.key(i), null);
            }
          }
        }
      }
    }
    if (isUndone) {
      setMemory(bytes + memoryCount() * WRITE_OVERHEAD_BYTES);
    }
  }

  /**
   * Restores the write of a key, which is in no run: the undone change preceded the run, or the run
   * was moved to the tree.
   */
  private void restore(Key key, @Nullable BufferedWrite before) {
    BufferedWrite present = writes.get(key);
    bytes -= present == null ? 0 : present.byteSize(key);
    if (before == null) {
      writes.remove(key);
    } else {
      writes.put(key, before);
      bytes += before.byteSize(key);
    }
  }

  /** Returns all writes in {@link #chunks}; null if they are in memory and need only one. */
  public @Nullable MutationChunks chunksAbove(MutationChunks.Size max) {
    boolean isLarge = isSpilled() || spanDelete != null;
    return isLarge || max.isExceeded(Math.toIntExact(memoryCount()), bytes) ? chunks() : null;
  }

  /**
   * Returns all writes in chunks to commit, so that the commit needs memory for one chunk only.
   * Moves those in memory to a file first, if there are others in files.
   */
  MutationChunks chunks() {
    if (isSpilled()) {
      spill(requireNonNull(space, "space is null"));
      return new ChunkCollector.Chunks(
          spilled.isDeletesOnly(),
          null,
          (max, visitor) -> new SpilledCursor(spilled).forEachChunk(max, visitor));
    }
    WriteMerge merge = merge();
    return new ChunkCollector.Chunks(
        merge.isDeletesOnly(),
        spanDelete,
        (max, visitor) -> {
          ChunkCollector chunks = new ChunkCollector(max, visitor);
          merge.forEach(chunks);
          chunks.finish();
        });
  }

  /** Deletes the files and forgets the writes. */
  @Override
  public void close() {
    setMemory(0);
    spanDelete = null;
    spilled.close();
    spilled = SpilledWrites.NONE;
  }

  /**
   * Returns the batch to commit, with its keys in ascending order. Only for a buffer that has not
   * {@linkplain #isSpilled spilled}.
   */
  public Mutations mutations() {
    assert !isSpilled();
    Mutations mutations = new Mutations();
    merge().forEach((key, write) -> write.addTo(mutations, key));
    return mutations;
  }

  private WriteMerge merge() {
    return new WriteMerge(writes, runs.inOrder(), overlapping.all());
  }

  private static ColonnadeException tooLarge(String what, long max) {
    return new ColonnadeException(
        ErrorCode.TRANSACTION_TOO_LARGE,
        "transaction too large: too many " + what + " written max=" + max);
  }
}
