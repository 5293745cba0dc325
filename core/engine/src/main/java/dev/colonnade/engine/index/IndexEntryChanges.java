package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Combined changes of the index entries of one table by row changes that are applied together. A
 * key that one row releases and another row of the changes adopts is one change of its entry, which
 * no check sees as absent or duplicate in between. One thread.
 */
public final class IndexEntryChanges {
  private final Table table;
  private final List<IndexEntries> indexes = new ArrayList<>();
  private final Map<Key, Change> changes = new TreeMap<>();

  public IndexEntryChanges(Table table, RowExpressionCompiler conditions, int rowBytesMax) {
    this.table = requireNonNull(table, "table is null");
    for (TableIndex index : table.indexes()) {
      indexes.add(IndexEntries.of(table, index, conditions, rowBytesMax));
    }
  }

  /**
   * Adds the change of a row.
   *
   * @param before values of all columns in the order of the schema; null if there was no row
   * @param after the new values; null for a delete
   * @throws dev.colonnade.error.ColonnadeException UNIQUE_VIOLATION if another row of the same
   *     changes gets the same key, or an earlier one has got the key that this row releases: unique
   *     keys are checked row by row, as in PostgreSQL
   */
  public void replace(@Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
    for (IndexEntries entries : indexes) {
      IndexEntryWriter.Entry old = entries.of(before);
      IndexEntryWriter.Entry now = entries.of(after);
      if (old == null || now == null || !isSame(old, now)) {
        replace(entries, old, now, before, after);
      }
    }
  }

  private void replace(
      IndexEntries entries,
      IndexEntryWriter.@Nullable Entry old,
      IndexEntryWriter.@Nullable Entry now,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {
    if (old != null && !change(old.key()).remove(old)) {
      throw duplicate(entries, requireNonNull(before, "before is null"));
    }
    if (now != null && !change(now.key()).add(now)) {
      throw duplicate(entries, requireNonNull(after, "after is null"));
    }
  }

  /**
   * Variant of {@link #replace} for a row that is new or whose primary key stays: changes of
   * entries that only this row can have are added to a batch of their index, and not to these
   * changes. So are deletes of unique entries whose keys no other row of these changes has yet; one
   * that gets such a key later inserts it. (While an index is being built, another row that the
   * transaction has written can have the key.)
   *
   * @param parts one batch for each {@linkplain #indexCount index}
   */
  public void replace(
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      List<RowWriteBatch> parts) {
    for (int i = 0; i < indexes.size(); i++) {
      IndexEntries entries = indexes.get(i);
      IndexEntryWriter.Entry old = entries.of(before);
      IndexEntryWriter.Entry now = entries.of(after);
      if (old != null && now != null && isSame(old, now)) {
        continue;
      }
      boolean isOwn = (old == null || !old.isUnique()) && (now == null || !now.isUnique());
      boolean isDelete =
          old != null && now == null && entries.isReady() && !changes.containsKey(old.key());
      if (!isOwn && !isDelete) {
        replace(entries, old, now, before, after);
        continue;
      }
      if (old != null && (now == null || !old.key().equals(now.key()))) {
        parts.get(i).deletedPart(old.key(), old.isUnique());
      }
      if (now != null) {
        parts.get(i).part(now.key(), now.value(), false);
      }
    }
  }

  /** Returns the number of indexes. */
  public int indexCount() {
    return indexes.size();
  }

  private ColonnadeException duplicate(IndexEntries entries, @Nullable Object[] row) {
    IndexEntryWriter writer = entries.writer();
    return UniqueViolations.ofKey(table, writer.index(), writer.keyOf(row));
  }

  private static boolean isSame(IndexEntryWriter.Entry left, IndexEntryWriter.Entry right) {
    return left.key().equals(right.key()) && Arrays.equals(left.value(), right.value());
  }

  private Change change(Key key) {
    return changes.computeIfAbsent(key, _ -> new Change());
  }

  /** Removes all changes. */
  public void clear() {
    changes.clear();
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Passes all changes to a sink: first the removed entries, then the new and changed ones. */
  public void writeTo(Sink sink) {
    changes.forEach(
        (key, change) -> {
          IndexEntryWriter.Entry old = change.old;
          if (old != null && change.now == null) {
            sink.remove(key, old.isUnique());
          }
        });
    changes.forEach(
        (key, change) -> {
          IndexEntryWriter.Entry now = change.now;
          if (now != null) {
            sink.put(now, change.old == null);
          }
        });
  }

  /** Returns the keys of a row's unique entries. */
  public List<Key> uniqueKeysOf(@Nullable Object[] row) {
    List<Key> keys = new ArrayList<>();
    for (IndexEntries entries : indexes) {
      IndexEntryWriter.Entry entry = entries.of(row);
      if (entry != null && entry.isUnique()) {
        keys.add(entry.key());
      }
    }
    return keys;
  }

  /** Returns the keys of new unique entries: each fails if another row has the key. */
  public List<Key> newUniqueKeys() {
    List<Key> keys = new ArrayList<>();
    changes.forEach(
        (key, change) -> {
          IndexEntryWriter.Entry now = change.now;
          if (now != null && now.isUnique() && change.old == null) {
            keys.add(key);
          }
        });
    return keys;
  }

  /** Receiver of changes of entries. */
  public interface Sink {
    /**
     * Removes an entry.
     *
     * @param isUnique whether another row may insert its key
     */
    void remove(Key key, boolean isUnique);

    /**
     * Adds an entry or replaces its value.
     *
     * @param isNew whether there was none with its key
     */
    void put(IndexEntryWriter.Entry entry, boolean isNew);
  }

  /** Change of one key. */
  private static final class Change {
    private IndexEntryWriter.@Nullable Entry old;
    private IndexEntryWriter.@Nullable Entry now;

    /** Sets the old entry; returns false if an earlier row has got the key of the unique entry. */
    boolean remove(IndexEntryWriter.Entry entry) {
      old = entry;
      return now == null || !entry.isUnique();
    }

    /** Sets the new entry; returns false if another row has set it already. */
    boolean add(IndexEntryWriter.Entry entry) {
      boolean isFree = now == null;
      now = entry;
      return isFree;
    }
  }
}
