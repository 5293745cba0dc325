package dev.colonnade.mvcc.commit;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Turns what was thrown at the leader into what its writers are told. */
final class Failures {
  private Failures() {}

  /** The exception itself if it is one of ours; otherwise a defect. */
  static ColonnadeException known(Throwable thrown) {
    return thrown instanceof ColonnadeException ours
        ? ours
        : new ColonnadeException(
            ErrorCode.INTERNAL, "unexpected failure while committing cause=" + thrown, thrown);
  }

  /** Something failed when the write was on its way or done. */
  static ColonnadeException unknown(Throwable thrown) {
    return thrown instanceof ColonnadeException ours && ours.code() == ErrorCode.COMMIT_UNKNOWN
        ? ours
        : new ColonnadeException(
            ErrorCode.COMMIT_UNKNOWN,
            "failed after the commit was handed to the store, so it may have happened cause="
                + thrown,
            thrown);
  }
}
