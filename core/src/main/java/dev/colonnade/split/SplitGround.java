package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.range.ExclusiveSections;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the scheduler stands on.
 *
 * @param store where keys are looked for
 * @param ranges what there is
 * @param operations split and merge
 * @param sections what those measured
 * @param executor runs splits and merges; on a fork-join pool, one of them uses several threads
 * @param background calls in from time to time, for moments only
 * @param ticker measures
 */
public record SplitGround(
    Store store,
    Ranges ranges,
    RangeOperations operations,
    ExclusiveSections sections,
    Executor executor,
    ScheduledExecutorService background,
    NanoTicker ticker) {
  public SplitGround {
    requireNonNull(store, "store is null");
    requireNonNull(ranges, "ranges is null");
    requireNonNull(operations, "operations is null");
    requireNonNull(sections, "sections is null");
    requireNonNull(executor, "executor is null");
    requireNonNull(background, "background is null");
    requireNonNull(ticker, "ticker is null");
  }
}
