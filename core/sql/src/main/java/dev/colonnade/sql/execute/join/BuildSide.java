package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.filter.KeySetBuilder;
import dev.colonnade.sql.execute.filter.RuntimeFilter;
import dev.colonnade.sql.execute.join.hash.HashBuild;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.PartitionedJoin;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Build side of a hash join: an input that is read once into a hash table. One thread reads it;
 * after that joins of several threads may probe the table.
 */
public final class BuildSide implements AutoCloseable {
  private final JoinSides sides;
  private final Operator input;
  private final PieceReader pieces;
  private final List<ColumnFilter> filters;
  private final OperatorMemory memory;
  private @Nullable HashBuild table;
  private @Nullable OperatorMemory filterMemory;

  /** First rows for which memory was denied; null if there is none. */
  private @Nullable VectorBatch denied;

  /**
   * Creates a build side that nothing was read of.
   *
   * @param buildsLeft whether the left input is the build side
   * @param filters of columns of the build side, to which it publishes their values
   * @param memory account that is open until the build side is closed
   */
  public BuildSide(
      JoinShape shape,
      boolean buildsLeft,
      Operator input,
      List<ColumnFilter> filters,
      OperatorMemory memory) {
    this.sides = new JoinSides(shape, buildsLeft);
    this.input = requireNonNull(input, "input is null");
    this.pieces = new PieceReader(input::next);
    this.filters = List.copyOf(filters);
    this.memory = requireNonNull(memory, "memory is null");
  }

  JoinSides sides() {
    return sides;
  }

  /** Reads the input until it ends or memory is denied. Only the first call has an effect. */
  public void read() {
    if (table != null) {
      return;
    }
    HashBuild rows = new HashBuild(sides, memory);
    table = rows;
    for (VectorBatch batch = pieces.next(); batch != null; batch = pieces.next()) {
      if (!rows.tryAdd(batch)) {
        denied = batch;
        return;
      }
    }
    input.close();
    rows.finish();
    publish(rows);
  }

  /** Publishes keys to as many filters as there is memory for. */
  private void publish(HashBuild rows) {
    if (filters.isEmpty() || rows.rowCount() == 0) {
      return;
    }
    OperatorMemory own = memory.newPart();
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
   */
  void moveTo(PartitionedJoin partitions) {
    List<KeySetBuilder> observed = filters.stream().map(_ -> new KeySetBuilder()).toList();
    VectorBatch rows = table().rows();
    for (int from = 0; from < rows.rowCount(); from += VectorBatch.ROWS) {
      VectorBatch slice = rows.slice(from, Math.min(from + VectorBatch.ROWS, rows.rowCount()));
      add(slice, partitions, observed);
    }
    table().close();
    for (VectorBatch batch = nextDenied(); batch != null; batch = nextDenied()) {
      add(batch, partitions, observed);
    }
    input.close();
    partitions.finishBuild();
    publish(partitions, observed);
  }

  private void add(VectorBatch rows, PartitionedJoin partitions, List<KeySetBuilder> observed) {
    for (int i = 0; i < observed.size(); i++) {
      observed.get(i).observe(keys(rows, i), rows.rowCount());
    }
    partitions.addBuild(rows);
  }

  private LongVector keys(VectorBatch rows, int filter) {
    return (LongVector) rows.column(filters.get(filter).column());
  }

  /** Publishes the keys of partitions, which are read once more, as far as there is memory. */
  private void publish(PartitionedJoin partitions, List<KeySetBuilder> observed) {
    OperatorMemory own = memory.newPart();
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
    partitions.readBuild(
        rows -> {
          for (int i = 0; i < publications.size(); i++) {
            publications.get(i).add(keys(rows, i), rows.rowCount());
          }
        });
    publications.forEach(RuntimeFilter.Publication::complete);
  }

  /** Returns whether the table has all rows. */
  public boolean isComplete() {
    return denied == null;
  }

  /** Returns whether the join is empty for any probe side. */
  public boolean isJoinEmpty() {
    HashBuild rows = table();
    return rows.rowCount() == 0
        ? sides.isEmptyWithoutBuild()
        : sides.probeRest() == JoinSides.Rest.UNMATCHED && rows.matchesEveryRow();
  }

  HashBuild table() {
    return requireNonNull(table, "build side was not read");
  }

  /** Returns the next rows that are not in the table; null after the last. */
  private @Nullable VectorBatch nextDenied() {
    VectorBatch batch = denied;
    denied = null;
    return batch == null ? pieces.next() : batch;
  }

  /** Frees the table and closes the input. Idempotent. */
  @Override
  public void close() {
    filters.forEach(each -> each.filter().clear());
    try {
      if (filterMemory != null) {
        filterMemory.close();
      }
      if (table != null) {
        table.close();
      }
    } finally {
      input.close();
    }
  }
}
