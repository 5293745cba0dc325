package dev.colonnade.range.statistics;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveTask;

/** Parallel fork-join count of the statistics of many spans. */
final class ParallelSpanCount extends RecursiveTask<List<RangeStatistics>> {
  private static final long serialVersionUID = 1L;

  /** Maximum number of spans that one task counts sequentially. */
  private static final int SPANS_PER_TASK_MAX = 1;

  private final transient StoreReader reader;
  private final transient List<KeySpan> spans;
  private final transient RowBoundaries boundaries;

  ParallelSpanCount(StoreReader reader, List<KeySpan> spans, RowBoundaries boundaries) {
    this.reader = reader;
    this.spans = spans;
    this.boundaries = boundaries;
  }

  @Override
  protected List<RangeStatistics> compute() {
    if (spans.size() <= SPANS_PER_TASK_MAX) {
      return StatisticsCounter.ofAll(reader, spans, boundaries);
    }
    int middle = spans.size() / 2;
    ParallelSpanCount left = new ParallelSpanCount(reader, spans.subList(0, middle), boundaries);
    ParallelSpanCount right =
        new ParallelSpanCount(reader, spans.subList(middle, spans.size()), boundaries);
    left.fork();
    List<RangeStatistics> counted = right.compute();
    List<RangeStatistics> all = new ArrayList<>(left.join());
    all.addAll(counted);
    return all;
  }
}
