package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.buffer.OverlayReader;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one statement of a transaction sees, also while others that follow it write: a query whose
 * rows are fetched little by little reads on as it began. It lasts until the transaction ends or
 * goes back to a savepoint from before it. Used by the transaction's thread; close it.
 */
public final class TransactionMoment implements AutoCloseable {
  private final Transactions house;
  private final WriteBuffer writes;
  private final WriteBuffer.Moment written;
  private final ReadView view;

  /** Whether nobody else closes the view. */
  private boolean ownsView;

  private boolean isClosed;

  TransactionMoment(Transactions house, WriteBuffer writes, ReadView view) {
    this.house = requireNonNull(house, "house is null");
    this.writes = requireNonNull(writes, "writes is null");
    this.view = requireNonNull(view, "view is null");
    this.written = writes.moment();
  }

  /** What is read at. */
  public long readTimestamp() {
    return view.timestamp();
  }

  /** What everybody reads, with the transaction's writes over it; null if it has none in spans. */
  public @Nullable VersionedReads overlaid(List<KeySpan> spans) {
    NavigableMap<Key, byte[]> rows = new TreeMap<>();
    for (KeySpan span : spans) {
      if (writes.hasWithin(span)) {
        writes.within(span, written).forEach((key, write) -> rows.put(key, write.stored()));
      }
    }
    return rows.isEmpty() ? null : house.reads().over(new OverlayReader(house.store(), rows));
  }

  /**
   * The transaction looks at a newer view from now on. Returns whether the old one is kept here.
   */
  @SuppressWarnings("ReferenceEquality") // a view is this one or another
  boolean takes(ReadView replaced) {
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
