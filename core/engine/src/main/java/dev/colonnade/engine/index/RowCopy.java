package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.ConflictResolver;
import dev.colonnade.bulk.PairSorter;
import dev.colonnade.bulk.SpanIngest;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableRows;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.progress.ProgressPhase;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.storage.IndexBuilder;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.type.row.RowAccessor;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copy of the rows of a table of one column family to the place to which they move: encoded with
 * the key that the table gets, sorted, and ingested as files, as are the entries of all indexes
 * then. Nothing writes to the table meanwhile.
 */
final class RowCopy {
  /** First value of a hidden key of a copied row; a sequence counts up from 1 for later rows. */
  private static final long HIDDEN_KEYS_START = Long.MIN_VALUE / 2;

  /** Rows that are read before they are counted as progress. */
  private static final int ROWS_PER_COUNT = 1024;

  private final IndexBuilder.Context context;
  private final RowExpressionCompiler conditions;
  private final Table table;
  private final Table target;

  /** Column of the key that is NULL in a row; equal keys of other rows are an error before it. */
  private final AtomicReference<@Nullable Column> nullColumn = new AtomicReference<>();

  private final AtomicLong hiddenKeys = new AtomicLong(HIDDEN_KEYS_START);

  RowCopy(IndexBuilder.Context context, RowExpressionCompiler conditions, Table table) {
    this.context = requireNonNull(context, "context is null");
    this.conditions = requireNonNull(conditions, "conditions is null");
    this.table = requireNonNull(table, "table is null");
    this.target = requireNonNull(table.movedTable(), "rows do not move");
  }

  /** Copies the rows; returns the newest timestamp of the copies. */
  long run() {
    TableRows.Move move = requireNonNull(table.descriptor().rows().move(), "rows do not move");
    try (CommandProgress progress =
        SessionProgress.current().begin(ProgressCommand.CREATE_INDEX, table.id(), move.indexId())) {
      return run(progress);
    }
  }

  private long run(CommandProgress progress) {
    long newest =
        copy(
            target.format().keyCodec().span(),
            table,
            view -> {
              Rows rows = new Rows(context.rowBytesMax());
              return (part, sorted) -> rows.addAll(view, part, sorted, progress);
            },
            progress);
    Column column = nullColumn.get();
    if (column != null) {
      throw containsNulls(column);
    }
    for (TableIndex index : target.indexes()) {
      long timestamp =
          copy(
              index.span(),
              target,
              view -> {
                IndexedRows rows =
                    new IndexedRows(
                        target,
                        index,
                        IndexEntries.of(target, index, conditions, context.rowBytesMax()),
                        context.rowBytesMax());
                return (part, sorted) -> rows.addAll(view, part, sorted, progress);
              },
              progress);
      newest = Math.max(newest, timestamp);
    }
    return newest;
  }

  /** Ingests pairs that are computed from the rows of a table; returns their timestamp. */
  private long copy(
      KeySpan span,
      Table source,
      Function<ReadView, SnapshotSort.PartReader> readers,
      CommandProgress progress) {
    try (SpanIngest ingest = SpanIngest.begin(context.bulk(), span);
        PairSorter sorter =
            context.bulk().newSorter(span.start().length(), context.parallelism().executor());
        ReadView view = context.reads().open()) {
      progress.enter(ProgressPhase.SCANNING_TABLE);
      new SnapshotSort(context).run(source, sorter, () -> readers.apply(view), progress);
      progress.enter(ProgressPhase.LOADING_ENTRIES);
      ingest.finish(sorter.sorted(), new Conflicts(), progress);
      return ingest.timestamp();
    }
  }

  private ColonnadeException containsNulls(Column column) {
    return new ColonnadeException(
        ErrorCode.NOT_NULL_VIOLATION,
        "column \"%s\" of relation \"%s\" contains null values"
            .formatted(column.name(), table.name()),
        ErrorFields.NONE.withTable(table.name(), table.schemaId()).withColumn(column.name()));
  }

  /** Rows of a snapshot that are encoded again. One thread. */
  private final class Rows {
    private final RowAccessor all;
    private final RowWriter writer;
    private final List<Column> columns = target.schema().visibleColumns();
    private final boolean hasHiddenKey = target.schema().hasHiddenKey();
    private final int keyOrdinal =
        target.schema().ordinal(target.schema().keyColumns().getFirst().id());
    private final int[] ordinals =
        columns.stream().mapToInt(column -> target.schema().ordinal(column.id())).toArray();

    private final boolean[] isRequired = new boolean[columns.size()];

    Rows(int rowBytesMax) {
      for (int i = 0; i < isRequired.length; i++) {
        isRequired[i] = !columns.get(i).nullable();
      }
      all =
          new RowAccessor(
              table.format(),
              ColumnFamily.FIRST_ID,
              columns.stream().map(column -> table.schema().column(column.id())).toList());
      writer = new RowWriter(target.format(), rowBytesMax);
    }

    void addAll(ReadView view, KeySpan span, PairSorter.Part sorter, CommandProgress progress) {
      int step = 0;
      int counted = 0;
      CursorOptions options = CursorOptions.over(span).withoutFillingCache();
      try (VersionCursor cursor = view.cursor(options)) {
        for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
          InterruptionPoint.check(++step);
          all.position(
              cursor.keyAddress(), cursor.keyLength(), cursor.valueAddress(), cursor.valueLength());
          add(sorter);
          if (step - counted == ROWS_PER_COUNT) {
            progress.add(ProgressCounter.ROWS_DONE, ROWS_PER_COUNT);
            counted = step;
          }
        }
      }
      progress.add(ProgressCounter.ROWS_DONE, step - counted);
    }

    /** Adds the row at which the accessor is. */
    private void add(PairSorter.Part sorter) {
      writer.reset();
      for (int i = 0; i < ordinals.length; i++) {
        if (isRequired[i] && all.isNull(i)) {
          nullColumn.compareAndSet(null, columns.get(i));
          return;
        }
        writer.putStored(ordinals[i], all, i);
      }
      if (hasHiddenKey) {
        writer.putLong(keyOrdinal, hiddenKeys.getAndIncrement());
      }
      Key key = writer.finish();
      sorter.add(key.bytes(), requireNonNull(writer.familyValue(0), "row has no value"));
    }
  }

  /** Rows with equal keys. There are no conflicts with writers. */
  private final class Conflicts implements ConflictResolver {
    @Override
    public void requireLive() {
      Table now = context.catalog().snapshot().table(table.id());
      if (!now.descriptor().rows().equals(table.descriptor().rows())) {
        throw new ColonnadeException(
            ErrorCode.SERIALIZATION_FAILURE,
            "table \"%s\" was altered while its rows were copied".formatted(table.name()));
      }
    }

    @Override
    public ColonnadeException duplicate(Key key, byte[] one, byte[] other) {
      TableRows.Move move = requireNonNull(table.descriptor().rows().move(), "rows do not move");
      return UniqueViolations.whileMoving(
          table,
          move.keyName(),
          target.schema().keyColumns(),
          target.format().keyCodec().decode(key));
    }

    @Override
    public boolean isUnique() {
      return true;
    }

    @Override
    public boolean isCurrent(Key key, byte[] value) {
      throw new IllegalStateException("row was written while rows were copied key=" + key);
    }

    @Override
    public boolean isSameRow(Key key, byte[] one, byte[] other) {
      throw new IllegalStateException("row was written while rows were copied key=" + key);
    }
  }
}
