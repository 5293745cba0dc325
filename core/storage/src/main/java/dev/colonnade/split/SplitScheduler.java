package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeObserver;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.split.limit.LimitRecords;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.load.RangeMeter;
import dev.colonnade.split.plan.MergePlanner;
import dev.colonnade.split.plan.PinnedKeys;
import dev.colonnade.split.plan.RangeDecider;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.plan.SplitKeys;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.pressure.SplitRequests;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.split.queue.Completion;
import dev.colonnade.split.queue.PendingWork;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.split.queue.WorkQueue;
import dev.colonnade.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduler of range splits and merges, which keep ranges within their limits of size and load.
 *
 * <p>It costs next to nothing while no range exceeds a limit: the leader of the commit pipeline
 * reports the ranges that a group commit has changed, and one comparison detects an oversized
 * range. A periodic sweep of all ranges, 8 times per cooldown, finds ranges to merge. Thread-safe.
 */
public final class SplitScheduler implements AutoCloseable {
  /** Maximum time for which closing waits for running splits and merges. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private static final int SWEEPS_PER_COOLDOWN = 8;

  private static final Logger LOG = LoggerFactory.getLogger(SplitScheduler.class);

  /** Maximum number of pinned keys of dropped tables that one sweep removes. */
  private static final int UNPIN_MAX = 1_000;

  private final SplitDependencies dependencies;
  private final Ranges ranges;
  private final RangeLoads loads;
  private final WritePressure pressure;
  private final PinnedKeys pinned;
  private final MergePlanner merges;
  private final RangeChanges changes = new RangeChanges();
  private final WorkQueue<RangeRef> queue;

  /** Replaced under the monitor. */
  private ScheduledFuture<?> schedule;

  /** Replaced under the monitor. */
  private volatile SplitPace pace;

  /** Serializes {@link #evaluate}: the old schedule may still run when a new one starts. */
  private final Object evaluating = new Object();

  /** Time of the last sweep. Guarded by {@link #evaluating}. */
  private long sweptNanos;

  /** Replaced as a whole, under the monitor. */
  private volatile LimitTable limits;

