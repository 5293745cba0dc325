package dev.colonnade.sequence.cache;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two callers find nothing at hand: one begins the reservation, and nobody is left behind. */
@JCStressTest
@Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "the first one first")
@Outcome(id = "2, 1, 3", expect = Expect.ACCEPTABLE, desc = "the second one first")
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

  /** What both got, -1 for who still waits, and what comes next. */
  @Arbiter
  public void end(JJJ_Result result) {
    result.r1 = StressedCache.outcome(first);
    result.r2 = StressedCache.outcome(second);
    result.r3 = stressed.next();
  }
}
