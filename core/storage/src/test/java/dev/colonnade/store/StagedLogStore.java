package dev.colonnade.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Test store with a log in which several batches can be at once: a batch stays there until the test
 * decides its outcome. Thread-safe.
 */
public final class StagedLogStore extends ForwardingStore {
  private final MemoryStore memory;

  /** Guarded by the monitor, like the fields below. */
  private final Deque<Entry> log = new ArrayDeque<>();

  private boolean isStaged;
  private @Nullable ErrorCode refusal;
  private int appended;
  private boolean appliesWithinNext;

  private record Entry(MemoryBatch batch, CompletableFuture<Void> outcome) {}

  public StagedLogStore(MemoryStore memory) {
    super(memory);
    this.memory = memory;
  }

  /** Leaves batches in the log from now on; before, they are applied at once. */
  public synchronized void stage() {
    isStaged = true;
  }

  /** Refuses all further batches. */
  public synchronized void refuse(ErrorCode code) {
    refusal = code;
  }

  @Override
  public synchronized CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    if (refusal != null) {
      throw new ColonnadeException(refusal, "refused");
    }
    appended++;
    if (!isStaged) {
      memory.write(batch, durability);
      return CompletableFuture.completedFuture(null);
    }
    Entry entry = new Entry(((MemoryBatch) batch).copy(), new CompletableFuture<>());
    log.add(entry);
    if (appliesWithinNext) {
      appliesWithinNext = false;
      applyAll();
    }
    return entry.outcome();
  }

  /** Applies the whole log within the next append, before it returns. */
  public synchronized void applyWithinNextAppend() {
    appliesWithinNext = true;
  }

  /** Returns the number of batches in the log. */
  public synchronized int waiting() {
    return log.size();
  }

  /** Returns the number of batches that were appended. */
  public synchronized int appended() {
    return appended;
  }

  /** Applies the first batch in the log. Returns false if there is none. */
  public boolean applyFirst() {
    Entry first = poll();
    if (first != null) {
      memory.write(first.batch(), Durability.SYNC);
      first.outcome().complete(null);
    }
    return first != null;
  }

  /** Fails the first batch in the log. Returns false if there is none. */
  public boolean failFirst(ErrorCode code) {
    Entry first = poll();
    if (first != null) {
      first.outcome().completeExceptionally(new ColonnadeException(code, "failed"));
    }
    return first != null;
  }

  private void applyAll() {
    boolean isApplied = true;
    while (isApplied) {
      isApplied = applyFirst();
    }
  }

  private synchronized @Nullable Entry poll() {
    return log.poll();
  }
}
