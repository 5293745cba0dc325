package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.validation.ReadValidation;
import dev.colonnade.store.Durability;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commit of a transaction's writes through the commit pipeline, with retries while the read
 * validation is inconclusive.
 *
 * @param writes creates the batch for every attempt
 * @param chunks rows that are not in the batch, because they are too many; or null
 * @param validation validation of the read set; null if none is required
 */
record CommitAttempts(
    TransactionContext context,
    Supplier<Mutations> writes,
    @Nullable MutationChunks chunks,
    @Nullable ReadValidation validation) {
  private static final int LOOK_UPS_MAX = 8;

  CommitResult commit(Durability durability) {
    for (int lookUps = 0; ; lookUps++) {
      try {
        return chunks == null
            ? context.pipeline().commit(batch(), durability)
            : context.pipeline().commit(chunks, batch(), durability);
      } catch (ColonnadeException e) {
        if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
          throw e; // canceled, for example
        }
        if (validation == null || !validation.isTooOld() || lookUps == LOOK_UPS_MAX) {
          context.conflicted();
          throw e;
        }
        context.lookedUp();
        validation.lookUp(context.store(), context.reads().newest());
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
