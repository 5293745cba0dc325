package dev.colonnade.mvcc.commit;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;

/** What an {@link ExclusiveCommand} can do. Valid only while it runs. */
public interface ExclusiveContext {
  /** What will be written, atomically and with the participant's records, after the command. */
  Batch batch();

  /** How durable that shall be; the pipeline's own setting unless something else is said here. */
  void durability(Durability durability);

  /** The newest timestamp that readers can see. */
  long published();

  /**
   * A commit timestamp of the command's own, above all others; the same at every call. It is
   * published after the write.
   */
  long timestamp();

  /**
   * Whether {@code key} in {@code ROWS} is certainly as it was when {@code timestamp} was the
   * published one. Where the answer is no, look again.
   */
  boolean isUnchangedSince(Key key, long timestamp);

  /** Whether {@link #touchAll} was called by no command since {@code timestamp} was published. */
  boolean isUntouchedSince(long timestamp);

  /**
   * Says that the command changes {@code key} in {@code ROWS}, so that batches which are evaluated
   * already look at it again.
   */
  void touch(Key key);

  /**
   * Says that the command changes the record of {@code key} in {@code META}, so that batches with a
   * condition on it which are evaluated already look at it again.
   */
  void touchMeta(Key key);

  /** Says that the command may change any key. */
  void touchAll();

  /** Tells the participant of a change that the command makes. */
  void changed(VersionDelta delta);

  /** Tells the participant that the command removes all that the span holds. */
  void cleared(KeySpan span);

  /**
   * Has {@code action} run when the write has succeeded, before readers see it and writers go on.
   */
  void onApplied(Runnable action);

  /**
   * Has {@code action} run when the write has failed or the command has thrown. What it throws is
   * suppressed by the reason of that.
   */
  void onDiscarded(Runnable action);
}
