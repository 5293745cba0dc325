package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction reads at: a view, which later ones may replace. Those who were given a moment
 * of it keep theirs. One thread.
 */
final class TransactionView implements AutoCloseable {
  private final Transactions house;
  private final TransactionOptions options;
  private @Nullable ReadView present;

  /** The newest one that was asked for of {@link #present}; null if none was. */
  private @Nullable TransactionMoment moment;

  TransactionView(Transactions house, TransactionOptions options) {
    this.house = requireNonNull(house, "house is null");
    this.options = requireNonNull(options, "options is null");
  }

  boolean isOpen() {
    return present != null;
  }

  /** The present view. */
  ReadView get() {
    return requireNonNull(present, "nothing is read at yet");
  }

  /** A statement begins: it has a view of its own unless the isolation keeps to the first one. */
  void beginStatement() {
    if (present != null && options.isolation().keepsSnapshot()) {
      return;
    }
    replaceBy(
        options.readTimestamp() == TransactionOptions.NOW
            ? open()
            : house.reads().open(options.readTimestamp()));
  }

  /**
   * A view of what is committed by now. Who writes goes on from what is on its way to the disk: its
   * own commit comes behind it.
   */
  ReadView open() {
    return options.readOnly() ? house.reads().open() : house.reads().openNewest();
  }

  /** What follows is read at {@code next}. */
  void replaceBy(ReadView next) {
    ReadView before = present;
    present = next;
    if (before != null && (moment == null || !moment.takes(before))) {
      before.close();
    }
    moment = null;
  }

  /** What is seen now, for as long as it is not closed. */
  TransactionMoment moment(WriteBuffer writes) {
    TransactionMoment asked = new TransactionMoment(house, writes, get());
    moment = asked;
    return asked;
  }

  @Override
  public void close() {
    if (present != null) {
      present.close();
    }
  }
}
