package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Probe of a build side in memory. The last of the threads that share it frees the table. */
public final class TableProbe implements JoinProbe {
  private final JoinSides sides;
  private final HashBuild build;
  private final ProbeEnd end;
  private final Supplier<@Nullable VectorBatch> rows;
  private final QueryContext query;
  private final OperatorMemory marksMemory;
  private boolean hasBegun;
  private boolean isLast;
  private @Nullable JoinPass pass;
  private @Nullable RowMarks marks;

  /**
   * Creates a probe.
   *
   * @param end of the probe side of the build side
   * @param rows of the probe side
   * @param memory account of the operator
   */
  public TableProbe(
      JoinSides sides,
      HashBuild build,
      ProbeEnd end,
      Supplier<@Nullable VectorBatch> rows,
      QueryContext query,
      OperatorMemory memory) {
    this.sides = requireNonNull(sides, "sides is null");
    this.build = requireNonNull(build, "build is null");
    this.end = requireNonNull(end, "end is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.query = requireNonNull(query, "query is null");
    this.marksMemory = memory.newPart();
  }

  @Override
  public @Nullable VectorBatch next() {
    if (!hasBegun) {
      hasBegun = true;
      begin();
    }
    VectorBatch batch = pass == null ? null : pass.next();
    if (batch == null) {
      close();
    }
    return batch;
  }

  private void begin() {
    if (!end.begin()) {
      return;
    }
    if (build.hasMarks()) {
      RowMarks own = new RowMarks();
      marksMemory.set(RowMarks.memoryBytes(build.rowCount()));
      own.reserve(build.rowCount());
      marks = own;
    }
    pass = new JoinPass(sides, build, rows, query, marks, this::finish);
  }

  /** Ends the thread; returns the marks of all threads if it is the last. */
  private @Nullable RowMarks finish() {
    end.end(
        isLastOfAll -> {
          isLast = isLastOfAll;
          if (marks != null) {
            build.addMarks(marks);
          }
        });
    return isLast ? build.marks() : null;
  }

  @Override
  public long spilledBytes() {
    return 0;
  }

  @Override
  public void close() {
    pass = null;
    marks = null;
    marksMemory.close();
    if (isLast) {
      build.close();
    }
  }
}
