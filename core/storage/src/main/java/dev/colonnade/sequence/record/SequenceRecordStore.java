package dev.colonnade.sequence.record;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Durable store of sequence records, as the caches use it to reserve values by compare-and-set. */
public interface SequenceRecordStore {
  /**
   * Replaces the record {@code before} by {@code after}, durably, if {@code before} is the stored
   * record. The future fails with SERIALIZATION_FAILURE if another record is stored, with
   * COMMIT_UNKNOWN if the write may or may not have happened, and with any other code if it did not
   * happen.
   */
  CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after);

  /** Returns the record of a sequence, or null if it does not exist. May read from disk. */
  @Nullable SequenceRecord read(long id);
}
