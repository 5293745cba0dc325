package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.MetaCondition;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeObserver;
import dev.colonnade.range.RangeStatistics;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
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
 * Keeps ranges within their limits.
 *
 * <p>It costs next to nothing while there is nothing to do: the leader of the commit pipeline tells
 * which ranges a group of commits has changed, and one comparison says whether that makes one too
 * large. A look at all ranges, some times in the while that they rest, finds what is to be merged.
 * Safe for use by many threads.
 */
public final class SplitScheduler implements AutoCloseable {
  /** How long closing waits for splits and merges that run. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private static final int SWEEPS_PER_REST = 8;

  private static final Logger LOG = LoggerFactory.getLogger(SplitScheduler.class);

  /** How many pins of dropped tables are forgotten at once. */
  private static final int UNPIN_MAX = 1_000;

  private final SplitGround ground;
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

  /** Held for a look at all ranges: an old schedule may still be at it when a new one begins. */
  private final Object looking = new Object();

  /** Guarded by {@link #looking}. */
  private long sweptNanos;

  /** Replaced as a whole, under the monitor. */
  private volatile LimitTable limits;

  /** Begins to watch the ranges of {@code ground}; before the first write to them. */
  public SplitScheduler(SplitGround ground, SplitConfig config) {
    this.ground = requireNonNull(ground, "ground is null");
    ranges = ground.ranges();
    loads = ground.traffic().loads();
    pressure = ground.traffic().pressure();
    Store store = ground.data().store();
    limits = new LimitTable(config.limits(), LimitRecords.read(store));
    pinned = new PinnedKeys(store, ground.data().pipeline());
    pace = config.pace();
    merges = new MergePlanner(loads, ground.data().borders(), pinned, ground.ticker(), pace.rest());
    sweptNanos = ground.ticker().nanos();
    SplitKeys keys = new SplitKeys(store, ranges::rowStart, SplitKeys.WALK_BYTES_MAX);
    RangeDecider decider =
        new RangeDecider(ranges, loads, merges, this::limits, () -> pace.piecesMax());
    RangeWork work = new RangeWork(ground, decider, keys, changes);
    queue = new WorkQueue<>(work, ground.executor(), ground.ticker(), config.queue());
    if (!config.enabled()) {
      queue.pause();
    }
    forgiveAll();
    pressure.connect(new Requests());
    ranges.observe(new Watch());
    sweepSizes();
    schedule = schedule(pace.interval());
  }

  private ScheduledFuture<?> schedule(Duration interval) {
    return ground
        .background()
        .scheduleWithFixedDelay(this::tick, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The limits in force. */
  public LimitTable limits() {
    return limits;
  }

  /**
   * Changes the limits of tables that have none of their own, until the database is closed. What
   * ranges hold that are larger than that now is not held against their writers.
   */
  public void changeDefaultLimits(RangeLimits newLimits) {
    replaceLimits(table -> table.withDefaults(newLimits));
  }

  /** Changes the limits of a table, for good. */
  public void changeLimits(int tableId, RangeLimits newLimits) {
    ground
        .data()
        .pipeline()
        .commit(
            new Mutations()
                .putMeta(
                    LimitRecords.key(tableId), LimitRecords.encode(newLimits), MetaCondition.ANY));
    replaceLimits(table -> table.with(tableId, newLimits));
  }

  /** Gives a table the default limits again. */
  public void resetLimits(int tableId) {
    ground
        .data()
        .pipeline()
        .commit(new Mutations().deleteMeta(LimitRecords.key(tableId), MetaCondition.ANY));
    replaceLimits(table -> table.without(tableId));
  }

  private synchronized void replaceLimits(UnaryOperator<LimitTable> change) {
    limits = change.apply(limits);
    forgiveAll();
    queue.retryAll();
    sweepSizes();
  }

  /** How much is done at the same time. */
  public QueueOptions queueOptions() {
    return queue.options();
  }

  /** Changes how much is done at the same time. */
  public synchronized void changeQueue(UnaryOperator<QueueOptions> change) {
    queue.configure(change.apply(queue.options()));
  }

  /** Changes how writers are slowed down. */
  public synchronized void changePressure(UnaryOperator<PressureOptions> change) {
    pressure.configure(change.apply(pressure.options()));
  }

  /** Changes when ranges are looked at, and how far one decision goes. */
  public synchronized void changePace(SplitPace newPace) {
    loads.changeWindow(newPace.loadWindow());
    merges.changeRest(newPace.rest());
    boolean isRescheduled = !newPace.interval().equals(pace.interval());
    pace = newPace;
    if (isRescheduled && !schedule.isCancelled()) {
      schedule.cancel(false);
      schedule = schedule(newPace.interval());
    }
  }

  /** Notes that someone asked for ranges to begin at these keys: merges will not undo that. */
  public void pin(List<Key> keys) {
    pinned.pin(keys);
  }

  /** Starts no split and no merge until {@link #resume}. */
  public void pause() {
    queue.pause();
  }

  /** Ends a pause. */
  public void resume() {
    queue.resume();
  }

  /** Asks for what is to be done about a range now, and has {@code completion} told of it. */
  public void request(RangeDescriptor range, Completion completion) {
    queue.add(RangeRef.of(range), completion);
  }

  /** What is pending for a range. */
  public Optional<PendingWork> pending(RangeDescriptor range) {
    return queue.pending(RangeRef.of(range));
  }

  /** All that is pending. */
  public Map<RangeRef, PendingWork> pending() {
    return queue.pending();
  }

  /** How many ranges there are. */
  public int rangeCount() {
    return ranges.map().size();
  }

  /** All ranges in order, and what goes on there. */
  public List<RangeActivity> activities() {
    return activities(Key.EMPTY, Integer.MAX_VALUE);
  }

  /**
   * Up to {@code countMax} ranges from the one that holds {@code from} on, in order, and what goes
   * on there. Costs nothing for the others.
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

  /** The last splits and merges, the latest last. */
  public List<RangeChange> recentChanges() {
    return changes.recent();
  }

  /** Figures of this moment. Looks at all ranges. */
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
        ground.sections().times(),
        pressure.statistics(),
        new SplitStatistics.Sizes(all.size(), largestBytes, largestRatio));
  }

