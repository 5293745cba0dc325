package dev.colonnade.split.pressure;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Stress test of the wait queue: a write is enqueued while the write that it waits for leaves; no
 * wakeup is lost.
 */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "admitted, and the queue is empty")
@Outcome(expect = Expect.FORBIDDEN, desc = "waits forever, or its bytes are not counted")
@State
public class WaitQueueWakeStress {
  private final StressedWaitQueue queue = new StressedWaitQueue();
  private WaitQueue.@Nullable Waiter waiter;

  @Actor
  public void leave() {
    queue.leave();
  }

  @Actor
  public void enqueue() {
    waiter = queue.enqueue();
  }

  @Arbiter
  public void observe(III_Result result) {
    WaitQueue.Waiter entered = waiter;
    result.r1 = entered != null && entered.admitted.isDone() ? 1 : 0;
    result.r2 = queue.inFlight();
    result.r3 = queue.waitingCount();
  }
}
