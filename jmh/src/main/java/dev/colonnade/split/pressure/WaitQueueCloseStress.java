package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Stress test of the wait queue: a write is enqueued while the queue is closed; it fails and never
 * waits forever.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "enqueued, then failed")
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "rejected")
@Outcome(expect = Expect.FORBIDDEN, desc = "waits forever")
@State
public class WaitQueueCloseStress {
  private static final int WAITS = 0;
  private static final int FAILED = 1;
  private static final int REJECTED = 2;

  private final StressedWaitQueue queue = new StressedWaitQueue();
  private WaitQueue.@Nullable Waiter waiter;
  private boolean isRejected;

  @Actor
  public void enqueue() {
    try {
      waiter = queue.enqueue();
    } catch (ColonnadeException e) {
      isRejected = e.code() == ErrorCode.SHUTTING_DOWN;
    }
  }

  @Actor
  public void close() {
    queue.close();
  }

  @Arbiter
  public void look(II_Result result) {
    WaitQueue.Waiter entered = waiter;
    result.r1 =
        isRejected
            ? REJECTED
            : entered != null && entered.admitted.isCompletedExceptionally() ? FAILED : WAITS;
    result.r2 = queue.waitingCount();
  }
}
