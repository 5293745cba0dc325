package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.PageEnd;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanTrace;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Parallel scan: scans partitions of a request concurrently and produces a bounded number of pages
 * ahead of its reader (backpressure). If the scan is ordered, the pages of a later partition wait
 * until the earlier ones are delivered.
 *
 * <p><b>Threads.</b> Workers on the executor claim idle lanes, earlier ones first, produce one page
 * and put it into the lane; they return when enough pages are ready. The reader consumes pages, and
 * claims a lane itself when no page is ready. So it waits only for a thread that is at work
 * already, never for one that has not started; an executor that is saturated, even by readers like
 * this one, reduces throughput and nothing else. One lock guards the lanes; pages are produced
 * outside of it.
 *
 * <p><b>Row limit.</b> Each page is produced with the row limit that is left when its production
 * starts, as if no other page were in production. A page that turns out to have more rows than are
 * left when its turn comes is discarded and produced again with the rest of the limit, by the
 * reader alone: the discarded page shows that the partition has enough rows, though the new pages
 * may end elsewhere, as those of vectors do.
 */
final class ParallelPageStream implements PageStream {
  private static final int PAGES_READY_PER_LANE = 2;

  private final ScanContext context;
  private final Cancellation own;
  private final Parallelism parallelism;
  private final boolean ordered;
  private final boolean reverse;
  private final List<Lane> lanes = new ArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private int workers;
  private int running;
  private int pagesReady;
  private long rowsLeft;
  private ScanUsage carriedUsage = ScanUsage.NONE;
  private @Nullable ScanTrace carriedTrace;
  private @Nullable Throwable failure;

  /** Source of the last rows within the limit; accessed by the reader only. */
  private @Nullable Rest rest;

  private boolean paused;
  private boolean ended;
  private boolean closed;

  /**
   * Creates the stream, which becomes the owner of the view and of a reference to the memory.
   *
   * @param own cancellation of this stream alone, canceled when the stream is closed
   */
  ParallelPageStream(
      ScanContext context,
      Cancellation own,
      Parallelism parallelism,
      List<List<KeySpan>> partitions) {
    this.context = context;
    this.own = own;
    this.parallelism = parallelism;
    this.ordered = context.scan().request().options().ordered();
    this.reverse = context.scan().request().options().isReverse();
    this.rowsLeft = context.scan().rowsMax();
    for (List<KeySpan> spans : partitions) {
      lanes.add(new Lane(new ScanPartition(context, spans)));
    }
  }

  @Override
  public PageFormat format() {
    return context.scan().format();
  }

  @Override
  public BatchSchema schema() {
    return context.scan().batchSchema();
  }

