package dev.colonnade.sql.session.conflict;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Restarts of one statement at later snapshots, after conflicts with concurrent transactions. Its
 * locks stay, so that every restart makes progress.
 *
 * @param context session, whose pending notifications a restart takes back
 * @param lockWait limit of the statement's waits for locks
 */
public record ConflictRestarts(
    SqlSessionContext context, LockWaitPolicy lockWait, Cancellation cancellation) {
  /** Maximum number of restarts of a statement before it fails with the conflict. */
  public static final int RESTARTS_MAX = 1_000;

  public ConflictRestarts {
    requireNonNull(context, "context is null");
    requireNonNull(lockWait, "lockWait is null");
    requireNonNull(cancellation, "cancellation is null");
  }

  /**
   * Begins a statement of a transaction and runs it.
   *
   * @param work is repeated after a conflict, without the effects of the attempt before
   */
  public <T extends @Nullable Object> T begin(
      SessionTransaction transaction,
      SnapshotRenewal renewal,
      Function<StatementTransaction, T> work) {
    return run(transaction, transaction.statement(lockWait), renewal, work);
  }

  /** Variant of {@link #begin} for a statement that has begun. */
  public <T extends @Nullable Object> T run(
      SessionTransaction transaction,
      StatementTransaction begun,
      SnapshotRenewal renewal,
      Function<StatementTransaction, T> work) {
    StatementTransaction statement = begun;
    int notificationMark = context.notifications().mark();
    for (int restarts = 0; ; restarts++) {
      try {
        return work.apply(statement);
      } catch (ColonnadeException e) {
        if (restarts >= restartsMax(e.code(), RESTARTS_MAX)) {
          throw e;
        }
        cancellation.check();
        StatementTransaction again = renewal.apply(transaction, lockWait);
        if (again == null) {
          throw e;
        }
        context.activity().addRetry();
        context.notifications().rollbackTo(notificationMark);
        statement = again;
      }
    }
  }

  /**
   * Returns how often a statement that fails with a code may be restarted. A read at a snapshot
   * that is too old, because the rows of a table were moved after it was taken, succeeds at the
   * next one; if it fails again, the statement runs longer than versions are kept.
   */
  static int restartsMax(ErrorCode code, int conflictsMax) {
    return switch (code) {
      case SERIALIZATION_FAILURE -> conflictsMax;
      case READ_TIMESTAMP_TOO_OLD -> 1;
      default -> 0;
    };
  }
}
