package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Joins by hash: the rows of one side, which are kept, are looked up by those of the other, the
 * probe, as they come. Rows with a NULL in their keys meet nobody. Rows that are kept and met
 * nobody come last, where they are wanted.
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

  /** By row that is kept: whether it has been met. Empty where nobody asks. */
  private boolean[] keptMet = new boolean[0];

  /** Of the rows that are kept, the first of which it is not said yet that it met nobody. */
  private int nextKept;

  /** What is given next. */
  private @Nullable VectorBatch later;

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
    probeKeys = JoinTable.probeKeys(shape);
  }

  @Override
  public @Nullable VectorBatch next() {
    VectorBatch kept = built;
    if (kept == null) {
      table.fill(build, run, share);
      kept = table.rows();
      built = kept;
      if (shape.kind().givesUnmetKept()) {
        keptMet = new boolean[kept.rowCount()];
        share.add(keptMet.length);
      }
    }
    while (true) {
      if (later != null) {
        VectorBatch given = later;
        later = null;
        return given;
      }
      VectorBatch batch = probed;
      if (batch == null) {
        run.cancellation().check();
        batch = probe.next();
        if (batch == null) {
          return unmetKept(kept);
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
      case INNER, KEPT -> pairs;
      case LEFT, FULL -> isLast ? withUnmet(batch, kept, pairs) : pairs;
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
        mark(probeRows[selected[i]], buildRows[selected[i]]);
      }
      return left == 0 ? null : left == count ? pairs : pairs.gather(selected, left);
    }
    for (int i = 0; i < count; i++) {
      mark(probeRows[i], buildRows[i]);
    }
    return pairs;
  }

  private void mark(int probeRow, int buildRow) {
    met[probeRow] = true;
    if (keptMet.length > 0) {
      keptMet[buildRow] = true;
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
    VectorBatch unmet = shape.paired(alone, kept.gather(none(alone.rowCount()), alone.rowCount()));
    if (pairs == null) {
      return unmet;
    }
    later = unmet;
    return pairs;
  }

  /** Some of the rows that are kept and met nobody; null if there are no more. */
  private @Nullable VectorBatch unmetKept(VectorBatch kept) {
    int[] rows = new int[VectorBatch.ROWS];
    int count = 0;
    while (count < rows.length && nextKept < keptMet.length) {
      if (!keptMet[nextKept]) {
        rows[count++] = nextKept;
      }
      nextKept++;
    }
    if (count == 0) {
      return null;
    }
    VectorBatch nobody = new RowStore(shape.probeTypes()).all();
    return shape.paired(nobody.gather(none(count), count), kept.gather(rows, count));
  }

  private static int[] none(int count) {
    int[] none = new int[count];
    Arrays.fill(none, Vector.NO_ROW);
    return none;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      built = null;
      later = null;
      nextKept = Integer.MAX_VALUE;
      probe.close();
      build.close();
    }
  }
}
