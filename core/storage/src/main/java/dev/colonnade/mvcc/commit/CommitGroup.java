package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.conflict.ConflictTable;
import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.mvcc.commit.deletion.DeletedKeys;
import dev.colonnade.mvcc.commit.deletion.DeletedRun;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commit group under construction: the batches that are written together as one store batch (group
 * commit). One object is reused for all groups. Used by the leader only.
 *
 * <p>A batch joins the group only if the group itself has changed none of its keys: the store does
 * not contain those changes yet, so the batch could not be evaluated again. The keys of a joining
 * batch that may have changed since its evaluation are evaluated again, against the state after all
 * earlier groups, and the batch gets its timestamp. The same holds for groups in the log that are
 * not applied yet: a batch that depends on a key which one of them changes waits until it is
 * applied.
 */
final class CommitGroup {
  private static final long NONE = 0;

  private final Store store;
  private final HybridClock clock;
  private final PublishedTimestamp published;
  private final GroupParticipant participant;
  private final GroupLimits limits;
  private final GroupsInLog inLog;
  private final ConflictTable conflicts;

  private final Batch batch;
  private final List<Member> members = new ArrayList<>();
  private Durability durability = Durability.RELAXED;
  private long bytes;
  private long firstTimestamp;
  private long lastTimestamp;
  private long rereads;
  private @Nullable ColonnadeException defect;

  /** True if a member requests early visibility (early lock release). */
  private boolean wantsEarly;

  /** True if a member must be durable before it is visible. */
  private boolean mustBeDurable;

  CommitGroup(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      GroupParticipant participant,
      GroupsInLog inLog,
      CommitOptions options) {
    this.inLog = inLog;
    this.store = store;
    this.clock = clock;
    this.published = published;
    this.participant = participant;
    limits = options.group();
    conflicts = new ConflictTable(options.conflictSlots(), published.get());
    batch = store.newBatch();
  }

  /**
   * Adds a batch. Returns false, without a change, if it has to wait until this group is written,
   * or until groups in the log are applied.
   *
   * @throws ColonnadeException if the batch was evaluated again and cannot commit; it is not added
   *     then
   */
  boolean admit(PipelineRequest.OfCommit pending) {
    Evaluation evaluation = pending.evaluation();
    if (isFull(evaluation) || dependsOnUnapplied(evaluation)) {
      return false;
    }
    evaluation.checkGuards();
    pending.checkAdmission();
    refresh(evaluation);
    long timestamp = evaluation.hasEffect() ? nextTimestamp() : published.get();
    members.add(new Member(pending, result(evaluation, timestamp)));
    bytes += evaluation.storeBytes();
    wantsEarly |= evaluation.source().isVisibleEarly();
    mustBeDurable |= evaluation.source().hasApplied();
    raiseDurability(pending.durability());
    try {
      add(evaluation, timestamp);
    } catch (RuntimeException | Error e) {
      defect = CommitFailures.known(e);
    }
    return true;
  }

  /** Allocates the next commit timestamp. */
  long nextTimestamp() {
    lastTimestamp = clock.next();
    if (firstTimestamp == NONE) {
      firstTimestamp = lastTimestamp;
    }
    return lastTimestamp;
  }

  void raiseDurability(Durability wanted) {
    if (wanted == Durability.SYNC) {
      durability = Durability.SYNC;
    }
  }

  /** Removes all batches. */
  public void clear() {
    batch.clear();
    members.clear();
    durability = Durability.RELAXED;
    bytes = 0;
    firstTimestamp = NONE;
    lastTimestamp = NONE;
    defect = null;
    wantsEarly = false;
    mustBeDurable = false;
  }

  /**
   * Returns whether the group is applied before it is durable (early lock release). Not if a member
   * has actions at application, such as a change of the catalog, because their effects would be
   * visible to all transactions.
   */
  boolean isVisibleEarly() {
    return wantsEarly && !mustBeDurable && durability == Durability.SYNC && hasTimestamp();
  }

