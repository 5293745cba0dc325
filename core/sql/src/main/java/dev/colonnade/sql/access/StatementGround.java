package dev.colonnade.sql.access;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.mvcc.txn.TransactionOptions;

/** Where statements begin. */
public interface StatementGround {
  /** What a statement needs that only reads, or changes the catalogue, and is in no transaction. */
  StatementTransaction read();

  /**
   * A transaction.
   *
   * @param hasOneStatement whether it ends with its first statement
   */
  SessionTransaction begin(TransactionOptions options, boolean hasOneStatement);

  /** Nanoseconds of a clock that only goes forward. */
  long nanos();

  /** Nanoseconds since 1970. */
  long epochNanos();

  /** The locks on numbers that the session has. */
  AdvisoryHolder advisoryLocks();

  /** What clients call the session by: no two have the same number. */
  int sessionNumber();

  /** Drops the temporary tables of the session. */
  void dropTemporary();

  /** The session is over; nothing runs any more. To be told more than once is harmless. */
  void ended();

  /** Forgets what the session has drawn from sequences. */
  void discardSequences();
}
