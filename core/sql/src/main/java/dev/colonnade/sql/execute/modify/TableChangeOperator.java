package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.execute.modify.row.ViewChecks;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Operator that changes rows of one table: each collected row is one change, and its last columns
 * are returned.
 */
abstract class TableChangeOperator extends ModifyOperator {
  /** Fewer rows are not announced to the writer. */
  private static final int EXPECTED_ROWS_MIN = 10_000;

  private final Table table;
  private final StatementWrites writes;
  private final CollectedRows rows;
  private final int returnedFrom;

  /** Keys of rows that changes of the same statement have found; null if only this one does. */
  private @Nullable SeenKeys shared;

  /**
   * Creates the operator.
   *
   * @param types of the collected rows
   * @param returnedFrom index of the first column that is returned
   */
  TableChangeOperator(
      QueryContext query,
      Operator source,
      TableWrites target,
      List<VectorType> types,
      int returnedFrom) {
    super(query, source);
    this.table = target.table();
    this.writes = target.writes();
    this.rows = newBuffer(types);
    this.returnedFrom = returnedFrom;
  }

  /** Table and its writer. */
  record TableWrites(Table table, StatementWrites writes) {
    TableWrites {
      requireNonNull(table, "table is null");
      requireNonNull(writes, "writes is null");
    }
  }

  final Table table() {
    return table;
  }

  /** Returns the types of the keys of the rows that are changed; empty if there are none. */
  abstract List<VectorType> targetKeyTypes();

  /** Sets the keys of rows that changes of the same statement have found. */
  void share(SeenKeys keys) {
    shared = requireNonNull(keys, "keys is null");
  }

  final @Nullable SeenKeys shared() {
    return shared;
  }

  @Override
  final void collectRows() {
    for (VectorBatch batch = input(0).next(); batch != null; batch = input(0).next()) {
      collect(batch, rows);
    }
    finishCollecting(rows);
    input(0).close();
  }

  /** Adds the rows to change. */
  abstract void collect(VectorBatch batch, CollectedRows into);

  /**
   * Adds rows that views have to show. As in PostgreSQL, the constraints of a row come before the
   * check of its view: the rows up to one that violates it are written first, and fail in any case.
   */
  final void appendChecked(VectorBatch batch, ViewChecks checks, CollectedRows into) {
    int violation = checks.firstViolation(batch);
    if (violation < 0) {
      into.append(batch);
      return;
    }
    int[] before = IntStream.rangeClosed(0, violation).toArray();
    into.append(batch.gather(before, before.length));
    finishCollecting(into);
    long _ = writeRows(false);
    checks.require(batch, violation);
  }

  /** Called after the last batch. */
  void finishCollecting(CollectedRows into) {}

  /** Returns the change that a collected row is. */
  abstract RowChange change(VectorBatch batch, int row, long rowNumber);

  /** Throws the violation of a row's NOT NULL and CHECK constraints; writes nothing. */
  final void requireConstraints(@Nullable Object[] row) {
    writes.requireConstraints(table, row);
  }

  @Override
  long writeRows(boolean isAlone) {
    if (isAlone && isOfAllRows() && deleteAll()) {
      return rows.rowCount();
    }
    expectRows();
    return writeAfter(0);
  }

  /** Returns whether all rows of the table are deleted, and nothing else is done. */
  boolean isOfAllRows() {
    return false;
  }

  private boolean deleteAll() {
    return rows.rowCount() >= EXPECTED_ROWS_MIN && writes.deleteAll(table, rows.rowCount());
  }

  /** Announces the rows to the writer, if they are many. */
  final void expectRows() {
    if (rows.rowCount() >= EXPECTED_ROWS_MIN) {
      writes.expectRows(table, rows.rowCount());
    }
  }

  /** Writes the changes of all batches but the first ones; returns the number of rows. */
  final long writeAfter(int batchCount) {
    return rows.rowCount() == 0 ? 0 : writes.write(table, () -> changes(batchCount));
  }

  /** Returns a reader of the collected rows. */
  final Supplier<@Nullable VectorBatch> collected() {
    return rows.reader();
  }

  /** Returns whether the rows are in memory, and at most so many. */
  final boolean hasFewRows(int most) {
    return rows.rowCount() <= most && !rows.isSpilled();
  }

  /** Variant of {@link #writeRows} for a statement that does nothing else. */
  final long writeAlone() {
    return rows.rowCount() == 0 ? 0 : writes.writeAlone(table, () -> changes(0));
  }

  private Iterator<RowChange> changes(int batchesSkipped) {
    Changes changes = new Changes(rows.reader());
    for (int i = 0; i < batchesSkipped; i++) {
      changes.skipBatch();
    }
    return changes;
  }

  /** Iterator over the changes. */
  private final class Changes implements Iterator<RowChange> {
    private final Supplier<@Nullable VectorBatch> reader;
    private @Nullable VectorBatch batch;
    private int row;
    private long rowNumber;

    Changes(Supplier<@Nullable VectorBatch> reader) {
      this.reader = reader;
      this.batch = reader.get();
    }

    /** Steps over the rest of the present batch. */
    void skipBatch() {
      rowNumber += requireNonNull(batch, "no more changes").rowCount() - row;
      nextBatch();
    }

    private void nextBatch() {
      batch = reader.get();
      row = 0;
    }

    @Override
    public boolean hasNext() {
      return batch != null;
    }

    @Override
    public RowChange next() {
      VectorBatch present = requireNonNull(batch, "no more changes");
      RowChange change = change(present, row, rowNumber);
      row++;
      rowNumber++;
      if (row == present.rowCount()) {
        nextBatch();
      }
      return change;
    }
  }

  @Override
  final Supplier<@Nullable VectorBatch> returnedRows() {
    Supplier<@Nullable VectorBatch> reader = rows.reader();
    return () -> {
      VectorBatch batch = reader.get();
      return batch == null ? null : returned(batch);
    };
  }

  private VectorBatch returned(VectorBatch batch) {
    Vector[] columns = new Vector[batch.width() - returnedFrom];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(returnedFrom + i);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  @Override
  protected final void release() {
    rows.close();
  }
}
