package dev.colonnade.mvcc.validation;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.CommitGuard;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read validation of a serializable transaction: proof that no other transaction has changed what
 * it read before its commit. This is optimistic concurrency control with backward validation (Kung
 * and Robinson, 1981) of key spans, and so also of the absence of rows (predicate validation); it
 * prevents write skew and phantoms. The transaction is then equivalent to one that ran entirely at
 * its commit timestamp.
 *
 * <p>The leader of the commit pipeline checks the spans in {@link RecentChanges}. If that does not
 * reach back far enough, the guard fails and {@link #isTooOld} returns true; the transaction's own
 * thread then looks for changes in the store, up to the published timestamp, and retries the
 * commit.
 */
public final class ReadValidation implements CommitGuard {
  private final RecentChanges recent;
  private final List<KeySpan> spans;
  private final ValidationRegistration watch;

  /**
   * Timestamp up to which the spans are unchanged. Written by the transaction's thread between two
   * attempts.
   */
  private long unchangedUpTo;

  /** Written by the leader, read by the transaction's thread after its commit has failed. */
  private boolean tooOld;

  /**
   * Creates a validation.
   *
   * @param watch registration that ends when the leader has found no change: the transaction makes
   *     no more checks, and its own changes need not be tracked for it
   */
  public ReadValidation(
      RecentChanges recent, List<KeySpan> spans, long readTimestamp, ValidationRegistration watch) {
    this.recent = recent;
    this.spans = spans;
    this.watch = watch;
    unchangedUpTo = readTimestamp;
  }

  @Override
  public void check() {
    switch (recent.check(spans, unchangedUpTo)) {
      case UNCHANGED -> {
        tooOld = false;
        watch.end();
      }
      case CHANGED -> {
        tooOld = false;
        throw changed("");
      }
      case UNKNOWN -> {
        tooOld = true;
        throw changed(": the read is older than the tracked changes");
      }
    }
  }

  /** The tracked changes end with the last group that is applied. */
  @Override
  public boolean needsEarlierGroups() {
    return true;
  }

  /**
   * Returns whether the last check failed only because the read is older than the tracked changes.
   */
  public boolean isTooOld() {
    return tooOld;
  }

  /**
   * Returns whether the spans are unchanged up to the timestamp that was published before this
   * call. Called by the transaction's own thread before its commit; may read the disk.
   */
  public boolean isUnchanged(StoreReader store) {
    return switch (recent.checkConcurrently(spans, unchangedUpTo)) {
      case UNCHANGED -> true;
      case CHANGED -> false;
      case UNKNOWN -> findChange(store) == null;
    };
  }

  /**
   * Checks the store for changes up to {@code published}, which was published before this call. May
   * read the disk.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE if there is a change
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
        "could not serialize access: rows that the transaction has read were changed" + detail);
  }
}
