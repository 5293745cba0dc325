package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.ConflictResolver;
import dev.colonnade.bulk.PairSorter;
import dev.colonnade.bulk.SpanIngest;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.progress.ProgressPhase;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.storage.IndexBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Online build of a new index over the existing rows, while writers maintain the index already.
 *
 * <p>The rows of a snapshot are read by several threads, which sort the entries. These are ingested
 * as files; what writers have written since the snapshot prevails ({@link SpanIngest}). The files
 * need no log: an unfinished index is dropped when the store is opened.
 */
public final class IndexBuild implements IndexBuilder {
  private final Context context;
  private final RowExpressionCompiler conditions;

  public IndexBuild(Context context, RowExpressionCompiler conditions) {
    this.context = requireNonNull(context, "context is null");
    this.conditions = requireNonNull(conditions, "conditions is null");
  }

  @Override
  public void build(Table table, int indexId) {
    try (CommandProgress progress =
        SessionProgress.current().begin(ProgressCommand.CREATE_INDEX, table.id(), indexId)) {
      build(table, indexId, progress);
    }
  }

  private void build(Table table, int indexId, CommandProgress progress) {
    KeySpan entries = indexOf(table, indexId).span();
    progress.enter(ProgressPhase.WAITING_FOR_WRITERS);
    try (SpanIngest ingest = SpanIngest.begin(context.bulk(), entries);
        PairSorter sorter =
            context.bulk().newSorter(entries.start().length(), context.parallelism().executor());
        ReadView view = context.reads().open()) {
      // The catalog is read after the timestamp is pinned: it has the schema version of every row.
      Table current = context.catalog().snapshot().table(table.id());
      TableIndex index = indexOf(current, indexId);
      progress.enter(ProgressPhase.SCANNING_TABLE);
      List<IndexedRows> readers = Collections.synchronizedList(new ArrayList<>());
      new SnapshotSort(context)
          .run(
              current,
              sorter,
              () -> {
                IndexedRows rows = rows(current, index);
                readers.add(rows);
                return (part, sorted) -> rows.addAll(view, part, sorted, progress);
              },
              progress);
      progress.set(ProgressCounter.ROWS_DONE, 0);
      progress.set(
          ProgressCounter.ROWS_TOTAL, readers.stream().mapToLong(IndexedRows::entryCount).sum());
      progress.enter(ProgressPhase.LOADING_ENTRIES);
      ingest.finish(sorter.sorted(), new Conflicts(current, index, view), progress);
    }
  }

  @Override
  public long copyRows(Table table) {
    return new RowCopy(context, conditions, table).run();
  }

  private static TableIndex indexOf(Table table, int indexId) {
    TableIndex index = table.findIndex(indexId);
    if (index == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "index was dropped while it was built: table=" + table.name() + " id=" + indexId);
    }
    return index;
  }

  private IndexedRows rows(Table table, TableIndex index) {
    int rowBytesMax = context.rowBytesMax();
    return new IndexedRows(
        table, index, IndexEntries.of(table, index, conditions, rowBytesMax), rowBytesMax);
  }

  /** Conflicts of entries of the snapshot with those of writers. */
  private final class Conflicts implements ConflictResolver {
    private final Table table;
    private final TableIndex index;
    private final ReadView view;
    private final IndexedRows rows;

    Conflicts(Table table, TableIndex index, ReadView view) {
      this.table = table;
      this.index = index;
      this.view = view;
      rows = rows(table, index);
    }

    @Override
    public void requireLive() {
      indexOf(context.catalog().snapshot().table(table.id()), index.id());
    }

    @Override
    public ColonnadeException duplicate(Key key, byte[] one, byte[] other) {
      @Nullable Object[] row = rows.find(view, rowKeyOf(key, one));
      if (row == null) {
        throw new IllegalStateException("entry without a row key=" + key);
      }
      return UniqueViolations.whileBuilding(table, index, rows.keyOf(row));
    }

    @Override
    public boolean isUnique() {
      return index.isUnique();
    }

    @Override
    public boolean isCurrent(Key key, byte[] value) {
      try (ReadView newest = context.reads().openNewest()) {
        IndexEntryWriter.Entry entry = rows.entryOf(rows.find(newest, rowKeyOf(key, value)));
        return entry != null && entry.key().equals(key);
      }
    }

    @Override
    public boolean isSameRow(Key key, byte[] one, byte[] other) {
      return rowKeyOf(key, one).equals(rowKeyOf(key, other));
    }

    private Key rowKeyOf(Key key, byte[] value) {
      return IndexedRowKeys.rowKeyOf(table, index, key, value);
    }
  }
}
