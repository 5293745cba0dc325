package dev.colonnade.sequence.record;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where the records of sequences are kept, for those who reserve values. */
public interface RecordLog {
  /**
   * Makes {@code after} the record if it still is {@code before}, durably. The future fails with
   * SERIALIZATION_FAILURE if the record is another by now, with COMMIT_UNKNOWN if it may or may not
   * have happened, and with any other code if it did not.
   */
  CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after);

  /** The record of a sequence, or null if there is none. May read the disk. */
  @Nullable SequenceRecord read(long id);
}
