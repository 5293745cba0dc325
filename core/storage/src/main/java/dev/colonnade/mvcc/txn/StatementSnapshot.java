package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.buffer.OwnWrites;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.buffer.overlay.OverlayReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of one statement of a transaction, which stays stable while later statements write: a
 * query whose rows are fetched in portions continues to read the state at its start. It is valid
 * until the transaction ends or rolls back to an earlier savepoint. Used by the transaction's
 * thread; must be closed.
 */
public final class StatementSnapshot implements AutoCloseable {
  private final TransactionContext context;
  private final WriteBuffer writes;
  private final WriteBuffer.Position position;
  private final ReadView view;

  /** True if this snapshot has to close the view. */
  private boolean ownsView;

  private boolean isClosed;

  StatementSnapshot(TransactionContext context, WriteBuffer writes, ReadView view) {
    this.context = requireNonNull(context, "context is null");
    this.writes = requireNonNull(writes, "writes is null");
    this.view = requireNonNull(view, "view is null");
    this.position = writes.position();
  }

  /** Returns the read timestamp. */
  public long readTimestamp() {
    return view.timestamp();
  }

  /**
   * Returns reads of the committed state overlaid with the transaction's writes in {@code spans};
   * null if there are none.
   */
  public @Nullable VersionedReads overlaid(List<KeySpan> spans) {
    if (writes.isEmpty()) {
      return null;
    }
    List<KeySpan> written = spans.stream().filter(writes::hasWithin).toList();
    if (written.isEmpty()) {
      return null;
    }
    OwnWrites rows = writes.over(written, position);
    return written.stream().allMatch(rows::isEmpty)
        ? null
        : context.reads().over(new OverlayReader(context.store(), rows));
  }

  /**
   * Adopts a view that the transaction replaces by a newer one. Returns whether this snapshot owns
   * the replaced view now.
   */
  @SuppressWarnings("ReferenceEquality") // compares identities
  boolean adopt(ReadView replaced) {
    if (isClosed || view != replaced) {
      return false;
    }
    ownsView = true;
    return true;
  }

  @Override
  public void close() {
    isClosed = true;
    if (ownsView) {
      view.close();
    }
  }
}
