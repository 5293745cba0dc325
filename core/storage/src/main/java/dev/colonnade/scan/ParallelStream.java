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
import dev.colonnade.scan.request.ScanFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Scans the ranges of a request at the same time and runs some pages ahead of its reader. In order
 * or not: in order, the pages of a later piece wait until the earlier ones are delivered.
 *
 * <p><b>Threads.</b> Workers on the executor claim lanes that nobody works on, earlier ones first,
 * make one page and put it into the lane; they leave when enough pages are ready. The reader takes
 * pages, and when there is none to take it claims a lane itself. So it never waits for a thread
 * that is yet to come, only for one that is at work; an executor that is full, even of readers like
 * this one, costs speed and nothing else. One lock guards the lanes; pages are made outside of it.
 *
 * <p><b>Limit of rows.</b> Pages are made as if nobody else made any, with what is left of the
 * limit at that moment. One that turns out to have more rows than are left when its turn comes is
 * thrown away and made again with what is left.
 */
final class ParallelStream implements ScanStream {
  private static final int PAGES_READY_PER_LANE = 2;

  private final ScanPiece.Context context;
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
  private boolean paused;
  private boolean ended;
  private boolean closed;

  /**
   * Takes over the view and a hold on the memory.
   *
   * @param own is canceled when the stream is closed
   */
  ParallelStream(
      ScanPiece.Context context,
      Cancellation own,
      Parallelism parallelism,
      List<List<KeySpan>> pieces) {
    this.context = context;
    this.own = own;
    this.parallelism = parallelism;
    this.ordered = context.scan().request().options().ordered();
    this.reverse = context.scan().request().options().isReverse();
    this.rowsLeft = RowQuota.of(context.scan());
    for (List<KeySpan> spans : pieces) {
      lanes.add(new Lane(new ScanPiece(context, spans)));
    }
  }

  @Override
  public ScanFormat format() {
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
        Turn turn = takeTurn();
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

  /** A page to deliver; without one, a lane that the reader has claimed to make one. */
  private record Turn(Lane lane, @Nullable ScanPage page) {}

  private Turn takeTurn() {
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
        assert running > 0 : "nobody is at work on the pages that are left";
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void rethrowFailure() {
    switch (failure) {
      case null -> {} // all is well
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
        endWorker(); // the reader goes on by itself
        return;
      }
    }
  }

  private boolean mayStartWorker() {
    lock.lock();
    try {
      int notYetAtWork = Math.max(0, workers - running);
      boolean wanted =
          hasRoom() && workers < parallelism.degree() && notYetAtWork < lanesForWorkers();
      workers += wanted ? 1 : 0;
      return wanted;
    } finally {
      lock.unlock();
    }
  }

  /** How many lanes workers could claim at this moment. */
  private long lanesForWorkers() {
    return lanes.stream().filter(lane -> isClaimable(lane, PAGES_READY_PER_LANE)).count();
  }

  private static boolean isClaimable(Lane lane, int pagesReadyMax) {
    return lane.state() == Lane.State.IDLE && lane.ready.size() < pagesReadyMax;
  }

  private boolean hasRoom() {
    return !closed && !paused && failure == null && pagesReady + running < parallelism.pagesAhead();
  }

  private void runWorker() {
    Lane lane = claimForWorker();
    while (lane != null) {
      work(lane);
      lane = claimForWorker();
    }
  }

  /** The next lane for a worker; if there is none, the worker is counted as gone. */
  private @Nullable Lane claimForWorker() {
    lock.lock();
    try {
      Lane lane = hasRoom() ? firstIdle(PAGES_READY_PER_LANE) : null;
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

  /** Makes a page of a claimed lane and gives the lane back. */
  private void work(Lane lane) {
    ScanPage page = null;
    Throwable error = null;
    try {
      page = lane.piece.next(quota());
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
        lane.piece.releaseCursor();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives the page its place in the whole; null if it has nothing to say. */
  private @Nullable ScanPage deliver(Lane lane, ScanPage made) {
    ScanPage page = made.rowCount() <= rowsLeft ? made : makeAgain(lane, made);
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
      boolean isPieceEnd = reason == StopReason.EXHAUSTED && !resume.isEmpty();
      boolean skipped = isPieceEnd && page.rowCount() == 0;
      carriedUsage = skipped ? usage : ScanUsage.NONE;
      carriedTrace = skipped ? trace : null;
      if (skipped) {
        page.close();
        return null;
      }
      StopReason overall = isPieceEnd ? StopReason.PIECE_EXHAUSTED : reason;
      return page.withEnd(new PageEnd(usage, overall, resume, trace));
    } finally {
      lock.unlock();
    }
  }

  private ScanPage makeAgain(Lane lane, ScanPage tooLarge) {
    tooLarge.close();
    try (ScanPiece piece = new ScanPiece(context, lane.undelivered())) {
      return piece.next(rowsLeft);
    }
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
    return RangePieces.join(left);
  }

  @Override
  public void pause() {
    lock.lock();
    try {
      paused = true;
      for (Lane lane : lanes) {
        if (lane.state() == Lane.State.IDLE) {
          lane.piece.releaseCursor();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for pages that are being made, which are told to give up. */
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
    for (Lane lane : lanes) {
      lane.ready.forEach(ScanPage::close);
      lane.ready.clear();
      lane.piece.close();
    }
    context.view().close();
    context.memory().release();
  }
}
