package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins by hash: the rows of one side, which are kept, are looked up by those of the other, the
 * probe, as they come. Rows with a NULL in their keys meet nobody.
 */
public final class JoinOperator implements VectorOperator {
  private static final int END = -1;

  private final JoinShape shape;
  private final VectorOperator probe;
  private final VectorOperator build;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private final KeyTable table = new KeyTable();
  private final RowKeys probeKeys;

  /** By number of a key: the row of the build side that came last; by row: the one before it. */
  private int[] lastRows = new int[0];

  private int[] before = new int[0];
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
    probeKeys = keys(shape.probeKeys(), shape.probeTypes());
  }

  private static RowKeys keys(List<Integer> columns, List<VectorType> types) {
    return new RowKeys(
        columns.stream().mapToInt(Integer::intValue).toArray(),
        columns.stream().map(types::get).toArray(VectorType[]::new));
  }

  @Override
  public @Nullable VectorBatch next() {
    VectorBatch kept = built;
    if (kept == null) {
      kept = build();
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

  private VectorBatch build() {
    RowStore store = new RowStore(shape.buildTypes());
    RowKeys keys = keys(shape.buildKeys(), shape.buildTypes());
    for (VectorBatch batch = build.next(); batch != null; batch = build.next()) {
      run.cancellation().check();
      int first = store.count();
      store.append(batch);
      if (store.count() > before.length) {
        before = Arrays.copyOf(before, Math.max(store.count(), before.length * 2));
      }
      for (int i = 0; i < batch.rowCount(); i++) {
        if (keys.encode(batch, i)) {
          link(table.add(keys), first + i);
        }
      }
      share.set(
          store.memoryBytes()
              + table.memoryBytes()
              + (long) Integer.BYTES * (before.length + lastRows.length));
    }
    build.close();
    return store.all();
  }

  private void link(int key, int buildRow) {
    if (key >= lastRows.length) {
      int from = lastRows.length;
      lastRows = Arrays.copyOf(lastRows, Math.max(VectorBatch.ROWS, lastRows.length * 2));
      Arrays.fill(lastRows, from, lastRows.length, END);
    }
    before[buildRow] = lastRows[key];
    lastRows[key] = buildRow;
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
      candidate = before[candidate];
    }
    while (candidate == END || isDecided()) {
      if (++row >= batch.rowCount()) {
        row = batch.rowCount() - 1;
        candidate = END;
        return false;
      }
      int key = probeKeys.encode(batch, row) ? table.find(probeKeys) : KeyTable.NONE;
      candidate = key == KeyTable.NONE ? END : lastRows[key];
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
    VectorBatch pairs = combined(batch.gather(probeRows, count), kept.gather(buildRows, count));
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
    VectorBatch unmet = combined(alone, kept.gather(none, none.length));
    if (pairs == null) {
      return unmet;
    }
    RowStore both = new RowStore(shape.pairTypes());
    both.append(pairs);
    both.append(unmet);
    return both.all();
  }

  private VectorBatch combined(VectorBatch ofProbe, VectorBatch ofBuild) {
    VectorBatch left = shape.buildFirst() ? ofBuild : ofProbe;
    VectorBatch right = shape.buildFirst() ? ofProbe : ofBuild;
    Vector[] columns = new Vector[left.width() + right.width()];
    for (int i = 0; i < left.width(); i++) {
      columns[i] = left.column(i);
    }
    for (int i = 0; i < right.width(); i++) {
      columns[left.width() + i] = right.column(i);
    }
    return new VectorBatch(left.rowCount(), columns);
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
