package dev.colonnade.mvcc.commit;

import dev.colonnade.clock.NanoTicker;
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
  /** Maximum time that an empty log waits for clients. */
  private static final long WAIT_NANOS_MAX = 2_000_000;

  /** Maximum number of times that it does not wait after clients have not come in time. */
  private static final int SKIPS_MAX = 64;

  private final int countMax;
  private final NanoTicker ticker;
  private final Deque<Written> groups = new ArrayDeque<>();
  private int commitCount;

  /**
   * Number of batches that have left the log since the last group that found the log empty, without
   * those of later groups: about the clients that have an outcome, and will soon commit again.
   */
  private int returningCount;

  /** Time until which an empty log waits for clients. */
  private long waitUntilNanos;

  /**
   * Number of times that the log does not wait before it tries again. It doubles when a wait was in
   * vain, and is halved otherwise.
   */
  private int skipsLength;

  private int skipsLeft;
  private boolean isWaitPermitted;

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

  GroupsInLog(int countMax, NanoTicker ticker) {
    this.countMax = countMax;
    this.ticker = ticker;
  }

  /** Returns for how long clients are waited for if the log is empty. */
  private long leftNanos() {
    return returningCount == 0 ? 0 : waitUntilNanos - ticker.nanos();
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  boolean isFull() {
    return groups.size() >= countMax;
  }

  /**
   * Returns the number of queued batches at which the next group is built. Together with other
   * waiting requests it has at least as many as all groups in the log together and the clients that
   * will soon commit again, so that two groups share the clients: with small groups, the work for
   * each entry would cost more than the wait. When the log has become empty, most of these clients
   * are waited for, for half of the time that a group takes. If they do not come in time, as with
   * transactions of several statements, they are not counted and not waited for any more, except
   * now and then.
   *
   * @param others number of waiting requests that are not in the queue; with an empty log, which
   *     they need, nothing waits
   */
  int queuedForNextGroup(int others) {
    if (groups.isEmpty()) {
      return others == 0 && leftNanos() > 0 ? returningCount - returningCount / 4 : 0;
    }
    // Those of the returning clients that wait already are counted on both sides.
    return isFull()
        ? Integer.MAX_VALUE
        : Math.max(commitCount, skipsLength > 0 ? 0 : (commitCount + returningCount + 1) / 2)
            - others;
  }

  /** Returns whether the outcome of the first group is known. */
  boolean isFirstDecided() {
    Written first = groups.peek();
    return first != null && first.outcome().isDone();
  }

  /** Parks the calling thread until it is unparked, also if it is interrupted already. */
  void park(Object blocker) {
    boolean wasInterrupted = Thread.interrupted();
    if (groups.isEmpty()) {
      LockSupport.parkNanos(blocker, Math.max(1, leftNanos()));
    } else {
      LockSupport.park(blocker);
    }
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
    int returned = group.members().size();
    if (groups.isEmpty()) {
      countWait(returned);
      returningCount = 0;
    } else {
      returningCount = Math.max(0, returningCount - returned);
    }
    groups.add(group);
    commitCount += group.members().size();
  }

  /** Removes the first group; null if there is none. */
  @Nullable Written poll() {
    Written first = groups.poll();
    if (first != null) {
      commitCount -= first.members().size();
      returningCount += first.members().size();
      if (groups.isEmpty()) {
        beginWait(first.writtenNanos());
      }
    }
    return first;
  }

  private void beginWait(long writtenNanos) {
    isWaitPermitted = skipsLeft == 0;
    skipsLeft -= isWaitPermitted ? 0 : 1;
    long now = ticker.nanos();
    waitUntilNanos =
        isWaitPermitted ? now + Math.min(WAIT_NANOS_MAX, (now - writtenNanos) / 2) : now;
  }

  private void countWait(int returned) {
    if (isWaitPermitted && returningCount > 1) {
      boolean isInVain = returned < returningCount - returningCount / 4;
      skipsLength = isInVain ? Math.clamp(2L * skipsLength, 1, SKIPS_MAX) : skipsLength / 2;
      skipsLeft = skipsLength;
    }
  }
}
