package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Join of a build side in memory, or of a block of one, with the rows of a probe side. One thread.
 */
public final class JoinPass {
  private final JoinSides sides;
  private final HashBuild build;
  private final Supplier<@Nullable VectorBatch> probe;
  private final QueryContext query;
  private final JoinTable.Probe table;
  private final PairBlock block = new PairBlock();
  private final @Nullable JoinCondition condition;
  private final @Nullable RowMarks buildMarks;
  private final Supplier<@Nullable RowMarks> restMarks;

  /** Marks of the rows of the probe side, of all blocks; null if there is one block. */
  private final @Nullable RowMarks probeMarks;

  /** True if rows of the probe side without a match in this block have none in any. */
  private final boolean isLast;

  private @Nullable VectorBatch batch;
  private boolean[] matched = new boolean[0];
  private long firstRow;
  private boolean hasMore;
  private boolean isProbed;
  private @Nullable RowMarks rest;
  private int restRow;

  /**
   * Creates the only pass of a thread.
   *
   * @param buildMarks takes the rows of the build side with a match; null if they are not needed
   * @param restMarks returns, once the rows of the probe side have ended, the marks by which rows
   *     of the build side are returned; null if they are not returned by this pass
   */
  JoinPass(
      JoinSides sides,
      HashBuild build,
      Supplier<@Nullable VectorBatch> probe,
      QueryContext query,
      @Nullable RowMarks buildMarks,
      Supplier<@Nullable RowMarks> restMarks) {
    this(sides, build, probe, query, buildMarks, restMarks, null, true);
  }

  /**
   * Creates a pass over the rows of the probe side for one block of the build side.
   *
   * @param probeMarks of the rows of the probe side, of all blocks; null if there is one block
   * @param isLast whether there are no blocks after it
   */
  public JoinPass(
      JoinSides sides,
      HashBuild build,
      Supplier<@Nullable VectorBatch> probe,
      QueryContext query,
      @Nullable RowMarks probeMarks,
      boolean isLast) {
    this(sides, build, probe, query, build.marks(), build::marks, probeMarks, isLast);
  }

  private JoinPass(
      JoinSides sides,
      HashBuild build,
      Supplier<@Nullable VectorBatch> probe,
      QueryContext query,
      @Nullable RowMarks buildMarks,
      Supplier<@Nullable RowMarks> restMarks,
      @Nullable RowMarks probeMarks,
      boolean isLast) {
    this.sides = requireNonNull(sides, "sides is null");
    this.build = requireNonNull(build, "build is null");
    this.table = build.table().newProbe();
    this.probe = requireNonNull(probe, "probe is null");
    this.query = requireNonNull(query, "query is null");
    this.condition =
        sides.shape().condition() == null
            ? null
            : new JoinCondition(sides.shape().condition(), false);
    this.buildMarks = buildMarks;
    this.restMarks = requireNonNull(restMarks, "restMarks is null");
    this.probeMarks = probeMarks;
    this.isLast = isLast;
  }

  /** Returns the next rows, also none; null after the last. */
  public @Nullable VectorBatch next() {
    VectorBatch present = batch;
    if (present == null && isProbed) {
      return nextBuildRest();
    }
    if (present == null) {
      present = probe.get();
      if (present == null) {
        return nextBuildRest();
      }
      start(present);
    }
    if (hasMore) {
      query.cancellation().check();
      VectorBatch pairs = nextPairs(present);
      if (pairs.rowCount() > 0 || hasMore) {
        return pairs;
      }
    }
    batch = null;
    build.chargeTable();
    return finished(present);
  }

  private void start(VectorBatch present) {
    batch = present;
    matched = new boolean[present.rowCount()];
    if (probeMarks != null) {
      probeMarks.copyTo(firstRow, matched);
    }
    table.start(present);
    hasMore = true;
  }

  private VectorBatch nextPairs(VectorBatch present) {
    if (!sides.returnsPairs() && condition == null) {
      hasMore = false;
      if (sides.probeRest() != JoinSides.Rest.NONE) {
        table.markProbe(matched);
      }
      if (buildMarks != null) {
        table.markBuild(buildMarks);
      }
      return JoinSides.NO_ROWS;
    }
    block.clear();
    hasMore =
        sides.returnsPairs()
            ? table.fill(block, null, null)
            : sides.probeRest() == JoinSides.Rest.NONE
                ? table.fill(block, null, buildMarks)
                : table.fill(block, matched, buildMarks);
    return block.count() == 0 ? JoinSides.NO_ROWS : matching(present);
  }

  /** Returns the pairs of the block that match, if they are needed, and marks their rows. */
  private VectorBatch matching(VectorBatch present) {
    int count = block.count();
    VectorBatch pairs =
        sides.pairs(
            present.gather(block.probeRows(), count),
            build.rows().gather(block.buildRows(), count));
    if (condition == null) {
      for (int i = 0; i < count; i++) {
        mark(i);
      }
      return pairs;
    }
    int[] selected = new int[count];
    int selectedCount = condition.select(pairs, query.evaluation(), selected);
    for (int i = 0; i < selectedCount; i++) {
      mark(selected[i]);
    }
    if (!sides.returnsPairs() || selectedCount == 0) {
      return JoinSides.NO_ROWS;
    }
    return selectedCount == count ? pairs : pairs.gather(selected, selectedCount);
  }

  private void mark(int pair) {
    matched[block.probeRows()[pair]] = true;
    if (buildMarks != null) {
      buildMarks.set(block.buildRows()[pair]);
    }
  }

  /** Returns the rows of a batch that are returned after its pairs. */
  private VectorBatch finished(VectorBatch present) {
    if (probeMarks != null && !isLast) {
      probeMarks.addAll(firstRow, matched);
    }
    firstRow += present.rowCount();
    return isLast ? sides.probeRest(present, matched) : JoinSides.NO_ROWS;
  }

  private @Nullable VectorBatch nextBuildRest() {
    if (!isProbed) {
      isProbed = true;
      rest = restMarks.get();
    }
    RowMarks marks = rest;
    if (marks == null) {
      return null;
    }
    boolean wanted = sides.buildRest() == JoinSides.Rest.MATCHED;
    int[] rows = new int[VectorBatch.ROWS];
    int count = 0;
    while (count < rows.length && restRow < build.rowCount()) {
      rows[count] = restRow;
      count += marks.get(restRow++) == wanted ? 1 : 0;
    }
    return count == 0 ? null : sides.asBuildRest(build.rows().gather(rows, count));
  }
}
