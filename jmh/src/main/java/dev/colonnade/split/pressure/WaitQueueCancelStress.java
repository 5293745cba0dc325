package dev.colonnade.split.pressure;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Stress test of the wait queue: a waiter is cancelled while capacity is freed. It is either
 * admitted, or cancelled without in-flight bytes; never both, never neither. If it is cancelled,
 * the next waiter is admitted.
 */
@JCStressTest
@Outcome(id = "1, 0, 1, 1", expect = Expect.ACCEPTABLE, desc = "cancelled; the next is admitted")
@Outcome(id = "0, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "admitted; the next waits")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or wrong in-flight bytes")
@State
public class WaitQueueCancelStress {
  private final StressedWaitQueue queue = new StressedWaitQueue();
  private final WaitQueue.Waiter head = queue.enqueue();
  private final WaitQueue.Waiter next = queue.enqueue();

  @Actor
  public void leave() {
    queue.leave();
  }

  /** Stores 1 if the waiter was cancelled. */
  @Actor
  public void cancel(IIII_Result result) {
    result.r1 = queue.cancel(head) ? 1 : 0;
  }

  @Arbiter
  public void observe(IIII_Result result) {
    result.r2 = head.admitted.isDone() ? 1 : 0;
    result.r3 = next.admitted.isDone() ? 1 : 0;
    result.r4 = queue.inFlight();
  }
}