  /** Creates a scheduler and starts to observe the ranges; must precede the first write to them. */
  public SplitScheduler(SplitDependencies dependencies, SplitConfig config) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    ranges = dependencies.ranges();
    loads = dependencies.traffic().loads();
    pressure = dependencies.traffic().pressure();
    Store store = dependencies.data().store();
    limits = new LimitTable(config.limits(), LimitRecords.read(store));
    pinned = new PinnedKeys(store, dependencies.data().pipeline());
    pace = config.pace();
    merges =
        new MergePlanner(
            loads, dependencies.data().borders(), pinned, dependencies.ticker(), pace.cooldown());
    sweptNanos = dependencies.ticker().nanos();
    SplitKeys keys = new SplitKeys(store, ranges::rowStart, SplitKeys.SCAN_BYTES_MAX);
    RangeDecider decider =
        new RangeDecider(ranges, loads, merges, this::limits, () -> pace.piecesMax());
    RangeChangeExecutor work = new RangeChangeExecutor(dependencies, decider, keys, changes);
    queue = new WorkQueue<>(work, dependencies.executor(), dependencies.ticker(), config.queue());
    if (!config.enabled()) {
      queue.pause();
    }
    resetGrace();
    pressure.connect(new Requests());
    ranges.observe(new Observer());
    sweepSizes();
    schedule = schedule(pace.interval());
  }

  private ScheduledFuture<?> schedule(Duration interval) {
    return dependencies
        .background()
        .scheduleWithFixedDelay(this::tick, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns the current limits of all tables. */
  public LimitTable limits() {
    return limits;
  }

  /**
   * Changes the limits of tables without limits of their own, until the database is closed. Ranges
   * that exceed the new limits get grace bytes, so that their writers do not wait.
   */
  public void changeDefaultLimits(RangeLimits newLimits) {
    replaceLimits(table -> table.withDefaults(newLimits));
  }

  /** Changes the limits of a table durably. */
  public void changeLimits(int tableId, RangeLimits newLimits) {
    dependencies
        .data()
        .pipeline()
        .commit(
            new Mutations()
                .putMeta(
                    LimitRecords.key(tableId), LimitRecords.encode(newLimits), MetaCondition.ANY));
    replaceLimits(table -> table.with(tableId, newLimits));
  }

  /** Resets a table to the default limits durably. */
  public void resetLimits(int tableId) {
    dependencies
        .data()
        .pipeline()
        .commit(new Mutations().deleteMeta(LimitRecords.key(tableId), MetaCondition.ANY));
    replaceLimits(table -> table.without(tableId));
  }

  /**
   * Reads limits and pinned keys from the store again, and starts splits and merges if they are
   * enabled: the engine of a replica has become that of the leader.
   */
  public void reload() {
    Store store = dependencies.data().store();
    pinned.reload(store);
    replaceLimits(table -> new LimitTable(table.defaults(), LimitRecords.read(store)));
  }

  private synchronized void replaceLimits(UnaryOperator<LimitTable> change) {
    limits = change.apply(limits);
    resetGrace();
    queue.retryAll();
    sweepSizes();
  }

  /** Returns the options of the work queue. */
  public QueueOptions queueOptions() {
    return queue.options();
  }

  /** Changes the options of the work queue. */
  public synchronized void changeQueue(UnaryOperator<QueueOptions> change) {
    queue.configure(change.apply(queue.options()));
  }

  /** Changes the backpressure options. */
  public synchronized void changePressure(UnaryOperator<PressureOptions> change) {
    pressure.configure(change.apply(pressure.options()));
  }

  /** Changes the timing of decisions and the maximum number of pieces. */
  public synchronized void changePace(SplitPace newPace) {
    loads.changeWindow(newPace.loadWindow());
    merges.changeCooldown(newPace.cooldown());
    boolean isRescheduled = !newPace.interval().equals(pace.interval());
    pace = newPace;
    if (isRescheduled && !schedule.isCancelled()) {
      schedule.cancel(false);
      schedule = schedule(newPace.interval());
    }
  }

  /** Pins split keys that a user requested: merges never remove these boundaries. */
  public void pin(List<Key> keys) {
    pinned.pin(keys);
  }

  /** Suspends the start of splits and merges until {@link #resume}. */
  public void pause() {
    queue.pause();
  }

  /**
   * Suspends the start of splits and merges until {@link #resume}, and waits for running ones.
   * Returns false if they still run after {@link #CLOSE_WAIT_MAX}.
   */
  public boolean suspend() {
    return queue.suspend(CLOSE_WAIT_MAX);
  }

  /** Ends a pause. */
  public void resume() {
    queue.resume();
  }

  /** Queues the work that a range needs now; {@code completion} is notified of the outcome. */
  public void request(RangeDescriptor range, Completion completion) {
    queue.add(RangeRef.of(range), completion);
  }

  /** Returns the pending work of a range. */
  public Optional<PendingWork> pending(RangeDescriptor range) {
    return queue.pending(RangeRef.of(range));
  }

  /** Returns all pending work. */
  public Map<RangeRef, PendingWork> pending() {
    return queue.pending();
  }

  /** Returns the number of ranges. */
  public int rangeCount() {
    return ranges.map().size();
  }

  /** Returns the state of all ranges in key order. */
  public List<RangeActivity> activities() {
    return activities(Key.EMPTY, Integer.MAX_VALUE);
  }

  /**
   * Returns the state of up to {@code countMax} ranges in key order, starting with the range that
   * contains {@code from}. Other ranges cost nothing.
   */
  public List<RangeActivity> activities(Key from, int countMax) {
    LimitTable table = limits;
    return ranges.status(from, countMax).stream().map(status -> activity(status, table)).toList();
  }

  private RangeActivity activity(RangeStatus status, LimitTable table) {
    RangeRef ref = RangeRef.of(status.descriptor());
    RangeMeter meter = loads.of(status.descriptor());
    return new RangeActivity(
        status,
        table.of(ref.start()),
        new RangeActivity.Load(
            meter.readsPerSecond(),
            meter.writesPerSecond(),
            meter.inFlightBytes(),
            meter.hasHotKey()),
        queue.pending(ref),
        pinned.contains(ref.start()));
  }

  /** Returns the latest splits and merges, the newest last. */
  public List<RangeChange> recentChanges() {
    return changes.recent();
  }

  /** Returns the current statistics. Iterates over all ranges. */
  public SplitStatistics statistics() {
    LimitTable table = limits;
    long largestBytes = 0;
    double largestRatio = 0;
    List<RangeStatus> all = ranges.status();
    for (RangeStatus status : all) {
      long bytes = status.statistics().totalBytes();
      RangeLimits limit = table.of(status.descriptor().span().start());
      largestBytes = Math.max(largestBytes, bytes);
      largestRatio = Math.max(largestRatio, (double) bytes / limit.maxBytes());
    }
    return new SplitStatistics(
        queue.statistics(),
        changes.counts(),
        dependencies.sections().times(),
        pressure.statistics(),
        new SplitStatistics.Sizes(all.size(), largestBytes, largestRatio));
  }

  /**
   * Waits until no work is queued or running. Returns false if that takes longer than {@code
   * timeout}.
   */
  public boolean awaitIdle(Duration timeout) {
    return queue.awaitIdle(timeout);
  }

  /** Fails waiting writers with SHUTTING_DOWN. */
  public void releaseWriters() {
    pressure.close();
  }

  /** Stops starting splits and merges, and waits for running ones. Idempotent. */
  @Override
  public void close() {
    releaseWriters();
    stopSchedule();
    if (!queue.drain(CLOSE_WAIT_MAX)) {
      LOG.warn("splits or merges still run after {}", CLOSE_WAIT_MAX);
    }
  }

  private synchronized void stopSchedule() {
    schedule.cancel(false);
  }

  private void tick() {
    synchronized (evaluating) {
      evaluate();
    }
  }

  private void evaluate() {
    try {
      for (RangeMeter busy : loads.tick(limits)) {
        queue.add(new RangeRef(busy.rangeId(), busy.rangeStart()));
      }
      queue.tick();
      long now = dependencies.ticker().nanos();
      if (now - sweptNanos >= pace.cooldown().toNanos() / SWEEPS_PER_COOLDOWN) {
        sweptNanos = now;
        sweep();
      }
    } catch (RuntimeException e) {
      LOG.error("evaluation of all ranges failed and will be retried", e);
    }
  }

  /**
   * Evaluates all ranges, including oversized ranges without writes, which the observer does not
   * report.
   */
  private void sweep() {
    loads.removeStale();
    sweepSizes();
    sweepMerges();
    pinned.unpin(pinned.abandoned(dependencies.data().borders(), UNPIN_MAX));
  }

  /** Queues splits of all oversized ranges. */
  private void sweepSizes() {
    LimitTable table = limits;
    for (RangeStatus status : ranges.status()) {
      RangeDescriptor range = status.descriptor();
      if (status.statistics().totalBytes() > table.of(range.span().start()).maxBytes()) {
        queue.add(RangeRef.of(range));
      }
    }
  }

  /** Queues merges of all adjacent ranges that qualify. */
  private void sweepMerges() {
    LimitTable table = limits;
    List<RangeStatus> all = ranges.status();
    for (int first = 0; first + 1 < all.size(); ) {
      int end = Math.min(all.size(), first + MergePlanner.RANGES_MAX);
      int count = merges.rangesToMerge(all.subList(first, end), table).size();
      if (count > 1) {
        queue.add(RangeRef.of(all.get(first).descriptor()));
      }
      first += Math.max(1, count);
    }
  }

  /** Sets the grace bytes of all oversized ranges to their current size. */
  private void resetGrace() {
    LimitTable table = limits;
    for (RangeStatus status : ranges.status()) {
      setGrace(status, table, Long.MAX_VALUE);
    }
  }

  private void setGrace(RangeStatus status, LimitTable table, long bytesMax) {
    long bytes = status.statistics().totalBytes();
    boolean isTooLarge = bytes > table.of(status.descriptor().span().start()).maxBytes();
    loads.of(status.descriptor()).graceBytes(isTooLarge ? Math.min(bytes, bytesMax) : 0);
  }

  /** Observer that the leader of the commit pipeline calls. */
  private final class Observer implements RangeObserver {
    @Override
    public void written(RangeDescriptor range, RangeStatistics statistics) {
      try {
        if (statistics.totalBytes() > limits.of(range.span().start()).maxBytes()) {
          queue.add(RangeRef.of(range));
        }
      } catch (RuntimeException e) {
        LOG.error("range could not be queued range={}", range, e);
      }
    }

    @Override
    public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {
      LimitTable table = limits;
      long graceBytes =
          before.stream().mapToLong(range -> loads.of(range).graceBytes()).max().orElse(0);
      loads.replaced(before, after);
      for (RangeStatus status : after) {
        setGrace(status, table, graceBytes);
        written(status.descriptor(), status.statistics());
      }
    }
  }

  /** Implementation of the requests of writers. */
  private final class Requests implements SplitRequests {
    @Override
    public LimitTable limits() {
      return limits;
    }

    @Override
    public boolean isStuck(RangeRef range) {
      return queue.isPaused()
          || queue
              .pending(range)
              .filter(pending -> pending.state() == PendingWork.State.PURGATORY)
              .isPresent();
    }

    @Override
    public void request(RangeRef range, Completion completion) {
      if (!queue.watch(range, completion)) {
        queue.add(range, completion);
      }
    }
  }
}
