package dev.colonnade.mvcc.commit.extension;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Proposer that writes to one local store.
 *
 * <p>A full disk at the append of the log record, and a failure before the append, have a known
 * outcome: an incomplete record at the end of the write-ahead log is truncated when the store is
 * opened again. After any other failure (such as a failed flush of the log, even for lack of disk
 * space) the complete record may be on the disk although no reader sees it now: COMMIT_UNKNOWN.
 */
public final class LocalProposer implements Proposer {
  private final Store store;

  public LocalProposer(Store store) {
    this.store = requireNonNull(store, "store is null");
  }

  @Override
  public CompletionStage<Void> propose(Batch batch, Durability durability) {
    try {
      CompletableFuture<Void> written = store.writeAsync(batch, durability);
      return written.isDone() && !written.isCompletedExceptionally()
          ? written
          : written.exceptionallyCompose(e -> CompletableFuture.failedStage(failure(e)));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedStage(failure(e));
    }
  }

  @Override
  public CompletionStage<Void> sync() {
    try {
      store.sync();
      return CompletableFuture.completedStage(null);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedStage(unknown(e));
    }
  }

  private static ColonnadeException failure(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException e && e.getCause() != null ? e.getCause() : thrown;
    return cause instanceof ColonnadeException known && isOutcomeKnown(known.code())
        ? known
        : unknown(cause);
  }

  private static boolean isOutcomeKnown(ErrorCode code) {
    return switch (code) {
      case DISK_FULL, INVALID_ARGUMENT, SHUTTING_DOWN, INTERNAL -> true;
      // Of stores that are members of a replicated one.
      case READ_ONLY_TRANSACTION, SERIALIZATION_FAILURE, OVERLOADED, LIMIT_EXCEEDED -> true;
      default -> false;
    };
  }

  private static ColonnadeException unknown(Throwable cause) {
    return new ColonnadeException(
        ErrorCode.COMMIT_UNKNOWN,
        "the write to the store failed, and the commit may be found after a restart cause="
            + cause.getMessage(),
        cause);
  }
}