  /** Waits until nothing is to be done by now; false if that took longer than {@code timeout}. */
  public boolean awaitIdle(Duration timeout) {
    return queue.awaitIdle(timeout);
  }

  /** Lets go of writers that wait, with SHUTTING_DOWN. */
  public void releaseWriters() {
    pressure.close();
  }

  /** Starts nothing more, and waits for what runs. Closing twice is harmless. */
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
    synchronized (looking) {
      look();
    }
  }

  private void look() {
    try {
      for (RangeMeter busy : loads.tick(limits)) {
        queue.add(new RangeRef(busy.rangeId(), busy.rangeStart()));
      }
      queue.tick();
      long now = ground.ticker().nanos();
      if (now - sweptNanos >= pace.rest().toNanos() / SWEEPS_PER_REST) {
        sweptNanos = now;
        sweep();
      }
    } catch (RuntimeException e) {
      LOG.error("looking at all ranges failed and will be tried again", e);
    }
  }

  /** Looks at all ranges: what is too large was noticed before, but for what nobody writes to. */
  private void sweep() {
    loads.forgetGone();
    sweepSizes();
    sweepMerges();
    pinned.unpin(pinned.abandoned(ground.data().borders(), UNPIN_MAX));
  }

  /** Asks for work on all ranges that are too large. */
  private void sweepSizes() {
    LimitTable table = limits;
    for (RangeStatus status : ranges.status()) {
      RangeDescriptor range = status.descriptor();
      if (status.statistics().totalBytes() > table.of(range.span().start()).maxBytes()) {
        queue.add(RangeRef.of(range));
      }
    }
  }

  /** Asks for merges of all neighbours that are better one. */
  private void sweepMerges() {
    LimitTable table = limits;
    List<RangeStatus> all = ranges.status();
    for (int first = 0; first + 1 < all.size(); ) {
      int end = Math.min(all.size(), first + MergePlanner.NEIGHBOURS_MAX);
      int count = merges.neighbours(all.subList(first, end), table).size();
      if (count > 1) {
        queue.add(RangeRef.of(all.get(first).descriptor()));
      }
      first += Math.max(1, count);
    }
  }

  /** Does not hold against writers what ranges hold by now. */
  private void forgiveAll() {
    LimitTable table = limits;
    for (RangeStatus status : ranges.status()) {
      forgive(status, table, Long.MAX_VALUE);
    }
  }

  private void forgive(RangeStatus status, LimitTable table, long bytesMax) {
    long bytes = status.statistics().totalBytes();
    boolean isTooLarge = bytes > table.of(status.descriptor().span().start()).maxBytes();
    loads.of(status.descriptor()).forgive(isTooLarge ? Math.min(bytes, bytesMax) : 0);
  }

  /** What the leader of the commit pipeline calls. */
  private final class Watch implements RangeObserver {
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
      long forgiven =
          before.stream().mapToLong(range -> loads.of(range).graceBytes()).max().orElse(0);
      loads.replaced(before, after);
      for (RangeStatus status : after) {
        forgive(status, table, forgiven);
        written(status.descriptor(), status.statistics());
      }
    }
  }

  /** What writers ask for. */
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