  /**
   * Returns whether further groups can be built before this one is applied. Not if a member has
   * actions at application, on which their guards may depend.
   */
  boolean canStayInLog() {
    return !mustBeDurable && hasTimestamp();
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  long firstTimestamp() {
    return firstTimestamp;
  }

  public Batch batch() {
    return batch;
  }

  ConflictTable conflicts() {
    return conflicts;
  }

  List<Member> members() {
    return members;
  }

  public Durability durability() {
    return durability;
  }

  boolean hasTimestamp() {
    return lastTimestamp != NONE;
  }

  long lastTimestamp() {
    return lastTimestamp;
  }

  /** Returns the number of keys that were read again, over all groups. */
  long rereads() {
    return rereads;
  }

  /**
   * Returns the failure during construction that prevents the group from being written; null if
   * none.
   */
  @Nullable ColonnadeException defect() {
    return defect;
  }

  private boolean isFull(Evaluation evaluation) {
    return !members.isEmpty()
        && (defect != null
            || members.size() >= limits.commitsMax()
            || bytes + evaluation.storeBytes() > limits.bytesMax());
  }

  private boolean dependsOnUnapplied(Evaluation evaluation) {
    if (!inLog.isEmpty() && evaluation.source().needsEarlierGroups()) {
      return true;
    }
    long unappliedFrom = inLog.firstTimestamp(firstTimestamp);
    if (unappliedFrom == NONE) {
      return false;
    }
    for (int index = 0; index < evaluation.count(); index++) {
      if (evaluation.dependsOnPresent(index)
          && conflicts.lastChanged(evaluation.hash(index)) >= unappliedFrom) {
        return true;
      }
    }
    return false;
  }

  private void refresh(Evaluation evaluation) {
    for (int index = 0; index < evaluation.count(); index++) {
      if (evaluation.dependsOnPresent(index)
          && conflicts.lastChanged(evaluation.hash(index)) > evaluation.evaluatedAt(index)) {
        rereads++;
        evaluation.evaluateAgain(index, store);
      }
    }
  }

  /**
   * Adds the effects of a chunk of a large commit to the store batch, and records that any key may
   * change: to record each of many keys takes longer than to evaluate waiting batches again.
   *
   * @param deleted adjacent keys that are deleted as spans, ascending
   * @param spanCount number of spans that earlier chunks of the commit have deleted
   */
  void addChunk(Evaluation evaluation, List<DeletedRun> deleted, int spanCount, long timestamp) {
    if (deleted.isEmpty()) {
      batch.reserve(2 * evaluation.count(), evaluation.storeBytes());
    }
    int from = 0;
    for (int number = 0; number < deleted.size(); number++) {
      DeletedRun run = deleted.get(number);
      addRows(evaluation, from, run.from(), timestamp);
      for (int index = run.from(); index < run.to(); index++) {
        participant.changed(requireNonNull(evaluation.effect(index), "no effect").delta());
      }
      new DeletedSpan(
              timestamp,
              spanCount + number,
              evaluation.mutation(run.from()).key(),
              evaluation.mutation(run.to() - 1).key())
          .putTo(batch);
      from = run.to();
    }
    addRows(evaluation, from, evaluation.count(), timestamp);
    conflicts.changeAll(timestamp);
  }

  /** Adds the delete of keys as a span, with a list of them if they are not adjacent. */
  void addDeleted(DeletedKeys deleted, int number, long timestamp) {
    participant.changed(deleted);
    new DeletedSpan(timestamp, number, deleted.first(), deleted.last(), deleted.list())
        .putTo(batch);
    conflicts.changeAll(timestamp);
  }

  /** Adds the removal of a span that a commit has deleted which is undone. */
  void removeSpan(DeletedSpan span) {
    DeletedSpan.removeAll(List.of(span), store, batch);
    conflicts.changeAll(span.timestamp());
  }

  private void addRows(Evaluation evaluation, int from, int to, long timestamp) {
    for (int index = from; index < to; index++) {
      if (!(evaluation.mutation(index) instanceof Mutation.OfRow)) {
        throw new IllegalStateException("chunk with a record index=" + index);
      }
      addRow(evaluation.effect(index), timestamp);
    }
  }

  /** Adds the effects of a batch to the store batch. */
  private void add(Evaluation evaluation, long timestamp) {
    for (int index = 0; index < evaluation.count(); index++) {
      boolean changes =
          switch (evaluation.mutation(index)) {
            case Mutation.OfRow row -> addRow(evaluation.effect(index), timestamp);
            case Mutation.OfMeta meta -> addMeta(meta);
          };
      if (changes) {
        conflicts.change(evaluation.hash(index), timestamp);
      }
    }
  }

  private boolean addRow(@Nullable RowEffect effect, long timestamp) {
    if (effect == null) {
      return false;
    }
    effect.putTo(batch, timestamp);
    participant.changed(effect.delta());
    return true;
  }

  private boolean addMeta(Mutation.OfMeta meta) {
    byte[] value = meta.value();
    if (value == null) {
      batch.delete(Space.META, meta.key().bytes());
    } else {
      batch.put(Space.META, meta.key().bytes(), value);
    }
    return true;
  }

  /** Returns the result of a batch. */
  static CommitResult result(Evaluation evaluation, long timestamp) {
    int inserted = 0;
    int updated = 0;
    int deleted = 0;
    for (int index = 0; index < evaluation.count(); index++) {
      RowEffect effect = evaluation.effect(index);
      if (effect != null && evaluation.counts(index)) {
        int liveKeyValues = effect.delta().liveKeyValues();
        inserted += liveKeyValues > 0 ? 1 : 0;
        updated += liveKeyValues == 0 ? 1 : 0;
        deleted += liveKeyValues < 0 ? 1 : 0;
      }
    }
    return new CommitResult(timestamp, inserted, updated, deleted);
  }

  /** Batch of the group, and the result for its writer. */
  record Member(PipelineRequest.OfCommit pending, CommitResult result) {}
}
