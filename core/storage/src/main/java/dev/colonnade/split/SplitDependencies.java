package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Dependencies of {@link SplitScheduler}.
 *
 * @param data store, commit pipeline and range map
 * @param operations split and merge operations
 * @param sections durations of the exclusive sections of those operations
 * @param traffic load meters and backpressure
 * @param executor executor of splits and merges; on a fork-join pool, one of them uses several
 *     threads
 * @param background scheduler of the periodic sweeps, which are short
 * @param ticker clock for durations
 */
public record SplitDependencies(
    Data data,
    RangeOperations operations,
    ExclusiveSectionHistogram sections,
    Traffic traffic,
    Executor executor,
    ScheduledExecutorService background,
    NanoTicker ticker) {
  public SplitDependencies {
    requireNonNull(data, "data is null");
    requireNonNull(operations, "operations is null");
    requireNonNull(sections, "sections is null");
    requireNonNull(traffic, "traffic is null");
    requireNonNull(executor, "executor is null");
    requireNonNull(background, "background is null");
    requireNonNull(ticker, "ticker is null");
  }

  Ranges ranges() {
    return data.ranges;
  }

  /**
   * Data of the ranges.
   *
   * @param store store that is searched for split keys
   * @param pipeline commit pipeline that writes limits and pinned keys
   * @param ranges range map
   * @param borders classifier of range boundaries, for merges
   */
  public record Data(Store store, CommitPipeline pipeline, Ranges ranges, RangeBoundaries borders) {
    public Data {
      requireNonNull(store, "store is null");
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(ranges, "ranges is null");
      requireNonNull(borders, "borders is null");
    }
  }

  /**
   * Load of the ranges.
   *
   * @param loads load meters of the ranges
   * @param pressure admission control of writes
   */
  public record Traffic(RangeLoads loads, WritePressure pressure) {
    public Traffic {
      requireNonNull(loads, "loads is null");
      requireNonNull(pressure, "pressure is null");
    }
  }
}
