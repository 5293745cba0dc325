package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeObserver;
import dev.colonnade.range.RangeStatistics;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.plan.LimitTable;
import dev.colonnade.split.plan.RangeDecider;
import dev.colonnade.split.plan.RangeLimits;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.plan.SplitKeys;
import dev.colonnade.split.queue.Completion;
import dev.colonnade.split.queue.PendingWork;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.split.queue.WorkQueue;
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
 * large. A look at all ranges from time to time finds what nobody wrote to. Safe for use by many
 * threads.
 */
public final class SplitScheduler implements AutoCloseable {
  /** How long closing waits for splits and merges that run. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(SplitScheduler.class);

  private final SplitGround ground;
  private final Ranges ranges;
  private final RangeChanges changes = new RangeChanges();
  private final WorkQueue<RangeRef> queue;
  private final ScheduledFuture<?> schedule;

  /** Replaced as a whole. */
  private volatile LimitTable limits;

  /** Begins to watch the ranges of {@code ground}; before the first write to them. */
  public SplitScheduler(SplitGround ground, SplitConfig config) {
    this.ground = requireNonNull(ground, "ground is null");
    ranges = ground.ranges();
    limits = LimitTable.of(config.limits());
    RangeDecider decider = new RangeDecider(ranges, this::limits);
    SplitKeys keys = new SplitKeys(ground.store(), ranges::rowStart, SplitKeys.WALK_BYTES_MAX);
    RangeWork work = new RangeWork(ground, decider, keys, changes);
    queue = new WorkQueue<>(work, ground.executor(), ground.ticker(), config.queue());
    ranges.observe(new Watch());
    long nanos = config.interval().toNanos();
    schedule =
        ground.background().scheduleWithFixedDelay(this::tick, 0, nanos, TimeUnit.NANOSECONDS);
  }

  /** The limits in force. */
  public LimitTable limits() {
    return limits;
  }

  /** Changes limits; ranges that pass the new ones are split, the largest first. */
  public synchronized void changeLimits(UnaryOperator<LimitTable> change) {
    limits = requireNonNull(change.apply(limits), "limits is null");
    queue.retryAll();
    sweep();
  }

  /** How much is done at the same time. */
  public QueueOptions queueOptions() {
    return queue.options();
  }

  /** Changes how much is done at the same time. */
  public synchronized void changeQueue(UnaryOperator<QueueOptions> change) {
    queue.configure(change.apply(queue.options()));
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
        new SplitStatistics.Sizes(all.size(), largestBytes, largestRatio));
  }

  /** Waits until nothing is to be done by now; false if that took longer than {@code timeout}. */
  public boolean awaitIdle(Duration timeout) {
    return queue.awaitIdle(timeout);
  }

  /** Starts nothing more, and waits for what runs. Closing twice is harmless. */
  @Override
  public void close() {
    schedule.cancel(false);
    if (!queue.drain(CLOSE_WAIT_MAX)) {
      LOG.warn("splits or merges still run after {}", CLOSE_WAIT_MAX);
    }
  }

  private void tick() {
    try {
      queue.tick();
      sweep();
    } catch (RuntimeException e) {
      LOG.error("looking at all ranges failed and will be tried again", e);
    }
  }

  /** Asks for work on all ranges that need any. */
  private void sweep() {
    for (RangeStatus status : ranges.status()) {
      noticeSize(status.descriptor(), status.statistics());
    }
  }

  private void noticeSize(RangeDescriptor range, RangeStatistics statistics) {
    if (statistics.totalBytes() > limits.of(range.span().start()).maxBytes()) {
      queue.add(RangeRef.of(range));
    }
  }

  /** What the leader of the commit pipeline calls. */
  private final class Watch implements RangeObserver {
    @Override
    public void written(RangeDescriptor range, RangeStatistics statistics) {
      try {
        noticeSize(range, statistics);
      } catch (RuntimeException e) {
        LOG.error("range could not be queued range={}", range, e);
      }
    }

    @Override
    public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {
      after.forEach(status -> written(status.descriptor(), status.statistics()));
    }
  }
}
