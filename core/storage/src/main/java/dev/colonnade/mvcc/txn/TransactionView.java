package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Current read view of a transaction, which later views may replace. A statement snapshot retains
 * the view that was current at its creation. One thread.
 */
final class TransactionView implements AutoCloseable {
  private final TransactionContext context;
  private final TransactionOptions options;
  private @Nullable ReadView current;

  /** True while the current view is that of {@link #atNewest}. */
  private boolean isNewest;

  /** Latest statement snapshot of {@link #current}; null if there is none. */
  private @Nullable StatementSnapshot snapshot;

  TransactionView(TransactionContext context, TransactionOptions options) {
    this.context = requireNonNull(context, "context is null");
    this.options = requireNonNull(options, "options is null");
  }

  boolean isOpen() {
    return current != null;
  }

  /** Returns the current view. */
  ReadView get() {
    return requireNonNull(current, "no view is open");
  }

  /** Commits a transaction without writes: waits until the state that was read is durable. */
  CommitResult commitNothing() {
    ReadView read = current;
    long timestamp = read == null ? context.reads().latest() : read.timestamp();
    context.pipeline().awaitDurable(timestamp);
    return new CommitResult(timestamp, 0, 0, 0);
  }

  /** Begins a statement: opens a new view unless the isolation level requires the first one. */
  void beginStatement() {
    if (current != null && options.isolation().isSnapshot()) {
      return;
    }
    replaceBy(
        options.readTimestamp() == TransactionOptions.NOW
            ? open()
            : context.reads().open(options.readTimestamp()));
  }

  /**
   * Opens a view of the current state. A read-write transaction reads the newest state, which may
   * not be durable yet: its own commit follows in the same write-ahead log.
   */
  ReadView open() {
    return options.readOnly() ? context.reads().open() : context.reads().openNewest();
  }

  /** Replaces the current view by {@code next}. */
  void replaceBy(ReadView next) {
    ReadView before = current;
    current = next;
    if (before != null && (snapshot == null || !snapshot.adopt(before))) {
      before.close();
    }
    snapshot = null;
  }

  /** Returns the result of reads of the newest state. The current view is the same afterwards. */
  <T extends @Nullable Object> T atNewest(Supplier<T> reads) {
    ReadView before = get();
    StatementSnapshot snapshotBefore = snapshot;
    current = open();
    snapshot = null;
    isNewest = true;
    try {
      return reads.get();
    } finally {
      replaceBy(before);
      snapshot = snapshotBefore;
      isNewest = false;
    }
  }

  /** Returns whether the current view is that of {@link #atNewest}. */
  boolean isNewest() {
    return isNewest;
  }

  /** Returns a snapshot of the current view and of {@code writes}. */
  StatementSnapshot statementSnapshot(WriteBuffer writes) {
    StatementSnapshot created = new StatementSnapshot(context, writes, get());
    snapshot = created;
    return created;
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
    }
  }
}
