package dev.colonnade.storage.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.RangePreSplitter;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.storage.lifecycle.OperationGate;
import java.util.List;

/** Administration of the ranges of tables: status, size limits, manual splits. Thread-safe. */
public final class TableRanges {
  private final Ranges ranges;
  private final RangeOperations operations;
  private final SplitScheduler splits;
  private final OperationGate gate;

  public TableRanges(
      Ranges ranges, RangeOperations operations, SplitScheduler splits, OperationGate gate) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.operations = requireNonNull(operations, "operations is null");
    this.splits = requireNonNull(splits, "splits is null");
    this.gate = requireNonNull(gate, "gate is null");
  }

  /** Returns the status of the ranges that overlap {@code span}. Never waits. */
  public List<RangeStatus> status(KeySpan span) {
    return ranges.status(span);
  }

  /** Sets the maximum size of a table's ranges; 0 restores the default. */
  public void limit(Table table, long maxBytes) {
    gate.run(
        () -> {
          if (maxBytes == 0) {
            splits.resetLimits(table.id());
          } else {
            splits.changeLimits(table.id(), RangeLimits.ofMaxBytes(maxBytes));
          }
          return table;
        });
  }

  /**
   * Splits ranges of {@code table} at the rows of {@code keys}, which begin with the table's id. A
   * key at which a range starts already has no effect. Merges never remove these split points.
   */
  public void splitAt(Table table, List<Key> keys) {
    for (Key key : keys) {
      if (!table.span().contains(key)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "split key is not of the table: table=" + table.name() + " key=" + key);
      }
    }
    gate.run(
        () -> {
          splits.pin(keys.stream().map(ranges::rowStart).toList());
          new RangePreSplitter(ranges, operations).cutAll(keys);
          table.requireLive();
          return keys;
        });
  }
}
