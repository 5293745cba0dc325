package dev.colonnade.replication.log;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.replica.BatchChanges;
import dev.colonnade.storage.replica.ReplicaUpdates;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Application of log entries to the store of a member, in their order, each once.
 *
 * <p><b>Fencing.</b> A batch is computed by a leader from everything that was applied before. An
 * entry that was appended in a later term than that of its evaluation may have other entries
 * between, which the evaluation has not seen: it is refused. The decision depends on the entry
 * alone, so all members agree. Entries of one leader in one term are applied in the order in which
 * it proposed them, and there is one leader in a term.
 *
 * <p>Entries are applied by one thread. A failure to write means that this member's state is behind
 * the log and must not advance: the exception leaves this class, and the member stops.
 */
public final class LogApplier {
  /** Time that an entry waits for local readers before {@link Listener#readersDelay}. */
  static final long READER_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final MemberStore store;
  private final Proposals proposals;
  private final Listener listener;

  /** Held while an entry is applied, and while an engine attaches to the store. */
  private final ReentrantLock applying = new ReentrantLock();

  /** Guarded by {@link #applying}. */
  private @Nullable ReplicaUpdates replica;

  /** Requests that wait for an index, by the index. */
  private final ConcurrentSkipListMap<Long, CompletableFuture<Void>> waits =
      new ConcurrentSkipListMap<>();

  /** Index up to which entries are applied to the store and the engine. Written under the lock. */
  private volatile long published;

  private final NanoTicker ticker = NanoTicker.system();
  private final LongAdder applies = new LongAdder();
  private final LongAdder applyNanos = new LongAdder();
  private final LongAdder applyBytes = new LongAdder();

  /** Wall-clock time at which the last applied entry was proposed. Written by the applier. */
  private volatile long appliedAtNanos;

  /** Listener of the applier. */
  public interface Listener {
    /** Requests that the engine which reads the store ends its reads, since they delay the log. */
    void readersDelay();
  }

  public LogApplier(MemberStore store, Proposals proposals, Listener listener) {
    this.store = requireNonNull(store, "store is null");
    this.proposals = requireNonNull(proposals, "proposals is null");
    this.listener = requireNonNull(listener, "listener is null");
    published = store.applied().index();
  }

  /** Applies the entry at {@code position}; skips it if it was applied before. */
  public void apply(LogPosition position, ByteBuffer data) {
    applying.lock();
    try {
      proposals.reached(position.term());
      if (position.index() <= store.applied().index()) {
        return;
      }
      LogEntry entry = LogEntry.decode(data);
      if (entry.isOnBase() && !store.hasBase()) {
        throw new ColonnadeException(
            ErrorCode.STORE_CORRUPT,
            "the log builds on a store that this member has lost: empty its folder, remove the"
                + " member from the cluster, start it with --join and add it");
      }
      requireNext(position);
      applyBytes.add(data.remaining());
      if (entry.term() != position.term()) {
        store.apply(store.emptyBatch(), position);
        published(position.index());
        return;
      }
      long start = ticker.nanos();
      apply(position, entry.batch());
      published(position.index());
      applyNanos.add(ticker.nanos() - start);
      applies.increment();
      appliedAtNanos = entry.proposedNanos();
      proposals.applied(entry.term(), entry.number());
    } finally {
      applying.unlock();
    }
  }

  /** Throws STORE_CORRUPT if entries between the store and this one are missing. */
  private void requireNext(LogPosition position) {
    if (position.index() != store.applied().index() + 1) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "entries of the log are missing: store=%s next=%s".formatted(store.applied(), position));
    }
  }

  private void apply(LogPosition position, byte[] batch) {
    ReplicaUpdates following = replica;
    // RocksDB would apply a damaged batch in part.
    BatchChanges changes = BatchChanges.of(batch, store.rocks().familyIds());
    if (following == null) {
      store.apply(batch, position);
      return;
    }
    while (!following.awaitReaders(changes, READER_WAIT_NANOS)) {
      listener.readersDelay();
    }
    store.apply(batch, position);
    following.applied(changes);
  }

  /** Moves the position over an entry of the log's own, such as a change of the membership. */
  public void skip(LogPosition position) {
    applying.lock();
    try {
      proposals.reached(position.term());
      if (position.index() > store.applied().index()) {
        requireNext(position);
        store.apply(store.emptyBatch(), position);
        published(position.index());
      }
    } finally {
      applying.unlock();
    }
  }

  /** Opens a replica's engine; no entry is applied until the engine follows. */
  public void attach(Supplier<ReplicaUpdates> opening) {
    applying.lock();
    try {
      replica = requireNonNull(opening.get(), "updates is null");
      published(store.applied().index());
    } finally {
      applying.unlock();
    }
  }

  /** Returns a future that is complete when entries are applied up to {@code index}. */
  public CompletableFuture<Void> whenApplied(long index) {
    if (published >= index) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> wait = waits.computeIfAbsent(index, key -> new CompletableFuture<>());
    // The entry may have been applied before the wait was found.
    if (published >= index) {
      completeUpTo(published);
    }
    return wait;
  }

  private void published(long index) {
    published = index;
    completeUpTo(index);
  }

  private void completeUpTo(long index) {
    Map.Entry<Long, CompletableFuture<Void>> first = waits.firstEntry();
    while (first != null && first.getKey() <= index) {
      waits.remove(first.getKey());
      first.getValue().complete(null);
      first = waits.firstEntry();
    }
  }

  /** Ends the updates of an engine, which is closed. */
  public void detach() {
    applying.lock();
    try {
      replica = null;
    } finally {
      applying.unlock();
    }
  }

  /** Copies the files of the store; returns the position that the copy contains. */
  public LogPosition checkpoint(Path target) {
    applying.lock();
    try {
      return store.checkpoint(target);
    } finally {
      applying.unlock();
    }
  }

  /** Returns the index up to which entries are applied to the store and the engine. */
  public long appliedIndex() {
    return published;
  }

  /** Returns the number of entries that were applied. */
  public long applies() {
    return applies.sum();
  }

  /** Returns the total time of these applications. */
  public long applyNanos() {
    return applyNanos.sum();
  }

  /** Returns the bytes of the entries that were applied. */
  public long applyBytes() {
    return applyBytes.sum();
  }

  /** Returns the wall-clock time at which the last applied entry was proposed; 0 if none was. */
  public long appliedAtNanos() {
    return appliedAtNanos;
  }
}
