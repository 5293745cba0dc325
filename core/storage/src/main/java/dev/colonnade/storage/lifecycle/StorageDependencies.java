package dev.colonnade.storage.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.commit.CommitDependencies;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Clocks, threads and identities of a database, which tests replace.
 *
 * @param clock physical time
 * @param ticker monotonic time, for durations
 * @param commits threads that complete writes, and that lead the commit pipeline when callers have
 *     led for long; completions must not queue behind callbacks that block
 * @param background thread of garbage collection and of periodic inspections of all ranges
 * @param scans threads that read further ranges of a scan, beside the thread of the caller
 * @param splits threads of splits and merges of ranges
 * @param identities source of the identity of a new store
 */
public record StorageDependencies(
    PhysicalClock clock,
    NanoTicker ticker,
    CommitDependencies.Threads commits,
    ScheduledExecutorService background,
    Executor scans,
    ForkJoinPool splits,
    Supplier<UUID> identities) {
  public StorageDependencies {
    requireNonNull(clock, "clock is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(commits, "commits is null");
    requireNonNull(background, "background is null");
    requireNonNull(scans, "scans is null");
    requireNonNull(splits, "splits is null");
    requireNonNull(identities, "identities is null");
  }
}
