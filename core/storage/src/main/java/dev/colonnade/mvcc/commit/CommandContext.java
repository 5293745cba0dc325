package dev.colonnade.mvcc.commit;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.conflict.ConflictTable;
import dev.colonnade.mvcc.commit.deletion.DeletedKeys;
import dev.colonnade.mvcc.commit.deletion.DeletedRun;
import dev.colonnade.mvcc.commit.extension.AddedKeys;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.List;

/** Context of an exclusive command, on a commit group that contains only that command. */
final class CommandContext implements ExclusiveContext {
  private final CommitGroup group;
  private final GroupParticipant participant;
  private final long published;
  private final List<Runnable> onApplied = new ArrayList<>();
  private final List<Runnable> onDiscarded = new ArrayList<>();
  private Durability durability;

  CommandContext(
      CommitGroup group, GroupParticipant participant, long published, Durability durability) {
    this.group = group;
    this.participant = participant;
    this.published = published;
    this.durability = durability;
  }

  @Override
  public Batch batch() {
    return group.batch();
  }

  @Override
  public void durability(Durability wanted) {
    durability = wanted;
  }

  public Durability durability() {
    return durability;
  }

  @Override
  public long published() {
    return published;
  }

  @Override
  public long timestamp() {
    return group.hasTimestamp() ? group.lastTimestamp() : group.nextTimestamp();
  }

  @Override
  public boolean isUnchangedSince(Key key, long timestamp) {
    return group.conflicts().lastChanged(ConflictTable.hash(Space.ROWS, key)) <= timestamp;
  }

  @Override
  public boolean isUntouchedSince(long timestamp) {
    return group.conflicts().allTouched() <= timestamp;
  }

  @Override
  public void touch(Key key) {
    group.conflicts().change(ConflictTable.hash(Space.ROWS, key), timestamp());
  }

  @Override
  public void touchMeta(Key key) {
    group.conflicts().change(ConflictTable.hash(Space.META, key), timestamp());
  }

  @Override
  public void touchAll() {
    group.conflicts().touchAll(timestamp());
  }

  @Override
  public void changed(VersionDelta delta) {
    participant.changed(delta);
  }

  @Override
  public void cleared(KeySpan span) {
    participant.cleared(span);
  }

  @Override
  public void onApplied(Runnable action) {
    onApplied.add(action);
  }

  @Override
  public void onDiscarded(Runnable action) {
    onDiscarded.add(action);
  }

  /** Adds the effects of a chunk, with {@code timestamp} as their commit timestamp. */
  void addChunk(Evaluation evaluation, List<DeletedRun> deleted, int spanCount, long timestamp) {
    group.addChunk(evaluation, deleted, spanCount, timestamp);
  }

  /** Adds the delete of keys as a span, with {@code timestamp} as commit timestamp. */
  void addDeleted(DeletedKeys deleted, int number, long timestamp) {
    group.addDeleted(deleted, number, timestamp);
  }

  /** Removes the record of a span that an unfinished commit has deleted. */
  void deletesUndone(DeletedSpan span) {
    group.removeSpan(span);
  }

  /** Records that {@code key} in {@code ROWS} changes at {@code timestamp}. */
  void touchAt(Key key, long timestamp) {
    group.conflicts().change(ConflictTable.hash(Space.ROWS, key), timestamp);
  }

  /** Reports new keys, which get {@code timestamp} as their commit timestamp. */
  void added(AddedKeys added, long timestamp) {
    group.conflicts().changeAll(timestamp);
    participant.changed(added);
  }

  void runApplied() {
    onApplied.forEach(Runnable::run);
  }

  /** Runs all actions; exceptions that they throw are added to {@code reason} as suppressed. */
  void runDiscarded(Throwable reason) {
    for (Runnable action : onDiscarded) {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        reason.addSuppressed(e);
      }
    }
  }
}
