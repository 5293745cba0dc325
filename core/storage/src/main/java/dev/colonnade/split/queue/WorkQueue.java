package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.split.queue.PendingWork.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Priority queue of keyed work with bounded concurrency.
 *
 * <p><b>Guarantees.</b> Work on one key never runs concurrently. A request during a run of its key
 * causes a new decision after the run. Every {@link Completion} is notified exactly once: done, not
 * needed, failed, dropped or drained. Failed work waits in the purgatory, with exponential backoff,
 * and is decided again. Aging prevents starvation: waiting adds to the priority, and later entries
 * overtake an entry for at most {@link Urgency#PRIORITY_MAX} / {@link QueueOptions#ageingPerSecond}
 * seconds. If the queue is full, the entry with the lowest priority, aging included, is dropped
 * (load shedding).
 *
 * <p>Thread-safe. One lock guards all state and is held for O(log n) steps; neither work nor
 * completions run under it. The queue has no thread of its own: work runs on the executor, and the
 * owner calls {@link #tick} periodically for the retries of the purgatory.
 *
 * @param <K> type of the keys, usable in a hash map
 */
public final class WorkQueue<K> {
  private final Work<K> work;
  private final Executor executor;
  private final NanoTicker ticker;
  private final long startNanos;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // All below is guarded by the lock.
  private final Map<K, WorkEntry<K>> entries = new HashMap<>();
  private final RankedEntries<K> ranked = new RankedEntries<>();
  private final Purgatory<K> purgatory = new Purgatory<>();
  private final OutcomeCounters tally = new OutcomeCounters();
  private QueueOptions options;
  private int running;
  private long runningBytes;
  private boolean paused;
  private boolean draining;
  private long sequence;

  public WorkQueue(Work<K> work, Executor executor, NanoTicker ticker, QueueOptions options) {
    this.work = requireNonNull(work, "work is null");
    this.executor = requireNonNull(executor, "executor is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.options = requireNonNull(options, "options is null");
    startNanos = ticker.nanos();
  }

  /** Requests work on {@code key}; has no effect if none is necessary. */
  public void add(K key) {
    add(key, null);
  }

  /** Variant of {@link #add(Object)} that notifies {@code completion} of the outcome. */
  public void add(K key, @Nullable Completion completion) {
    Urgency urgency = work.urgency(key);
    DeferredActions<K> effects = new DeferredActions<>();
    lock.lock();
    try {
      if (draining) {
        effects.complete(completion, drained());
      } else {
        addLocked(key, urgency, completion, effects);
        startLocked(effects);
      }
    } finally {
      lock.unlock();
    }
    perform(effects);
  }

  /**
   * Registers {@code completion} for the outcome of the pending work on {@code key}. Returns false,
   * and does not register it, if no work is queued or running.
   */
  public boolean watch(K key, Completion completion) {
    lock.lock();
    try {
      WorkEntry<K> entry = entries.get(key);
      if (entry == null || entry.state() == State.PURGATORY) {
        return false;
      }
      entry.await(requireNonNull(completion, "completion is null"));
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Retries the due entries of the purgatory. */
  public void tick() {
    long now = ticker.nanos();
    for (K key : due(now)) {
      Urgency urgency = work.urgency(key);
      DeferredActions<K> effects = new DeferredActions<>();
      lock.lock();
      try {
        releaseLocked(key, urgency, effects);
        startLocked(effects);
      } finally {
        lock.unlock();
      }
      perform(effects);
    }
  }

  /**
   * Retries all entries of the purgatory now, because the reason of their failure may have changed.
   */
  public void retryAll() {
    lock.lock();
    try {
      purgatory.makeAllDue(ticker.nanos());
    } finally {
      lock.unlock();
    }
    tick();
  }

  /** Changes the options; starts more work immediately if the new limits allow it. */
  public void configure(QueueOptions newOptions) {
    requireNonNull(newOptions, "newOptions is null");
    change(
        effects -> {
          options = newOptions;
          dropExcessLocked(effects);
        });
  }

  public QueueOptions options() {
    lock.lock();
    try {
      return options;
    } finally {
      lock.unlock();
    }
  }

  /** Suspends the start of work until {@link #resume}; running work continues. */
  public void pause() {
    change(_ -> paused = true);
  }

  /**
   * Suspends the start of work, and waits for running work. Returns whether that ended within
   * {@code timeout}.
   */
  public boolean suspend(Duration timeout) {
    pause();
    return await(timeout, false);
  }

  /** Ends a pause. */
  public void resume() {
    change(_ -> paused = false);
  }

  /** Returns whether the start of work is suspended, by {@link #pause} or {@link #drain}. */
  public boolean isPaused() {
    lock.lock();
    try {
      return paused || draining;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the pending work on {@code key}. */
  public Optional<PendingWork> pending(K key) {
    lock.lock();
    try {
      return Optional.ofNullable(entries.get(key)).map(entry -> entry.view(ticker.nanos()));
    } finally {
      lock.unlock();
    }
  }

  /** Returns all pending work, unordered. */
  public Map<K, PendingWork> pending() {
    lock.lock();
    try {
      long now = ticker.nanos();
      Map<K, PendingWork> all = new LinkedHashMap<>();
      entries.forEach((key, entry) -> all.put(key, entry.view(now)));
      return all;
    } finally {
      lock.unlock();
    }
  }

  public QueueStatistics statistics() {
    lock.lock();
    try {
      return new QueueStatistics(
          ranked.size(),
          tally.queuedPeak(),
          running,
          runningBytes,
          purgatory.size(),
          ranked.oldestNanos(ticker.nanos()),
          tally.counts());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no work is queued or running. Returns false if that takes longer than {@code
   * timeout}.
   */
  public boolean awaitIdle(Duration timeout) {
    return await(timeout, true);
  }

  /**
   * Closes the queue permanently: completes all waiting requests as drained, starts no more work,
   * and waits for running work. Returns whether that ended within {@code timeout}.
   */
  public boolean drain(Duration timeout) {
    DeferredActions<K> effects = new DeferredActions<>();
    lock.lock();
    try {
      draining = true;
      for (WorkEntry<K> entry : List.copyOf(entries.values())) {
        if (entry.state() == State.RUNNING) {
          effects.completeAll(entry.removeFollowers(), drained());
        } else {
          removeLocked(entry);
          tally.drained();
          effects.completeAll(entry.removeCompletions(), drained());
        }
      }
    } finally {
      lock.unlock();
    }
    perform(effects);
    return await(timeout, false);
  }

  private boolean await(Duration timeout, boolean untilEmpty) {
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (running > 0 || (untilEmpty && ranked.size() > 0)) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void change(Consumer<DeferredActions<K>> step) {
    DeferredActions<K> effects = new DeferredActions<>();
    lock.lock();
    try {
      step.accept(effects);
      startLocked(effects);
    } finally {
      lock.unlock();
    }
    perform(effects);
  }

  private void addLocked(
      K key,
      @Nullable Urgency urgency,
      @Nullable Completion completion,
      DeferredActions<K> effects) {
    WorkEntry<K> entry = entries.get(key);
    if (entry == null) {
      if (urgency == null) {
        effects.complete(completion, new Outcome.NotNeeded());
        return;
      }
      entry = new WorkEntry<>(key, sequence++, urgency, ticker.nanos());
      entry.await(completion);
      entries.put(key, entry);
      enqueueLocked(entry, urgency, effects);
      return;
    }
    switch (entry.state()) {
      case QUEUED -> {
        entry.await(completion);
        if (urgency != null) {
          ranked.remove(entry);
          enqueueLocked(entry, urgency, effects);
        }
      }
      case RUNNING -> entry.repeat(completion);
      case PURGATORY -> effects.complete(completion, new Outcome.Failed(failureOf(entry)));
    }
  }

  private void enqueueLocked(WorkEntry<K> entry, Urgency urgency, DeferredActions<K> effects) {
    // All entries age at the same rate, so their relative order is constant: the rank is set once.
    double enteredSeconds = (entry.enteredNanos() - startNanos) / 1e9;
    entry.rank(urgency, urgency.priority() - options.ageingPerSecond() * enteredSeconds);
    ranked.add(entry);
    dropExcessLocked(effects);
    tally.queued(ranked.size());
  }

  private void dropExcessLocked(DeferredActions<K> effects) {
    while (ranked.size() > options.entriesMax()) {
      WorkEntry<K> least = ranked.least();
      removeLocked(least);
      tally.dropped();
      effects.completeAll(
          least.removeCompletions(),
          new Outcome.Dropped(
              new ColonnadeException(
                  ErrorCode.OVERLOADED,
                  "too much work is queued, the least urgent was dropped key=%s max=%d"
                      .formatted(least.key(), options.entriesMax()))));
    }
  }

  private void startLocked(DeferredActions<K> effects) {
    while (!paused && !draining && ranked.size() > 0 && running < options.concurrency()) {
      WorkEntry<K> most = ranked.most();
      long cost = most.urgency().costBytes();
      if (running > 0 && runningBytes + cost > options.runningBytesMax()) {
        return; // no smaller entry overtakes it, or a large entry would starve
      }
      ranked.remove(most);
      most.moveTo(State.RUNNING, ticker.nanos());
      running++;
      runningBytes += cost;
      effects.start(most);
    }
  }

  /** Executes the actions that were decided under the lock. Called without the lock. */
  private void perform(DeferredActions<K> effects) {
    effects.notifyCompletions();
    for (WorkEntry<K> entry : effects.started()) {
      try {
        executor.execute(() -> run(entry));
      } catch (RejectedExecutionException e) {
        finish(
            entry,
            new Outcome.Failed(
                new ColonnadeException(
                    ErrorCode.SHUTTING_DOWN,
                    "the executor rejected the work key=" + entry.key(),
                    e)));
      }
    }
  }

  private void run(WorkEntry<K> entry) {
    Outcome outcome;
    try {
      outcome = work.run(entry.key()) ? new Outcome.Done() : new Outcome.NotNeeded();
    } catch (ColonnadeException e) {
      outcome = new Outcome.Failed(e);
    } catch (RuntimeException | Error e) {
      outcome =
          new Outcome.Failed(
              new ColonnadeException(
                  ErrorCode.INTERNAL, "work failed unexpectedly key=" + entry.key(), e));
    }
    finish(entry, outcome);
  }

  private void finish(WorkEntry<K> entry, Outcome outcome) {
    DeferredActions<K> effects = new DeferredActions<>();
    boolean repeats;
    lock.lock();
    try {
      running--;
      runningBytes -= entry.urgency().costBytes();
      tally.ended(outcome);
      effects.completeAll(entry.removeCompletions(), outcome);
      repeats = entry.willRepeat() && !draining;
      List<Completion> followers = entry.removeFollowers();
      if (outcome instanceof Outcome.Failed(ColonnadeException cause) && !draining) {
        repeats = false;
        failLocked(entry, cause);
        effects.completeAll(followers, outcome);
      } else {
        entries.remove(entry.key());
        effects.repeat(followers);
      }
      startLocked(effects);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (repeats) {
      repeat(entry.key(), effects.repeated());
    }
    perform(effects);
  }

  private void repeat(K key, List<Completion> followers) {
    lock.lock();
    try {
      tally.repeated();
    } finally {
      lock.unlock();
    }
    if (followers.isEmpty()) {
      add(key);
    }
    followers.forEach(follower -> add(key, follower));
  }

  private void failLocked(WorkEntry<K> entry, ColonnadeException cause) {
    if (purgatory.size() >= options.entriesMax()) {
      entries.remove(entry.key());
      tally.dropped();
      return;
    }
    long now = ticker.nanos();
    entry.moveTo(State.PURGATORY, now);
    entry.fail(cause);
    entry.dueAt(now + options.retry().nanos(entry.attempts()));
    purgatory.add(entry);
  }

  private List<K> due(long now) {
    lock.lock();
    try {
      return draining ? new ArrayList<>() : purgatory.due(now);
    } finally {
      lock.unlock();
    }
  }

  private void releaseLocked(K key, @Nullable Urgency urgency, DeferredActions<K> effects) {
    WorkEntry<K> entry = entries.get(key);
    if (entry == null || entry.state() != State.PURGATORY) {
      return;
    }
    purgatory.remove(entry);
    if (urgency == null) {
      entries.remove(key);
      return;
    }
    entry.moveTo(State.QUEUED, ticker.nanos());
    enqueueLocked(entry, urgency, effects);
  }

  private void removeLocked(WorkEntry<K> entry) {
    entries.remove(entry.key());
    ranked.remove(entry);
    purgatory.remove(entry);
    changed.signalAll();
  }

  private static ColonnadeException failureOf(WorkEntry<?> entry) {
    ColonnadeException failure = requireNonNull(entry.failure(), "failure is null");
    return new ColonnadeException(
        failure.code(), requireNonNull(failure.getMessage(), "message is null"), failure);
  }

  private static Outcome drained() {
    return new Outcome.Drained(
        new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the queue is being closed"));
  }
}
