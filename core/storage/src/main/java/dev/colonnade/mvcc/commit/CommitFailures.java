package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Store;

/** Conversion of exceptions in the leader to the exceptions that its writers receive. */
final class CommitFailures {
  private CommitFailures() {}

  /**
   * Returns the exception itself if it is a {@code ColonnadeException}; MEMORY_LIMIT if the heap is
   * full; otherwise INTERNAL.
   */
  static ColonnadeException known(Throwable thrown) {
    return switch (thrown) {
      case ColonnadeException known -> known;
      case OutOfMemoryError full ->
          new ColonnadeException(ErrorCode.MEMORY_LIMIT, "out of memory while committing", full);
      default ->
          new ColonnadeException(
              ErrorCode.INTERNAL, "unexpected failure while committing cause=" + thrown, thrown);
    };
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

  /** Returns the refusal of a store that does not accept writes. */
  static ColonnadeException readOnly(Store store) {
    String reason = store.readOnlyReason();
    return new ColonnadeException(
        ErrorCode.READ_ONLY_TRANSACTION,
        reason == null
            ? "cannot write on a follower of a cluster, leader="
                + requireNonNullElse(store.leader(), "this server, which is being promoted")
            : reason);
  }
}
