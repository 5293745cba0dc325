package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.validation.ReadValidation;
import dev.colonnade.store.Durability;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a transaction has written through the commit pipeline, as often as it takes.
 *
 * @param writes gives what is to be written, anew for every attempt
 * @param validation of what was read; null if nobody has to know
 */
record CommitAttempts(
    Transactions house, Supplier<Mutations> writes, @Nullable ReadValidation validation) {
  private static final int LOOK_UPS_MAX = 8;

  CommitResult commit(Durability durability) {
    for (int lookUps = 0; ; lookUps++) {
      try {
        return house.pipeline().commit(batch(), durability);
      } catch (ColonnadeException e) {
        if (validation == null || !validation.isTooLongAgo() || lookUps == LOOK_UPS_MAX) {
          if (e.code() == ErrorCode.SERIALIZATION_FAILURE) {
            house.conflicted();
          }
          throw e;
        }
        house.lookedUp();
        validation.lookUp(house.store(), house.reads().newest());
      }
    }
  }

  private Mutations batch() {
    Mutations mutations = writes.get();
    if (validation != null) {
      mutations.guardedBy(validation);
    }
    return mutations;
  }
}
