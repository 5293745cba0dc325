package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Lookup join operator: takes some rows of the left input, finds the rows of a table by their keys,
 * and joins the two by hash.
 */
public final class LookupJoinOperator extends Operator {
  /**
   * Number of rows of the first lookup, which is small: a consumer of only a part of the result
   * does not wait for more. Each further lookup has twice as many.
   */
  private static final int ROWS_FIRST = 64;

  private final JoinShape shape;
  private final int width;
  private final RowLookup lookup;
  private final int[] keyColumns;
  private final OperatorMemory share;
  private int rowsWanted = ROWS_FIRST;

  /** Rows of the left input that are not joined yet. */
  private @Nullable VectorBatch pending;

  private @Nullable HashJoinOperator joining;

  /**
   * Creates the operator.
   *
   * @param shape of the join of the left input with the rows of the lookup, which may have columns
   *     at their end that are only compared
   * @param width number of columns that are returned, the first ones of the pairs
   */
  public LookupJoinOperator(
      QueryContext query, JoinShape shape, int width, Operator left, RowLookup lookup) {
    super(query, left);
    switch (shape.kind()) {
      case INNER, LEFT, SEMI, ANTI -> {}
      case RIGHT, FULL, NULL_AWARE_ANTI ->
          throw new IllegalArgumentException("no lookup join: kind=" + shape.kind());
    }
    this.shape = shape;
    this.width = width;
    this.lookup = requireNonNull(lookup, "lookup is null");
    this.keyColumns = shape.keys().stream().mapToInt(JoinPlan.Key::left).toArray();
    this.share = memory().newPart();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    HashJoinOperator present = joining;
    if (present == null) {
      VectorBatch first = pending == null ? input(0).next() : pending;
      pending = null;
      if (first == null) {
        return null;
      }
      present = lookup.isByKey() ? joinedByKey(first) : joinedWithAll(first);
      joining = present;
    }
    VectorBatch joined = present.next();
    if (joined != null) {
      return joined.prefix(width);
    }
    joining = null;
    present.close();
    return new VectorBatch(0);
  }

  private HashJoinOperator joinedByKey(VectorBatch first) {
    VectorBatch rows = taken(first);
    return new HashJoinOperator(
        query(), shape, false, new Rows(query(), rows), lookup.find(rows, keyColumns));
  }

  /** Returns a join of all rows with the whole table. */
  private HashJoinOperator joinedWithAll(VectorBatch first) {
    return new HashJoinOperator(
        query(), shape, false, new Rest(query(), first), lookup.find(first, keyColumns));
  }

  /** Returns as many rows as a lookup has, or all that are left. */
  private VectorBatch taken(VectorBatch first) {
    int wanted = rowsWanted;
    rowsWanted = Math.min(rowsWanted * 2, VectorBatch.ROWS);
    if (first.rowCount() < wanted) {
      return filledUp(first, wanted);
    }
    if (first.rowCount() > wanted) {
      pending = first.slice(wanted, first.rowCount());
    }
    return first.slice(0, wanted);
  }

  private VectorBatch filledUp(VectorBatch first, int wanted) {
    VectorBatch next = input(0).next();
    if (next == null || first.rowCount() + next.rowCount() > wanted) {
      pending = next;
      return first;
    }
    VectorBuilder[] columns =
        shape.leftTypes().stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
    int count = append(first, columns);
    while (next != null && count + next.rowCount() <= wanted) {
      count += append(next, columns);
      next = input(0).next();
    }
    pending = next;
    Vector[] vectors = new Vector[columns.length];
    long bytes = 0;
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[i].build();
      bytes += columns[i].memoryBytes();
    }
    share.set(bytes);
    return new VectorBatch(count, vectors);
  }

  private static int append(VectorBatch batch, VectorBuilder[] columns) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(batch.column(i), batch.rowCount());
    }
    return batch.rowCount();
  }

  @Override
  protected void release() {
    pending = null;
    share.close();
    if (joining != null) {
      joining.close();
      joining = null;
    }
  }

  /** Rows that are there already. */
  private static final class Rows extends Operator {
    private @Nullable VectorBatch batch;

    Rows(QueryContext query, VectorBatch batch) {
      super(query);
      this.batch = batch;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      VectorBatch rows = batch;
      batch = null;
      return rows;
    }
  }

  /** Rows that are there already, and the rest of the left input. */
  private final class Rest extends Operator {
    private @Nullable VectorBatch batch;

    Rest(QueryContext query, VectorBatch batch) {
      super(query);
      this.batch = batch;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      VectorBatch rows = batch;
      batch = null;
      return rows == null ? LookupJoinOperator.this.input(0).next() : rows;
    }
  }
}
