package dev.colonnade.mvcc.commit.ingest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.extension.AddedKeys;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.PackedPuts;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import dev.colonnade.store.TableFileWriter;
import java.util.Arrays;

/**
 * Table file of new rows: the store has neither a value nor a tombstone of any of their keys, nor
 * of any key between the first and the last one. A row needs no history entry then, and its
 * condition holds. One thread at a time.
 */
public final class NewRowsFile implements AutoCloseable {
  private static final long BYTES_MAX = 32L << 20;
  private static final int ROWS_MAX = 400_000;

  private final TableFileWriter table;
  private final long timestamp;
  private final PackedKeys keys = new PackedKeys();
  private int[] valueBytes = new int[1 << 10];
  private int rowCount;

  /** Copy of a packed pair, which gets the timestamp. */
  private byte[] pair = new byte[1 << 8];

  /**
   * Creates an empty file.
   *
   * @param timestamp commit timestamp of the rows
   */
  public NewRowsFile(Store store, long timestamp) {
    table = requireNonNull(store, "store is null").newTableFile(Space.ROWS);
    this.timestamp = timestamp;
  }

  /**
   * Returns whether a chunk, whose keys are in ascending order, only puts rows that may be new, and
   * its keys are in a gap between the keys of the store.
   */
  public static boolean mayContain(Mutations chunk, StoreReader store) {
    return !chunk.isEmpty()
        && isPutsOfNew(chunk)
        && isGap(new KeySpan(firstOf(chunk), lastOf(chunk).successor()), store);
  }

  private static boolean isPutsOfNew(Mutations chunk) {
    if (chunk.compact() instanceof PackedPuts) {
      return true;
    }
    for (Mutation mutation : chunk.all()) {
      if (!(mutation instanceof Mutation.OfRow row) || !isPutOfNew(row)) {
        return false;
      }
    }
    return true;
  }

  private static Key firstOf(Mutations chunk) {
    return chunk.compact() instanceof PackedPuts puts ? puts.first() : chunk.all().getFirst().key();
  }

  private static Key lastOf(Mutations chunk) {
    return chunk.compact() instanceof PackedPuts puts ? puts.last() : chunk.all().getLast().key();
  }

  private static boolean isPutOfNew(Mutation.OfRow row) {
    boolean holds =
        switch (row.condition()) {
          case Condition.Always _ -> true;
          case Condition.Presence presence -> presence == Condition.Presence.ABSENT;
          case Condition.VersionIs(long expected, _) -> expected == Condition.VersionIs.NONE;
          case Condition.VersionAtMost _ -> false;
        };
    return holds && row.value() != null && row.role() != Mutation.Role.CHECK;
  }

  private static boolean isGap(KeySpan span, StoreReader store) {
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(span).withoutFillingCache())) {
      cursor.seekToFirst();
      boolean isEmpty = !cursor.valid();
      cursor.checkStatus();
      return isEmpty;
    }
  }

  /** Returns whether a chunk of higher keys follows without a stored key in between. */
  public boolean isFollowedBy(Mutations chunk, StoreReader store) {
    return keys.isEmpty() || isGap(new KeySpan(keys.getLast().successor(), firstOf(chunk)), store);
  }

  /** Adds the rows of a chunk that {@link #mayContain} accepts and whose keys are higher. */
  public void add(Mutations chunk) {
    if (chunk.compact() instanceof PackedPuts puts) {
      puts.segments().forEach(this::add);
      return;
    }
    for (Mutation mutation : chunk.all()) {
      if (!(mutation instanceof Mutation.OfRow row)) {
        throw new IllegalArgumentException("not a row key=" + mutation.key());
      }
      byte[] value = requireNonNull(row.value(), "value is null");
      VersionHeader.setTimestamp(value, timestamp);
      table.put(row.key().bytes(), value);
      count(row.key().bytes(), row.key().length(), value.length, row.role());
    }
  }

  private void add(PackedPuts.Segment segment) {
    for (int i = 0; i < segment.count(); i++) {
      int keyLength = segment.keyLength(i);
      int valueLength = segment.valueLength(i);
      int length = Math.addExact(keyLength, valueLength);
      if (pair.length < length) {
        pair = new byte[Math.max(length, 2 * pair.length)];
      }
      // A copy: the segment is shared with a transaction that may still be read.
      System.arraycopy(segment.bytes(), segment.keyOffset(i), pair, 0, length);
      VersionHeader.setTimestamp(pair, keyLength, timestamp);
      table.put(pair, 0, keyLength, valueLength);
      count(pair, keyLength, valueLength, segment.role());
    }
  }

  private void count(byte[] key, int keyLength, int valueLength, Mutation.Role role) {
    if (keys.size() == valueBytes.length) {
      valueBytes = Arrays.copyOf(valueBytes, 2 * valueBytes.length);
    }
    valueBytes[keys.size()] = valueLength;
    keys.add(key, keyLength);
    rowCount += role == Mutation.Role.ROW ? 1 : 0;
  }

  /** Returns whether the file is large enough. */
  public boolean isFull() {
    return table.byteSize() > BYTES_MAX || keys.size() > ROWS_MAX;
  }

  /** Completes the file, so that the store can ingest it. */
  public void finish() {
    table.finish();
  }

  /** Returns the file. */
  public TableFileWriter table() {
    return table;
  }

  /** Returns the lowest key. */
  public Key first() {
    return keys.getFirst();
  }

  /** Returns the highest key. */
  public Key last() {
    return keys.getLast();
  }

  /** Returns the number of rows; keys that are parts of rows do not count. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns the keys of a file that is finished. */
  public AddedKeys keys() {
    return new AddedKeys(keys, valueBytes);
  }

  /** Deletes the file, unless it was ingested. */
  @Override
  public void close() {
    table.close();
  }
}
