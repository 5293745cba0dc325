package dev.colonnade.split.queue;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.split.queue.PendingWork.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queue entry of one key, from the first request until the work ends. Guarded by the queue's lock.
 */
final class WorkEntry<K> {
  private final K key;

  /** Unique number of the entry: of two entries with equal rank, the older one runs first. */
  private final long sequence;

  /** Completions of requests for the next or the current run. */
  private List<Completion> completions = new ArrayList<>(2);

  /**
   * Completions of requests during the current run: they wait for the decision that follows the
   * run.
   */
  private List<Completion> followers = new ArrayList<>(2);

  private State state = State.QUEUED;
  private Urgency urgency;
  private long enteredNanos;
  private double rank;
  private boolean willRepeat;
  private int attempts;
  private long dueNanos;
  private @Nullable ColonnadeException failure;

  WorkEntry(K key, long sequence, Urgency urgency, long nowNanos) {
    this.key = key;
    this.sequence = sequence;
    this.urgency = urgency;
    enteredNanos = nowNanos;
  }

  K key() {
    return key;
  }

  long sequence() {
    return sequence;
  }

  State state() {
    return state;
  }

  void moveTo(State next, long nowNanos) {
    assert next.maySucceed(state) : "state=" + state + " next=" + next;
    state = next;
    if (next != State.RUNNING) {
      enteredNanos = nowNanos;
    }
  }

  Urgency urgency() {
    return urgency;
  }

  /**
   * Sets the urgency and the rank, the sort key of the queue. The entry must not be in an ordered
   * set.
   */
  void rank(Urgency newUrgency, double newRank) {
    urgency = newUrgency;
    rank = newRank;
  }

  double rank() {
    return rank;
  }

  long enteredNanos() {
    return enteredNanos;
  }

  boolean willRepeat() {
    return willRepeat;
  }

  void repeat(@Nullable Completion follower) {
    willRepeat = true;
    if (follower != null) {
      followers.add(follower);
    }
  }

  void await(@Nullable Completion completion) {
    if (completion != null) {
      completions.add(completion);
    }
  }

  List<Completion> removeCompletions() {
    List<Completion> removed = completions;
    completions = new ArrayList<>(2);
    return removed;
  }

  List<Completion> removeFollowers() {
    List<Completion> removed = followers;
    followers = new ArrayList<>(2);
    willRepeat = false;
    return removed;
  }

  void fail(ColonnadeException cause) {
    failure = cause;
    attempts++;
  }

  @Nullable ColonnadeException failure() {
    return failure;
  }

  int attempts() {
    return attempts;
  }

  long dueNanos() {
    return dueNanos;
  }

  void dueAt(long nanos) {
    dueNanos = nanos;
  }

  PendingWork view(long nowNanos) {
    return new PendingWork(
        state,
        urgency.priority(),
        nowNanos - enteredNanos,
        attempts,
        willRepeat,
        failure == null ? null : failure.code() + ": " + failure.getMessage());
  }
}
