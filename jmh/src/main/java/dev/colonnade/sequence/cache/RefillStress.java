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
 * Stress test of refills: two callers find the cache empty; one starts the refill, and no request
 * is lost.
 */
@JCStressTest
@Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "first actor first")
@Outcome(id = "2, 1, 3", expect = Expect.ACCEPTABLE, desc = "second actor first")
@State
public class RefillStress {
  private final StressedCache stressed = new StressedCache();
  private CompletableFuture<Long> first = new CompletableFuture<>();
  private CompletableFuture<Long> second = new CompletableFuture<>();

  @Actor
  public void first() {
    first = stressed.cache.next(SegmentCache.NO_TIMEOUT);
  }

  @Actor
  public void second() {
    second = stressed.cache.next(SegmentCache.NO_TIMEOUT);
  }

  /** Stores the outcomes of both requests, -1 for one that still waits, and the next value. */
  @Arbiter
  public void end(JJJ_Result result) {
    result.r1 = StressedCache.outcome(first);
    result.r2 = StressedCache.outcome(second);
    result.r3 = stressed.next();
  }
}
