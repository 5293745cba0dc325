package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hash join: the rows of the build side are stored in a hash table, and looked up by those of the
 * probe side as they come. Rows with a NULL in their keys have no match. Unmatched rows of the
 * build side come last, where they are requested.
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

  /** Match flags of the build side, by row. Empty where they are not needed. */
  private boolean[] keptMet = new boolean[0];

  /** First row of the build side that is not yet checked for being unmatched. */
  private int nextUnmatched;

  /** Batch to return next. */
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
      if (shape.kind().returnsUnmatchedBuild()) {
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
          return unmatchedBuild(kept);
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

  /** Returns whether more pairs of the row cannot change the result. */
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

  /** Returns some of the unmatched rows of the build side; null if there are no more. */
  private @Nullable VectorBatch unmatchedBuild(VectorBatch kept) {
    int[] rows = new int[VectorBatch.ROWS];
    int count = 0;
    while (count < rows.length && nextUnmatched < keptMet.length) {
      if (!keptMet[nextUnmatched]) {
        rows[count++] = nextUnmatched;
      }
      nextUnmatched++;
    }
    if (count == 0) {
      return null;
    }
    VectorBatch noRow = new MaterializedRows(shape.probeTypes()).all();
    return shape.paired(noRow.gather(none(count), count), kept.gather(rows, count));
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
      nextUnmatched = Integer.MAX_VALUE;
      probe.close();
      build.close();
    }
  }
}
