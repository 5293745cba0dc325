package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.HashBuild;
import dev.colonnade.sql.execute.join.hash.JoinPass;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lookup join operator: reads some rows of the left input, finds the rows of a table by their keys,
 * and joins the two by hash. Its rows are in the order of the left input, except those of a LEFT
 * join.
 */
public final class LookupJoinOperator extends Operator {
  /**
   * Number of rows of the first lookup: a consumer of the first rows of the result does not wait
   * for more, each of which may have many matches.
   */
  private static final int ROWS_FIRST = 1;

  /** Factor by which each further lookup has more rows. */
  private static final int GROWTH = 8;

  private final JoinSides sides;
  private final int width;
  private final RowLookup lookup;
  private final int[] keyColumns;
  private final OperatorMemory share;
  private int rowsWanted = ROWS_FIRST;

  /** Rows of the left input that are not joined yet. */
  private final Deque<VectorBatch> pending = new ArrayDeque<>();

  /** Join of the present part of the left input, with its build side in memory. */
  private @Nullable JoinPass pass;

  private @Nullable HashBuild built;

  /** Join of one row of the left input whose matches do not fit in memory. */
  private @Nullable HashJoinOperator ofOneRow;

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
    this.sides = new JoinSides(shape, false);
    this.width = width;
    this.lookup = requireNonNull(lookup, "lookup is null");
    this.keyColumns = shape.keys().stream().mapToInt(JoinPlan.Key::left).toArray();
    this.share = memory().newPart();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (pass == null && ofOneRow == null) {
      VectorBatch first = nextOfLeft();
      if (first == null) {
        return null;
      }
      begin(taken(first));
    }
    VectorBatch joined = ofOneRow != null ? ofOneRow.next() : pass == null ? null : pass.next();
    if (joined != null) {
      return joined.prefix(width);
    }
    end();
    return JoinSides.NO_ROWS;
  }

  private @Nullable VectorBatch nextOfLeft() {
    VectorBatch known = pending.poll();
    return known == null ? input(0).next() : known;
  }

  /**
   * Begins to join rows; only the first of them if there is no memory for the matches of all. Their
   * order would be lost in temporary files, which only the matches of one row use.
   */
  private void begin(VectorBatch rows) {
    VectorBatch part = rows;
    HashBuild build = build(part);
    while (build == null && part.rowCount() > 1) {
      pending.push(part.slice(part.rowCount() / 2, part.rowCount()));
      part = part.slice(0, part.rowCount() / 2);
      rowsWanted = part.rowCount();
      build = build(part);
    }
    VectorBatch joined = part;
    if (build == null) {
      ofOneRow =
          new HashJoinOperator(
              query(), sides.shape(), false, new Rows(query(), joined), found(joined));
      return;
    }
    built = build;
    Iterator<VectorBatch> once = List.of(joined).iterator();
    Supplier<@Nullable VectorBatch> left = () -> once.hasNext() ? once.next() : null;
    pass = new JoinPass(sides, build, left, query(), null, true);
  }

  private Operator found(VectorBatch rows) {
    return lookup.find(rows, keyColumns);
  }

  /** Returns the matches of rows in memory; null if there is not enough. */
  private @Nullable HashBuild build(VectorBatch rows) {
    HashBuild build = new HashBuild(sides, memory());
    boolean isComplete = false;
    try (Operator found = found(rows)) {
      VectorBatch batch = found.next();
      while (batch != null && build.tryAdd(batch)) {
        batch = found.next();
      }
      isComplete = batch == null;
      if (isComplete) {
        build.finish();
      }
    } finally {
      if (!isComplete) {
        build.close();
      }
    }
    return isComplete ? build : null;
  }

  /** Returns as many rows as a lookup has, or all that are left. */
  private VectorBatch taken(VectorBatch first) {
    int wanted = rowsWanted;
    rowsWanted = Math.min(rowsWanted * GROWTH, VectorBatch.ROWS);
    if (first.rowCount() < wanted) {
      return filledUp(first, wanted);
    }
    if (first.rowCount() > wanted) {
      pending.push(first.slice(wanted, first.rowCount()));
    }
    return first.slice(0, wanted);
  }

  private VectorBatch filledUp(VectorBatch first, int wanted) {
    VectorBatch next = nextOfLeft();
    if (next == null || first.rowCount() + next.rowCount() > wanted) {
      postpone(next);
      return first;
    }
    VectorBuilder[] columns =
        sides.shape().leftTypes().stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
    int count = append(first, columns);
    while (next != null && count + next.rowCount() <= wanted) {
      count += append(next, columns);
      next = nextOfLeft();
    }
    postpone(next);
    Vector[] vectors = new Vector[columns.length];
    long bytes = 0;
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[i].build();
      bytes += columns[i].memoryBytes();
    }
    share.set(bytes);
    return new VectorBatch(count, vectors);
  }

  private void postpone(@Nullable VectorBatch rows) {
    if (rows != null) {
      pending.push(rows);
    }
  }

  private static int append(VectorBatch batch, VectorBuilder[] columns) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(batch.column(i), batch.rowCount());
    }
    return batch.rowCount();
  }

  private void end() {
    pass = null;
    if (built != null) {
      built.close();
      built = null;
    }
    if (ofOneRow != null) {
      ofOneRow.close();
      ofOneRow = null;
    }
  }

  @Override
  protected void release() {
    pending.clear();
    share.close();
    end();
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
}
