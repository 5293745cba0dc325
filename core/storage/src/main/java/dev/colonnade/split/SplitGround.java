package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.range.ExclusiveSections;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeBorders;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the scheduler stands on.
 *
 * @param data where keys and rows are
 * @param operations split and merge
 * @param sections what those measured
 * @param traffic what comes in
 * @param executor runs splits and merges; on a fork-join pool, one of them uses several threads
 * @param background calls in from time to time, for moments only
 * @param ticker measures
 */
public record SplitGround(
    Data data,
    RangeOperations operations,
    ExclusiveSections sections,
    Traffic traffic,
    Executor executor,
    ScheduledExecutorService background,
    NanoTicker ticker) {
  public SplitGround {
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
   * Where keys and rows are.
   *
   * @param store where keys are looked for
   * @param pipeline by which settings are written
   * @param ranges what there is
   * @param borders which ranges may become one
   */
  public record Data(Store store, CommitPipeline pipeline, Ranges ranges, RangeBorders borders) {
    public Data {
      requireNonNull(store, "store is null");
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(ranges, "ranges is null");
      requireNonNull(borders, "borders is null");
    }
  }

  /**
   * What comes in.
   *
   * @param loads counts it
   * @param pressure holds it up
   */
  public record Traffic(RangeLoads loads, WritePressure pressure) {
    public Traffic {
      requireNonNull(loads, "loads is null");
      requireNonNull(pressure, "pressure is null");
    }
  }
}
