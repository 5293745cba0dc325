package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Joins by hash: the rows of one side, which are kept, are looked up by those of the other, the
 * probe, as they come. Rows with a NULL in their keys meet nobody.
 */
public final class JoinOperator implements VectorOperator {
  private static final int END = JoinTable.END;

  private final JoinShape shape;
  private final VectorOperator probe;
  private final VectorOperator build;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private final JoinTable table;
  private final RowKeys probeKeys;
  private @Nullable VectorBatch built;

  private @Nullable VectorBatch probed;
  private boolean[] met = new boolean[0];
  private int row;
  private int candidate = END;
  private boolean closed;

  public JoinOperator(
      JoinShape shape, VectorOperator probe, VectorOperator build, OperatorRun run) {
    this.shape = shape;
    this.probe = probe;
    this.build = build;
    this.run = run;
    share = run.memory().newShare();
    table = new JoinTable(shape);
    probeKeys = JoinTable.keys(shape.probeKeys(), shape.probeTypes());
  }

  @Override
  public @Nullable VectorBatch next() {
    VectorBatch kept = built;
    if (kept == null) {
      table.fill(build, run, share);
      kept = table.rows();
      built = kept;
    }
    while (true) {
      VectorBatch batch = probed;
      if (batch == null) {
        run.cancellation().check();
        batch = probe.next();
        if (batch == null) {
          return null;
        }
        begin(batch);
      }
      VectorBatch joined = joinSome(batch, kept);
      if (joined != null) {
        return joined;
      }
    }
  }

  private void begin(VectorBatch batch) {
    probed = batch;
    met = new boolean[batch.rowCount()];
    row = -1;
    candidate = END;
  }

  /** Goes on with the probe's batch. Returns null if nothing came of what was looked at. */
  private @Nullable VectorBatch joinSome(VectorBatch batch, VectorBatch kept) {
    int[] probeRows = new int[VectorBatch.ROWS];
    int[] buildRows = new int[VectorBatch.ROWS];
    int count = 0;
    boolean marksOnly = shape.kind().asksOnly() && shape.condition() == null;
    while (count < VectorBatch.ROWS && advance(batch)) {
      met[row] |= marksOnly;
      probeRows[count] = row;
      buildRows[count++] = candidate;
    }
    boolean isLast = count < VectorBatch.ROWS;
    VectorBatch pairs = pairs(batch, kept, probeRows, buildRows, count);
    if (isLast) {
      probed = null;
    }
    return switch (shape.kind()) {
      case INNER -> pairs;
      case LEFT -> isLast ? withUnmet(batch, kept, pairs) : pairs;
      case SEMI -> isLast ? chosen(batch, true) : null;
      case ANTI -> isLast ? chosen(batch, false) : null;
    };
  }

  /** Moves to the next pair of rows with the same key. */
  private boolean advance(VectorBatch batch) {
    if (candidate != END) {
      candidate = table.next(candidate);
    }
    while (candidate == END || isDecided()) {
      if (++row >= batch.rowCount()) {
        row = batch.rowCount() - 1;
        candidate = END;
        return false;
      }
      candidate = probeKeys.encode(batch, row) ? table.first(probeKeys) : END;
    }
    return true;
  }

  /** Whether more pairs of the row say nothing new. */
  private boolean isDecided() {
    return shape.kind().asksOnly() && met[row];
  }

  /** The pairs for which the other conditions hold; marks their rows of the probe as met. */
  private @Nullable VectorBatch pairs(
      VectorBatch batch, VectorBatch kept, int[] probeRows, int[] buildRows, int count) {
    if (count == 0 || (shape.condition() == null && shape.kind().asksOnly())) {
      return null;
    }
    VectorBatch pairs = shape.paired(batch.gather(probeRows, count), kept.gather(buildRows, count));
    if (shape.condition() != null) {
      BooleanVector truth = (BooleanVector) shape.condition().evaluate(pairs, run.constants());
      int[] selected = new int[count + 1];
      int left = truth.select(count, selected);
      for (int i = 0; i < left; i++) {
        met[probeRows[selected[i]]] = true;
      }
      return left == 0 ? null : left == count ? pairs : pairs.gather(selected, left);
    }
    mark(probeRows, count);
    return pairs;
  }

  private void mark(int[] probeRows, int count) {
    for (int i = 0; i < count; i++) {
      met[probeRows[i]] = true;
    }
  }

  private @Nullable VectorBatch chosen(VectorBatch batch, boolean wanted) {
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (met[i] == wanted) {
        rows[count++] = i;
      }
    }
    return count == 0 ? null : count == rows.length ? batch : batch.gather(rows, count);
  }

  private @Nullable VectorBatch withUnmet(
      VectorBatch batch, VectorBatch kept, @Nullable VectorBatch pairs) {
    VectorBatch alone = chosen(batch, false);
    if (alone == null) {
      return pairs;
    }
    int[] none = new int[alone.rowCount()];
    Arrays.fill(none, Vector.NO_ROW);
    VectorBatch unmet = shape.paired(alone, kept.gather(none, none.length));
    if (pairs == null) {
      return unmet;
    }
    RowStore both = new RowStore(shape.pairTypes());
    both.append(pairs);
    both.append(unmet);
    return both.all();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      built = null;
      probe.close();
      build.close();
    }
  }
}
