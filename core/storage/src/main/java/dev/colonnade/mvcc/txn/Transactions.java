package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.lock.LockParty;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.mvcc.validation.RecentChanges;

/** Factory of transactions and owner of their shared context. Safe for use by many threads. */
public final class Transactions {
  private final TransactionContext context;

  /**
   * Creates a factory.
   *
   * @param recent must be a participant of {@code pipeline}
   */
  public Transactions(
      TransactionDependencies dependencies,
      CommitPipeline pipeline,
      RecentChanges recent,
      TransactionLimits limits) {
    context =
        new TransactionContext(
            requireNonNull(dependencies, "dependencies is null"),
            requireNonNull(pipeline, "pipeline is null"),
            requireNonNull(recent, "recent is null"),
            requireNonNull(limits, "limits is null"));
  }

  /**
   * Begins a transaction, which reads nothing before its first statement. The caller must end it.
   */
  public Transaction begin(TransactionOptions options) {
    return begin(options, LockParty.NO_SESSION);
  }

  /** Variant of {@link #begin(TransactionOptions)} for the session of this number. */
  public Transaction begin(TransactionOptions options, int sessionNumber) {
    context.began();
    return new Transaction(context, options, sessionNumber);
  }

  /** Returns the lock table, for writers that are not transactions. */
  public LockTable locks() {
    return context.locks();
  }

  /** Returns the current statistics. */
  public TransactionStatistics statistics() {
    return context.statistics();
  }
}
