package dev.colonnade.sequence.cache;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Stress test: a claim and a waiting request race with a DROP. Each gets a value from before the
 * DROP or fails, and every later request fails.
 */
@JCStressTest
@Outcome(id = "2, 3, -2", expect = Expect.ACCEPTABLE, desc = "both before it")
@Outcome(id = "2, -2, -2", expect = Expect.ACCEPTABLE, desc = "one before it")
@Outcome(id = "-1, -2, -2", expect = Expect.ACCEPTABLE, desc = "both after it")
@State
public class DropStress {
  private final StressedCache stressed = new StressedCache();
  private CompletableFuture<Long> waiting = new CompletableFuture<>();

  public DropStress() {
    stressed.next();
  }

  @Actor
  public void claimer(JJJ_Result result) {
    result.r1 = stressed.tryNext();
    waiting = stressed.cache.next(SegmentCache.NO_TIMEOUT);
  }

  @Actor
  public void dropper() {
    stressed.cache.drop();
  }

  /** Stores the outcome of the request: -1 if it still waits. */
  @Arbiter
  public void end(JJJ_Result result) {
    result.r2 = StressedCache.outcome(waiting);
    result.r3 = stressed.next();
  }
}
