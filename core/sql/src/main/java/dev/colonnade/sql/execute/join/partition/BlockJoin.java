package dev.colonnade.sql.execute.join.partition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.HashBuild;
import dev.colonnade.sql.execute.join.hash.JoinPass;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.RowMarks;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Join of a build side, one block of it in memory at a time, with a probe side that is read once
 * for each block. It ends for any data and any amount of memory. One thread.
 */
final class BlockJoin implements AutoCloseable {
  private final JoinSides sides;
  private final QueryContext query;
  private final SpillContext spill;
  private final Supplier<@Nullable VectorBatch> buildReader;
  private final Supplier<Supplier<@Nullable VectorBatch>> probe;
  private final OperatorMemory marksShare;
  private HashBuild block;
  private boolean isLast;
  private @Nullable VectorBatch pending;
  private @Nullable RowMarks probeMarks;
  private @Nullable JoinPass pass;

  BlockJoin(
      JoinSides sides,
      QueryContext query,
      SpillContext spill,
      Supplier<@Nullable VectorBatch> buildReader,
      Supplier<Supplier<@Nullable VectorBatch>> probe) {
    this.sides = requireNonNull(sides, "sides is null");
    this.query = requireNonNull(query, "query is null");
    this.spill = requireNonNull(spill, "spill is null");
    this.buildReader = requireNonNull(buildReader, "buildReader is null");
    this.probe = requireNonNull(probe, "probe is null");
    this.marksShare = spill.memory().newPart();
    this.block = new HashBuild(sides, spill.memory());
  }

  /** Reads the first block; returns whether it is the whole build side. */
  boolean readFirst() {
    isLast = read();
    return isLast;
  }

  private boolean read() {
    VectorBatch batch = pending == null ? buildReader.get() : pending;
    pending = null;
    while (batch != null) {
      spill.cancellation().check();
      if (!block.tryAddForced(batch)) {
        pending = batch;
        return false;
      }
      batch = buildReader.get();
    }
    return true;
  }

  /** Prepares for blocks beside the first. */
  void markProbe(long probeRowCount) {
    if (sides.probeRest() != JoinSides.Rest.NONE) {
      marksShare.set(RowMarks.memoryBytes(probeRowCount));
      RowMarks marks = new RowMarks();
      marks.reserve(probeRowCount);
      probeMarks = marks;
    }
  }

  /** Returns the next rows, also none; null after the last. */
  @Nullable VectorBatch next() {
    JoinPass present = pass;
    if (present == null) {
      block.finish();
      present = new JoinPass(sides, block, probe.get(), query, probeMarks, isLast);
      pass = present;
    }
    VectorBatch rows = present.next();
    if (rows != null || isLast) {
      return rows;
    }
    pass = null;
    block.close();
    block = new HashBuild(sides, spill.memory());
    isLast = read();
    return JoinSides.NO_ROWS;
  }

  @Override
  public void close() {
    block.close();
    marksShare.close();
  }
}
