package dev.colonnade.storage.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.extension.Proposer;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.disk.DiskSpace;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Proposer that releases the reserve of disk space when the store reports a full disk. */
public final class SpaceProposer implements Proposer {
  private final Proposer target;
  private final DiskSpace space;

  public SpaceProposer(Proposer target, DiskSpace space) {
    this.target = requireNonNull(target, "target is null");
    this.space = requireNonNull(space, "space is null");
  }

  @Override
  public CompletionStage<Void> propose(Batch batch, Durability durability) {
    return observed(target.propose(batch, durability));
  }

  @Override
  public CompletionStage<Void> sync() {
    return observed(target.sync());
  }

  private CompletionStage<Void> observed(CompletionStage<Void> outcome) {
    return outcome.whenComplete(
        (_, failure) -> {
          if (isDiskFull(failure)) {
            space.exhausted();
          }
        });
  }

  private static boolean isDiskFull(Throwable failure) {
    Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
    return cause instanceof ColonnadeException e && e.code() == ErrorCode.DISK_FULL;
  }
}
