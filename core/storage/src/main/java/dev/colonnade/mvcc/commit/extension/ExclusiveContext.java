package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;

/**
 * Context of an exclusive command: its batch, its timestamp and its effects on other batches. Valid
 * only while the command runs.
 */
public interface ExclusiveContext {
  /**
   * Returns the batch that is written after the command, atomically with the participant's records.
   */
  Batch batch();

  /** Sets the durability of that write; the default is the pipeline's own setting. */
  void durability(Durability durability);

  /** Returns the published timestamp. */
  long published();

  /**
   * Returns the commit timestamp of the command, above all earlier ones; the same at every call. It
   * is published after the write.
   */
  long timestamp();

  /**
   * Returns whether {@code key} in {@code ROWS} is certainly unchanged since {@code timestamp} was
   * the published timestamp. If false, the caller reads the key again.
   */
  boolean isUnchangedSince(Key key, long timestamp);

  /**
   * Returns whether no command has called {@link #touchAll} since {@code timestamp} was published.
   */
  boolean isUntouchedSince(long timestamp);

  /**
   * Records that the command changes {@code key} in {@code ROWS}, so that the leader evaluates it
   * again in batches that are already evaluated.
   */
  void touch(Key key);

  /**
   * Records that the command changes the record of {@code key} in {@code META}, so that the leader
   * evaluates conditions on it again in batches that are already evaluated.
   */
  void touchMeta(Key key);

  /** Records that the command may change any key. */
  void touchAll();

  /** Notifies the participant of a change by the command. */
  void changed(VersionDelta delta);

  /** Notifies the participant that the command clears the span. */
  void cleared(KeySpan span);

  /**
   * Registers an action that runs when the write has succeeded, before readers see it and writers
   * continue.
   */
  void onApplied(Runnable action);

  /**
   * Registers an action that runs when the write has failed or the command has thrown. An exception
   * of the action is added to that failure as suppressed.
   */
  void onDiscarded(Runnable action);
}