  @Override
  public @Nullable ScanPage next() {
    if (ended) {
      return null;
    }
    if (closed) {
      throw new IllegalStateException("stream is closed");
    }
    try {
      resume();
      while (true) {
        Turn turn = rest == null ? nextTurn() : rest.turn(rowsLeft);
        startWorkers();
        if (turn.page() == null) {
          work(turn.lane());
          continue;
        }
        ScanPage page = deliver(turn.lane(), turn.page());
        if (page != null) {
          return page;
        }
      }
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void resume() {
    lock.lock();
    try {
      paused = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Next step of the reader: a page to deliver, or, if null, a claimed lane to produce a page of.
   */
  private record Turn(Lane lane, @Nullable ScanPage page) {}

  /** Undelivered rows of a lane, which the reader produces page by page. */
  private record Rest(Lane lane, ScanPartition partition) {
    Turn turn(long rowLimit) {
      return new Turn(lane, partition.next(rowLimit));
    }
  }

  private Turn nextTurn() {
    lock.lock();
    try {
      while (true) {
        rethrowFailure();
        Lane lane = laneWithPage();
        if (lane != null) {
          pagesReady--;
          return new Turn(lane, requireNonNull(lane.ready.poll(), "lane has a page"));
        }
        lane = ordered ? idleHead() : firstIdle(Integer.MAX_VALUE);
        if (lane != null) {
          claim(lane);
          return new Turn(lane, null);
        }
        assert running > 0 : "no thread works on the remaining pages";
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void rethrowFailure() {
    switch (failure) {
      case null -> {} // no failure
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException("scan failed", e);
    }
  }

  private @Nullable Lane laneWithPage() {
    for (Lane lane : lanes) {
      if (!lane.ready.isEmpty()) {
        return lane;
      }
      if (ordered && !lane.isDone()) {
        return null;
      }
    }
    return null;
  }

  private @Nullable Lane idleHead() {
    for (Lane lane : lanes) {
      if (!lane.isDone()) {
        return lane.state() == Lane.State.IDLE ? lane : null;
      }
    }
    return null;
  }

  private @Nullable Lane firstIdle(int pagesReadyMax) {
    for (Lane lane : lanes) {
      if (isClaimable(lane, pagesReadyMax)) {
        return lane;
      }
    }
    return null;
  }

  private void claim(Lane lane) {
    lane.claim();
    running++;
  }

  private void startWorkers() {
    while (mayStartWorker()) {
      try {
        parallelism.executor().execute(this::runWorker);
      } catch (RejectedExecutionException e) {
        endWorker(); // the reader produces the pages itself
        return;
      }
    }
  }

  private boolean mayStartWorker() {
    lock.lock();
    try {
      int startingWorkers = Math.max(0, workers - running);
      boolean wanted =
          mayProduceAhead()
              && workers < parallelism.degree()
              && startingWorkers < lanesForWorkers();
      workers += wanted ? 1 : 0;
      return wanted;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of lanes that workers can claim now. */
  private int lanesForWorkers() {
    int count = 0;
    for (Lane lane : lanes) {
      count += isClaimable(lane, PAGES_READY_PER_LANE) ? 1 : 0;
    }
    return count;
  }

  private static boolean isClaimable(Lane lane, int pagesReadyMax) {
    return lane.state() == Lane.State.IDLE && lane.ready.size() < pagesReadyMax;
  }

  private boolean mayProduceAhead() {
    return !closed && !paused && failure == null && pagesReady + running < parallelism.pagesAhead();
  }

  private void runWorker() {
    Lane lane = claimForWorker();
    while (lane != null) {
      work(lane);
      lane = claimForWorker();
    }
  }

  /**
   * Returns the next lane for a worker; if there is none, null, and the worker no longer counts.
   */
  private @Nullable Lane claimForWorker() {
    lock.lock();
    try {
      Lane lane = mayProduceAhead() ? firstIdle(PAGES_READY_PER_LANE) : null;
      if (lane == null) {
        workers--;
      } else {
        claim(lane);
      }
      return lane;
    } finally {
      lock.unlock();
    }
  }

  private void endWorker() {
    lock.lock();
    try {
      workers--;
    } finally {
      lock.unlock();
    }
  }

  /** Produces a page of a claimed lane and releases the lane. */
  private void work(Lane lane) {
    ScanPage page = null;
    Throwable error = null;
    try {
      page = lane.partition.next(quota());
    } catch (RuntimeException | Error e) {
      error = e;
    }
    publish(lane, page, error);
  }

  private long quota() {
    lock.lock();
    try {
      return rowsLeft;
    } finally {
      lock.unlock();
    }
  }

  private void publish(Lane lane, @Nullable ScanPage page, @Nullable Throwable error) {
    lock.lock();
    try {
      running--;
      boolean last = page == null || page.end().isLast() || page.reason() == StopReason.ROW_LIMIT;
      lane.release(last);
      if (page != null && closed) {
        page.close();
      } else if (page != null) {
        lane.ready.add(page);
        pagesReady++;
      } else if (failure == null) {
        failure = error;
      }
      if (paused && !last) {
        lane.partition.releaseCursor();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the page with the end of the whole scan at this page; null for an empty page at the end
   * of a partition, whose usage is added to the next page.
   */
  private @Nullable ScanPage deliver(Lane lane, ScanPage made) {
    ScanPage page = made.rowCount() <= rowsLeft ? made : produceAgain(lane, made);
    lock.lock();
    try {
      lane.delivered(page);
      rowsLeft -= page.rowCount();
      List<KeySpan> resume = overallResume();
      boolean limited = rowsLeft == 0;
      ended = limited || resume.isEmpty();
      ScanUsage usage = carriedUsage.plus(page.usage());
      ScanTrace trace = plus(carriedTrace, page.trace());
      StopReason reason = limited ? StopReason.ROW_LIMIT : page.reason();
      boolean isPartitionEnd = reason == StopReason.EXHAUSTED && !resume.isEmpty();
      boolean skipped = isPartitionEnd && page.rowCount() == 0;
      carriedUsage = skipped ? usage : ScanUsage.NONE;
      carriedTrace = skipped ? trace : null;
      if (skipped) {
        page.close();
        return null;
      }
      StopReason overall = isPartitionEnd ? StopReason.PARTITION_EXHAUSTED : reason;
      return page.withEnd(new PageEnd(usage, overall, resume, trace));
    } finally {
      lock.unlock();
    }
  }

  private ScanPage produceAgain(Lane lane, ScanPage tooLarge) {
    tooLarge.close();
    Rest last = new Rest(lane, new ScanPartition(context, lane.undelivered()));
    rest = last;
    return last.partition.next(rowsLeft);
  }

  private static @Nullable ScanTrace plus(@Nullable ScanTrace left, @Nullable ScanTrace right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.plus(right);
  }

  private List<KeySpan> overallResume() {
    List<KeySpan> left = new ArrayList<>();
    for (Lane lane : reverse ? lanes.reversed() : lanes) {
      left.addAll(lane.undelivered());
    }
    return ScanPartitioner.join(left);
  }

  @Override
  public void pause() {
    lock.lock();
    try {
      paused = true;
      for (Lane lane : lanes) {
        if (lane.state() == Lane.State.IDLE) {
          lane.partition.releaseCursor();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Cancels the pages in production and waits for them. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      own.cancel();
      while (running > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    free();
  }

  private void free() {
    if (rest != null) {
      rest.partition.close();
    }
    for (Lane lane : lanes) {
      lane.ready.forEach(ScanPage::close);
      lane.ready.clear();
      lane.partition.close();
    }
    context.view().close();
    context.memory().release();
  }
}
