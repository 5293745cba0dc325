package dev.colonnade.mvcc.validation;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitGuard;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that nothing a transaction has read was changed by somebody else before its turn to commit
 * came: optimistic concurrency control with backward validation (Kung and Robinson, 1981), of spans
 * and so also of what was not there. Then the transaction is as if it had run wholly at the moment
 * of its commit.
 *
 * <p>The leader asks {@link RecentChanges}. Where that does not reach back far enough, the guard
 * fails and {@link #isTooLongAgo} says so; the transaction's own thread then looks into the store,
 * up to what is published, and comes again.
 */
public final class ReadValidation implements CommitGuard {
  private final RecentChanges recent;
  private final List<KeySpan> spans;
  private final Watch watch;

  /** Up to here nothing has changed. Written by the transaction's thread between two attempts. */
  private long unchangedUpTo;

  /** Written by the leader, read by the transaction's thread after its commit has failed. */
  private boolean tooLongAgo;

  /**
   * A validation.
   *
   * @param watch ends when the leader has found nothing: the transaction asks no more, and its own
   *     changes need not be remembered for it
   */
  public ReadValidation(
      RecentChanges recent, List<KeySpan> spans, long readTimestamp, Watch watch) {
    this.recent = recent;
    this.spans = spans;
    this.watch = watch;
    unchangedUpTo = readTimestamp;
  }

  @Override
  public void check() {
    switch (recent.ask(spans, unchangedUpTo)) {
      case UNCHANGED -> {
        tooLongAgo = false;
        watch.end();
      }
      case CHANGED -> {
        tooLongAgo = false;
        throw changed("");
      }
      case UNKNOWN -> {
        tooLongAgo = true;
        throw changed(": too long ago to tell");
      }
    }
  }

  /** Whether the last check failed only because it could not tell. */
  public boolean isTooLongAgo() {
    return tooLongAgo;
  }

  /**
   * Whether nothing has changed by what was published before this call. For the transaction's own
   * thread, before it commits; may read the disk.
   */
  public boolean isUnchanged(StoreReader store) {
    return switch (recent.askFromOutside(spans, unchangedUpTo)) {
      case UNCHANGED -> true;
      case CHANGED -> false;
      case UNKNOWN -> findChange(store) == null;
    };
  }

  /**
   * Looks into the store for changes up to {@code published}, which was published before this call.
   * May read the disk.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE if there is one
   */
  public void lookUp(StoreReader store, long published) {
    Key key = findChange(store);
    if (key != null) {
      throw changed(" key=" + key);
    }
    unchangedUpTo = published;
  }

  private @Nullable Key findChange(StoreReader store) {
    for (KeySpan span : spans) {
      try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(span))) {
        for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
          VersionHeader.requireComplete(cursor.valueLength());
          if (VersionHeader.timestamp(cursor.valueAddress()) > unchangedUpTo) {
            return cursor.key();
          }
        }
        cursor.checkStatus();
      }
    }
    return null;
  }

  private static ColonnadeException changed(String detail) {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "could not serialize access: what the transaction has read was changed" + detail);
  }
}
