package dev.colonnade.range;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.mutation.Condition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Batch that was given to the commit pipeline, for the model. */
record ModelCommit(List<Change> changes, CompletableFuture<CommitResult> future) {
  CommitResult result() {
    return future.join();
  }

  /** Change of one key in a batch; the text is null for a delete. */
  record Change(Key key, @Nullable String text, Condition condition) {}
}
