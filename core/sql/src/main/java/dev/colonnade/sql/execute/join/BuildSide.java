package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.filter.KeySetBuilder;
import dev.colonnade.sql.execute.filter.RuntimeFilter;
import dev.colonnade.sql.execute.join.hash.HashBuild;
import dev.colonnade.sql.execute.join.hash.JoinProbe;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.ProbeEnd;
import dev.colonnade.sql.execute.join.hash.TableProbe;
import dev.colonnade.sql.execute.join.partition.PartitionProbe;
import dev.colonnade.sql.execute.join.partition.PartitionedJoin;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Build side of a hash join: an input that is read once, into a hash table or, if that does not fit
 * in memory, into partitions. One thread reads it; after that several threads may join it with
 * their parts of the probe side.
 */
public final class BuildSide implements AutoCloseable {
  private final JoinSides sides;
  private final Operator input;
  private final PieceReader pieces;
  private final List<ColumnFilter> filters;
  private final SpillContext spill;
  private final ProbeEnd end = new ProbeEnd();
  private @Nullable HashBuild table;
  private @Nullable PartitionedJoin partitions;
  private @Nullable OperatorMemory filterMemory;
  private boolean isJoinEmpty;
  private boolean isSpillTaken;

  /**
   * Creates a build side that nothing was read of.
   *
   * @param buildsLeft whether the left input is the build side
   * @param filters of columns of the build side, to which it publishes their values
   * @param spill with an account that is open until the build side is closed
   */
  public BuildSide(
      JoinShape shape,
      boolean buildsLeft,
      Operator input,
      List<ColumnFilter> filters,
      SpillContext spill) {
    this.sides = new JoinSides(shape, buildsLeft);
    this.input = requireNonNull(input, "input is null");
    this.pieces = new PieceReader(input::next);
    this.filters = List.copyOf(filters);
    this.spill = requireNonNull(spill, "spill is null");
  }

  /**
   * Reads the input, into partitions if the table does not fit in memory. Only the first call has
   * an effect.
   */
  public void read() {
    if (table != null) {
      return;
    }
    HashBuild rows = new HashBuild(sides, spill.memory());
    table = rows;
    for (VectorBatch batch = pieces.next(); batch != null; batch = pieces.next()) {
      if (!rows.tryAdd(batch)) {
        PartitionedJoin parts = new PartitionedJoin(sides, end, spill);
        partitions = parts;
        moveTo(parts, rows, batch);
        return;
      }
    }
    input.close();
    rows.finish();
    isJoinEmpty = isJoinEmpty(rows);
    publish(rows);
  }

  private boolean isJoinEmpty(HashBuild rows) {
    return rows.rowCount() == 0
        ? sides.isEmptyWithoutBuild()
        : sides.probeRest() == JoinSides.Rest.UNMATCHED && rows.matchesEveryRow();
  }

  /** Publishes keys to as many filters as there is memory for. */
  private void publish(HashBuild rows) {
    if (filters.isEmpty() || rows.rowCount() == 0) {
      return;
    }
    OperatorMemory own = spill.memory().newPart();
    filterMemory = own;
    long bytes = 0;
    for (ColumnFilter each : filters) {
      bytes += RuntimeFilter.memoryBytesMax(rows.rowCount());
      if (!own.trySet(bytes)) {
        return;
      }
      each.filter().publish((LongVector) rows.rows().column(each.column()), rows.rowCount());
    }
  }

  /**
   * Moves all rows to partitions, those of the table and those that are not in it, and publishes
   * their keys. The table is freed.
   *
   * @param denied first rows that are not in the table
   */
  private void moveTo(PartitionedJoin parts, HashBuild rows, VectorBatch denied) {
    List<KeySetBuilder> observed = filters.stream().map(_ -> new KeySetBuilder()).toList();
    VectorBatch all = rows.rows();
    for (int from = 0; from < all.rowCount(); from += VectorBatch.ROWS) {
      VectorBatch slice = all.slice(from, Math.min(from + VectorBatch.ROWS, all.rowCount()));
      add(slice, parts, observed);
    }
    rows.close();
    for (VectorBatch batch = denied; batch != null; batch = pieces.next()) {
      add(batch, parts, observed);
    }
    input.close();
    parts.finishBuild();
    publish(parts, observed);
  }

  private void add(VectorBatch rows, PartitionedJoin parts, List<KeySetBuilder> observed) {
    for (int i = 0; i < observed.size(); i++) {
      observed.get(i).observe(keys(rows, i), rows.rowCount());
    }
    parts.addBuild(rows);
  }

  private LongVector keys(VectorBatch rows, int filter) {
    return (LongVector) rows.column(filters.get(filter).column());
  }

  /** Publishes the keys of partitions, which are read once more, as far as there is memory. */
  private void publish(PartitionedJoin parts, List<KeySetBuilder> observed) {
    OperatorMemory own = spill.memory().newPart();
    filterMemory = own;
    long bytes = 0;
    List<RuntimeFilter.Publication> publications = new ArrayList<>();
    for (int i = 0; i < observed.size(); i++) {
      bytes += observed.get(i).memoryBytes();
      if (!own.trySet(bytes)) {
        break;
      }
      publications.add(filters.get(i).filter().publication(observed.get(i)));
    }
    if (publications.isEmpty()) {
      return;
    }
    parts.readBuild(
        rows -> {
          for (int i = 0; i < publications.size(); i++) {
            publications.get(i).add(keys(rows, i), rows.rowCount());
          }
        });
    publications.forEach(RuntimeFilter.Publication::complete);
  }

  /** Returns whether the join is empty for any probe side, once the build side was read. */
  public boolean isJoinEmpty() {
    return isJoinEmpty;
  }

  /**
   * Returns the part of a thread in the join, once the build side was read.
   *
   * @param rows of the probe side
   * @param context with the account of the operator
   */
  JoinProbe newProbe(
      Supplier<@Nullable VectorBatch> rows, QueryContext query, SpillContext context) {
    PartitionedJoin parts = partitions;
    return parts == null
        ? new TableProbe(sides, table(), end, rows, query, context.memory())
        : new PartitionProbe(parts, rows, query, context);
  }

  private HashBuild table() {
    return requireNonNull(table, "build side was not read");
  }

  /** Returns the most bytes of memory that were in use at one time. */
  long memoryPeak() {
    return spill.memory().peak();
  }

  /** Returns the bytes that were written to temporary files; 0 after the first call. */
  long takeSpilledBytes() {
    long bytes = partitions == null || isSpillTaken ? 0 : partitions.buildSpilledBytes();
    isSpillTaken = true;
    return bytes;
  }

  /** Frees the table, deletes the files and closes the input. Idempotent. */
  @Override
  public void close() {
    List<Runnable> open = new ArrayList<>();
    filters.forEach(each -> open.add(each.filter()::clear));
    if (filterMemory != null) {
      open.add(filterMemory::close);
    }
    if (table != null) {
      open.add(table::close);
    }
    if (partitions != null) {
      open.add(partitions::close);
    }
    open.add(input::close);
    Closing.all(open, Runnable::run);
  }
}
