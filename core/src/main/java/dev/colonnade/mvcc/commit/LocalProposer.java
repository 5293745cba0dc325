package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Proposes to one local store, by writing.
 *
 * <p>A full disk, and a batch that the store refuses as too large, are failures with a known
 * outcome: a log record that could not be appended whole is cut off when the store is opened again.
 * After any other failure (a flush of the log that failed, say) the record may be whole on the disk
 * though no reader sees it now: COMMIT_UNKNOWN.
 */
public final class LocalProposer implements Proposer {
  private final Store store;

  public LocalProposer(Store store) {
    this.store = requireNonNull(store, "store is null");
  }

  @Override
  public CompletionStage<Void> propose(Batch batch, Durability durability) {
    try {
      store.write(batch, durability);
      return CompletableFuture.completedStage(null);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedStage(isOutcomeKnown(e.code()) ? e : unknown(e));
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(unknown(e));
    }
  }

  private static boolean isOutcomeKnown(ErrorCode code) {
    return code == ErrorCode.DISK_FULL || code == ErrorCode.INVALID_ARGUMENT;
  }

  private static ColonnadeException unknown(RuntimeException cause) {
    return new ColonnadeException(
        ErrorCode.COMMIT_UNKNOWN,
        "the write to the store failed, and the commit may be found after a restart cause="
            + cause.getMessage(),
        cause);
  }
}
