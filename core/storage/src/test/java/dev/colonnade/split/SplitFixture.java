package dev.colonnade.split;

import dev.colonnade.clock.ManualTicker;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.ManualExecutor;
import dev.colonnade.testing.ManualScheduler;
import java.time.Duration;

/**
 * Fixture with a scheduler on an in-memory store: one thread; the test controls the clock and the
 * executor.
 */
final class SplitFixture implements AutoCloseable {
  final MemoryStore store;
  final ManualTicker ticker = new ManualTicker();
  final ManualExecutor executor = new ManualExecutor();
  final ManualScheduler schedule = new ManualScheduler();
  final Ranges ranges;
  final RangeLoads loads;
  final WritePressure pressure;
  final MvccFixture mvcc;
  final RangeOperations operations;
  final SplitScheduler splits;

  SplitFixture(MemoryStore store, SplitConfig config, RangeBoundaries borders) {
    this.store = store;
    ranges = Ranges.open(store, RowBoundaries.SINGLE);
    loads = new RangeLoads(ranges, ticker, config.pace().loadWindow());
    pressure = new WritePressure(ranges, loads, ticker, config.pressure());
    mvcc =
        new MvccFixture(
            store,
            ranges,
            CommitOptions.DEFAULT,
            dependencies -> dependencies.withAdmission(pressure));
    ExclusiveSectionHistogram sections = new ExclusiveSectionHistogram(ticker);
    operations = new RangeOperations(store, mvcc.pipeline, ranges, sections);
    splits =
        new SplitScheduler(
            new SplitDependencies(
                new SplitDependencies.Data(store, mvcc.pipeline, ranges, borders),
                operations,
                sections,
                new SplitDependencies.Traffic(loads, pressure),
                executor,
                schedule,
                ticker),
            config);
  }

  /** Advances the clock in steps of one second, and runs the schedule and all work after each. */
  void advance(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      ticker.advance(Duration.ofSeconds(1));
      schedule.tick();
      executor.runAll();
    }
  }

  void put(String key, int bytes) {
    mvcc.pipeline.commit(
        new Mutations()
            .put(MvccFixture.key(key), MvccFixture.value("x".repeat(bytes)), Condition.ANY));
  }

  void delete(String key) {
    mvcc.delete(key);
  }

  /** Runs the garbage collection of old versions. */
  void collectGarbage() {
    mvcc.collector.collect(mvcc.reads.latest(), Runnable::run).join();
  }

  int rangeCount() {
    return ranges.map().size();
  }

  @Override
  public void close() {
    executor.runAll();
    splits.close();
    mvcc.close();
  }
}
