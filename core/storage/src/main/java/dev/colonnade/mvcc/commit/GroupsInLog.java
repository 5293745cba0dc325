package dev.colonnade.mvcc.commit;

import dev.colonnade.error.ColonnadeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Groups that are in a replicated log and not published yet, in the order of their timestamps. Used
 * by the leader only.
 *
 * <p>Invariant: a group in the log reads nothing that an earlier group in the log changes, so what
 * was evaluated for it is valid as soon as the earlier ones are applied. It is published after
 * them, and never without them.
 */
final class GroupsInLog {
  private final int countMax;
  private final Deque<Written> groups = new ArrayDeque<>();
  private int commitCount;

  /**
   * Group in the log.
   *
   * @param whenApplied action of the participants when the group is applied
   * @param outcome is complete when the group is applied, or will not be
   */
  record Written(
      List<CommitGroup.Member> members,
      long firstTimestamp,
      long lastTimestamp,
      long bytes,
      long writtenNanos,
      Runnable whenApplied,
      CompletableFuture<Void> outcome) {
    /** Waits for the outcome. Returns the failure, or null. */
    @Nullable ColonnadeException await() {
      try {
        outcome.join();
        return null;
      } catch (CompletionException e) {
        return e.getCause() instanceof ColonnadeException known
            ? known
            : CommitFailures.unknown(e.getCause() == null ? e : e.getCause());
      }
    }
  }

  GroupsInLog(int countMax) {
    this.countMax = countMax;
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  boolean isFull() {
    return groups.size() >= countMax;
  }

  /**
   * Returns the number of waiting batches at which the next group is built. It has at least as many
   * as all groups in the log together: with small groups, the work for each entry would cost more
   * than the wait.
   */
  int nextGroupMin() {
    return isFull() ? Integer.MAX_VALUE : commitCount;
  }

  /** Returns whether the outcome of the first group is known. */
  boolean isFirstDecided() {
    Written first = groups.peek();
    return first != null && first.outcome().isDone();
  }

  /** Parks the calling thread until it is unparked, also if it is interrupted already. */
  static void park(Object blocker) {
    boolean wasInterrupted = Thread.interrupted();
    LockSupport.park(blocker);
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the first timestamp of the groups; {@code otherwise} if there are none. */
  long firstTimestamp(long otherwise) {
    Written first = groups.peek();
    return first == null ? otherwise : first.firstTimestamp();
  }

  void add(Written group) {
    groups.add(group);
    commitCount += group.members().size();
  }

  /** Removes the first group; null if there is none. */
  @Nullable Written poll() {
    Written first = groups.poll();
    if (first != null) {
      commitCount -= first.members().size();
    }
    return first;
  }
}
