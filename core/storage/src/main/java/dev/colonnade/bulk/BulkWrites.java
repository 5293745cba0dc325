package dev.colonnade.bulk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.RangePreSplitter;
import dev.colonnade.range.Ranges;
import dev.colonnade.store.Store;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Bulk writes of one store. Thread-safe. */
public final class BulkWrites {
  private final Store store;
  private final CommitPipeline pipeline;
  private final Ranges ranges;
  private final RangeOperations operations;
  private final SortSpace sorts;
  private final long pieceBytesMax;

  /**
   * Creates the bulk writes.
   *
   * @param pieceBytesMax size at which a new range begins
   */
  public BulkWrites(
      Store store,
      CommitPipeline pipeline,
      Ranges ranges,
      RangeOperations operations,
      SortSpace sorts,
      long pieceBytesMax) {
    this.store = requireNonNull(store, "store is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.operations = requireNonNull(operations, "operations is null");
    this.sorts = requireNonNull(sorts, "sorts is null");
    this.pieceBytesMax = pieceBytesMax;
  }

  /**
   * Returns a sorter of pairs whose keys have {@code commonBytes} bytes in common.
   *
   * @param executor threads that sort
   */
  public PairSorter newSorter(int commonBytes, Executor executor) {
    return new PairSorter(sorts, commonBytes, executor);
  }

  /** Returns the parts of a span by ranges, for reading by several threads. */
  public List<KeySpan> partsOf(KeySpan span) {
    return ranges.map().overlapping(span).stream()
        .map(range -> range.span().intersect(span))
        .toList();
  }

  CommitPipeline pipeline() {
    return pipeline;
  }

  Store store() {
    return store;
  }

  long pieceBytesMax() {
    return pieceBytesMax;
  }

  /** Returns whether a key is the first one of its row. */
  boolean startsRow(Key key) {
    return ranges.startsRow(key);
  }

  KeySpan rangeOf(Key key) {
    return ranges.lookup(key).span();
  }

  void split(List<Key> keys) {
    new RangePreSplitter(ranges, operations).cutAll(keys);
  }

  <T> T whileClaimed(KeySpan span, Supplier<T> work) {
    return operations.whileClaimed(span, work);
  }
}
