package dev.colonnade.mvcc.commit;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Conversion of exceptions in the leader to the exceptions that its writers receive. */
final class CommitFailures {
  private CommitFailures() {}

  /** Returns the exception itself if it is a {@code ColonnadeException}, otherwise INTERNAL. */
  static ColonnadeException known(Throwable thrown) {
    return thrown instanceof ColonnadeException known
        ? known
        : new ColonnadeException(
            ErrorCode.INTERNAL, "unexpected failure while committing cause=" + thrown, thrown);
  }

  /** Returns COMMIT_UNKNOWN for a failure after the write was handed to the store. */
  static ColonnadeException unknown(Throwable thrown) {
    return thrown instanceof ColonnadeException known && known.code() == ErrorCode.COMMIT_UNKNOWN
        ? known
        : new ColonnadeException(
            ErrorCode.COMMIT_UNKNOWN,
            "failed after the commit was handed to the store, so it may have happened cause="
                + thrown,
            thrown);
  }
}
