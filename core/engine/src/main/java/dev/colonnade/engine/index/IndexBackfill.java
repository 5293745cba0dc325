package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.AbsentKeyReader;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.store.Durability;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Online backfill of a new index with the existing rows, while writers maintain the index already.
 *
 * <p>The table is walked in small steps. A step reads some rows at the newest timestamp, and
 * commits their entries on condition that none of these rows has changed since; after a conflict
 * the step is repeated with fewer rows. So the backfill never restores an entry that a writer has
 * removed. The steps need not be durable: an unfinished index is dropped when the store is opened.
 */
public final class IndexBackfill {
  /** Maximum rows of a step. */
  static final int ROWS_MAX = 512;

  /** Bytes of rows after which a step ends. */
  static final int BYTES_MAX = 1 << 20;

  private final Catalog catalog;
  private final VersionedReads reads;
  private final CommitPipeline pipeline;
  private final RowExpressionCompiler conditions;
  private final int rowBytesMax;

  public IndexBackfill(
      Catalog catalog,
      VersionedReads reads,
      CommitPipeline pipeline,
      RowExpressionCompiler conditions,
      int rowBytesMax) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.conditions = requireNonNull(conditions, "conditions is null");
    this.rowBytesMax = rowBytesMax;
  }

  /**
   * Adds an entry for every row.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if two rows have the same key; UNKNOWN_TABLE if the
   *     table is dropped meanwhile
   */
  public void fill(int tableId, int indexId) {
    KeySpan left = catalog.snapshot().table(tableId).format().keyCodec().span();
    int rowsMax = ROWS_MAX;
    while (!left.isEmpty()) {
      Step step = read(tableId, indexId, left, rowsMax);
      if (commit(step)) {
        left = new KeySpan(step.end(), left.end());
        rowsMax = Math.min(ROWS_MAX, rowsMax * 2);
        Failpoint.INDEX_AFTER_STEP.pass();
      } else {
        rowsMax = Math.max(1, rowsMax / 4);
      }
    }
  }

  /**
   * Pins the newest timestamp, and reads the catalog after it, so that the catalog has the schema
   * version of every row.
   */
  private Step read(int tableId, int indexId, KeySpan span, int rowsMax) {
    try (ReadView view = reads.open()) {
      Table table = catalog.snapshot().table(tableId);
      TableIndex index = table.findIndex(indexId);
      if (index == null) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "index was dropped while it was built: table=" + table.name() + " id=" + indexId);
      }
      return new Filling(table, index).read(view, span, rowsMax);
    }
  }

  /** Commits a step; returns false after a conflict. */
  private boolean commit(Step step) {
    if (step.mutations().isEmpty()) {
      return true;
    }
    try {
      pipeline.commit(step.mutations(), Durability.RELAXED);
      return true;
    } catch (ColonnadeException e) {
      // A writer has inserted the key since: the next attempt reads whether for the same row.
      if (e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.UNIQUE_VIOLATION) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Mutations of a step.
   *
   * @param end start of the next step
   */
  private record Step(Mutations mutations, Key end) {}

  /** Row of the table. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Row(Key key, long timestamp, @Nullable Object[] values) {}

  /** Row with its new entry. */
  private record Indexed(Row row, IndexEntryWriter.Entry entry) {}

  /** One step of the backfill. */
  private final class Filling {
    private final Table table;
    private final TableIndex index;
    private final KeyCodec keys;
    private final RowDecoder decoder;
    private final IndexEntries entries;

    Filling(Table table, TableIndex index) {
      this.table = table;
      this.index = index;
      this.keys = table.format().keyCodec();
      this.decoder = new RowDecoder(table.format());
      this.entries = IndexEntries.of(table, index, conditions, rowBytesMax);
    }

    Step read(ReadView view, KeySpan span, int rowsMax) {
      List<Row> rows = new ArrayList<>();
      Key end = readRows(view, span, rowsMax, rows);
      table.requireLive();
      Mutations mutations = new Mutations().guardedBy(table::requireLive);
      List<Indexed> indexed = indexed(rows);
      try (AbsentKeyReader gaps = reads.absentKeyReader(spanOf(indexed))) {
        for (Indexed one : indexed) {
          add(view, mutations, gaps, one);
        }
      }
      return new Step(mutations, end);
    }

    /** Returns the rows that have an entry, with the entry. */
    private List<Indexed> indexed(List<Row> rows) {
      List<Indexed> indexed = new ArrayList<>(rows.size());
      Set<Key> taken = HashSet.newHashSet(rows.size());
      for (Row row : rows) {
        IndexEntryWriter.Entry entry = entries.of(row.values());
        if (entry == null) {
          continue;
        }
        if (!taken.add(entry.key())) {
          throw UniqueViolations.whileBuilding(table, index, entries.writer().keyOf(row.values()));
        }
        indexed.add(new Indexed(row, entry));
      }
      return indexed;
    }

    private KeySpan spanOf(List<Indexed> indexed) {
      return KeySpan.around(indexed.stream().map(one -> one.entry().key()).toList());
    }

    private void add(ReadView view, Mutations mutations, AbsentKeyReader gaps, Indexed one) {
      Row row = one.row();
      IndexEntryWriter.Entry entry = one.entry();
      // Where there is nothing now, not even a tombstone, there was nothing at any time.
      boolean mayBeThere = entry.isUnique() && gaps.get(entry.key()) != null;
      Version present = mayBeThere ? view.get(entry.key()) : null;
      if (present != null && !isOf(entry.key(), present, row)) {
        throw UniqueViolations.whileBuilding(table, index, entries.writer().keyOf(row.values()));
      }
      if (present == null) {
        mutations.check(
            keys.familyKey(row.key(), ColumnFamily.FIRST_ID), Condition.versionIs(row.timestamp()));
        mutations.putPart(
            entry.key(), entry.value(), entry.isUnique() ? Condition.ABSENT : Condition.ANY);
      }
    }

    private boolean isOf(Key entryKey, Version present, Row row) {
      return IndexedRowKeys.rowKeyOf(table, index, entryKey, present.value()).equals(row.key());
    }

    /** Reads rows from the start of a span; returns the start of the rest. */
    private Key readRows(ReadView view, KeySpan span, int rowsMax, List<Row> rows) {
      long bytes = 0;
      Key rowKey = null;
      long timestamp = 0;
      Map<Integer, byte[]> values = new HashMap<>();
      try (VersionCursor cursor = view.cursor(span)) {
        for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
          Key stored = cursor.key();
          Key next = keys.rowKeyOf(stored);
          if (rowKey != null && !next.equals(rowKey)) {
            rows.add(new Row(rowKey, timestamp, decoder.decode(rowKey, values)));
            values.clear();
            if (rows.size() == rowsMax || bytes > BYTES_MAX) {
              return stored;
            }
          }
          rowKey = next;
          byte[] value = cursor.value();
          int family = keys.familyOf(stored);
          timestamp = family == ColumnFamily.FIRST_ID ? cursor.timestamp() : timestamp;
          values.put(family, value);
          bytes += value.length;
        }
      }
      if (rowKey != null) {
        rows.add(new Row(rowKey, timestamp, decoder.decode(rowKey, values)));
      }
      return span.end();
    }
  }
}
