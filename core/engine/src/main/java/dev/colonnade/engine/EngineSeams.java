package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.commit.CommitSeams;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * What a database does not make itself, so that tests can give it other things.
 *
 * @param clock the time of day
 * @param ticker measures how long things take
 * @param commits completes writes, and leads the commit pipeline when callers have led for long;
 *     completions must not wait behind callbacks that block
 * @param background garbage collection, and looks at all ranges
 * @param scans other ranges of a scan, beside the thread that asks for it
 * @param splits splits and merges of ranges
 * @param identities draws the identity of a new store
 */
public record EngineSeams(
    PhysicalClock clock,
    NanoTicker ticker,
    CommitSeams.Threads commits,
    ScheduledExecutorService background,
    Executor scans,
    ForkJoinPool splits,
    Supplier<UUID> identities) {
  public EngineSeams {
    requireNonNull(clock, "clock is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(commits, "commits is null");
    requireNonNull(background, "background is null");
    requireNonNull(scans, "scans is null");
    requireNonNull(splits, "splits is null");
    requireNonNull(identities, "identities is null");
  }
}
