package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Semi or anti join of the build side: all rows of the probe side are read, mark their matches on
 * the build side, and are not stored. The build side is the smaller input, so this takes less
 * memory than {@link JoinOperator} does for the same join.
 */
public final class MarkOperator implements VectorOperator {
  private final JoinShape shape;
  private final VectorOperator probe;
  private final VectorOperator build;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private final JoinTable table;
  private final RowKeys probeKeys;

  /** By row that is kept: whether it has been met. Null until the other side has gone by. */
  private boolean @Nullable [] met;

  // Pairs on which the condition is not evaluated yet.
  private final int[] probeRows = new int[VectorBatch.ROWS];
  private final int[] buildRows = new int[VectorBatch.ROWS];
  private int pairCount;

  /** The first row that has not been given. */
  private int nextRow;

  private boolean closed;

  /**
   * Creates the join.
   *
   * @param shape of the kind SEMI or ANTI, whose build side is returned
   */
  public MarkOperator(
      JoinShape shape, VectorOperator probe, VectorOperator build, OperatorRun run) {
    this.shape = shape;
    this.probe = probe;
    this.build = build;
    this.run = run;
    share = run.memory().newShare();
    table = new JoinTable(shape);
    probeKeys = JoinTable.probeKeys(shape);
  }

  @Override
  public @Nullable VectorBatch next() {
    boolean[] marks = met;
    if (marks == null) {
      table.fill(build, run, share);
      marks = new boolean[table.rows().rowCount()];
      mark(marks);
      met = marks;
    }
    boolean wanted = shape.kind() == JoinShape.Kind.SEMI;
    int[] rows = new int[VectorBatch.ROWS];
    int count = 0;
    while (count < rows.length && nextRow < marks.length) {
      if (marks[nextRow] == wanted) {
        rows[count++] = nextRow;
      }
      nextRow++;
    }
    return count == 0 ? null : table.rows().gather(rows, count);
  }

  private void mark(boolean[] marks) {
    if (marks.length > 0) {
      for (VectorBatch batch = probe.next(); batch != null; batch = probe.next()) {
        run.cancellation().check();
        mark(batch, marks);
      }
    }
    probe.close();
  }

  private void mark(VectorBatch batch, boolean[] marks) {
    boolean isAsked = shape.condition() != null;
    for (int row = 0; row < batch.rowCount(); row++) {
      int candidate = probeKeys.encode(batch, row) ? table.first(probeKeys) : JoinTable.END;
      while (candidate != JoinTable.END) {
        if (!isAsked) {
          if (marks[candidate]) {
            break; // and so are all behind it
          }
          marks[candidate] = true;
        } else if (!marks[candidate]) {
          probeRows[pairCount] = row;
          buildRows[pairCount++] = candidate;
          if (pairCount == probeRows.length) {
            ask(batch, marks);
          }
        }
        candidate = table.next(candidate);
      }
    }
    ask(batch, marks);
  }

  /** Marks the rows of the pairs for which the condition holds. */
  private void ask(VectorBatch batch, boolean[] marks) {
    if (pairCount == 0 || shape.condition() == null) {
      return;
    }
    VectorBatch pairs =
        shape.paired(batch.gather(probeRows, pairCount), table.rows().gather(buildRows, pairCount));
    BooleanVector truth = (BooleanVector) shape.condition().evaluate(pairs, run.constants());
    int[] selected = new int[pairCount + 1];
    int count = truth.select(pairCount, selected);
    for (int i = 0; i < count; i++) {
      marks[buildRows[selected[i]]] = true;
    }
    pairCount = 0;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      nextRow = Integer.MAX_VALUE;
      probe.close();
      build.close();
    }
  }
}
