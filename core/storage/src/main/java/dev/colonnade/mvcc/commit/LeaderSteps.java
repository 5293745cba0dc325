package dev.colonnade.mvcc.commit;

import dev.colonnade.store.TableFileWriter;
import java.util.function.Function;

/**
 * Sequence of writes that the leader executes with no other commit in between.
 *
 * @param <T> result type
 */
@FunctionalInterface
interface LeaderSteps<T> {
  /** Executes the sequence. Called by the leader. */
  T run(Writer writer);

  /** Interface of the sequence to the leader. */
  interface Writer {
    /**
     * Executes a command and writes its batch.
     *
     * @throws dev.colonnade.error.ColonnadeException the failure of the command or of the write;
     *     COMMIT_UNKNOWN if the batch may have been written
     */
    <R> R step(Function<CommandContext, R> command);

    /**
     * Adds a finished table file to the store.
     *
     * @throws dev.colonnade.error.ColonnadeException if that fails; parts of the file may be in the
     *     store
     */
    void ingest(TableFileWriter file);

    /** Returns whether the outcome of a write is unknown, so that nothing may be written. */
    boolean isBroken();

    /**
     * Undoes the unfinished commit in the store. If that fails, it is repeated before the next
     * write, which fails as long as this does.
     */
    void undo();
  }
}
