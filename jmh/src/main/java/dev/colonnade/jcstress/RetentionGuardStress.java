package dev.colonnade.jcstress;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.RetentionGuard;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A reader pins a timestamp while the collector raises the horizon above it. */
@JCStressTest
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "pinned, and the collector respects it")
@Outcome(id = "0, 10", expect = Expect.ACCEPTABLE, desc = "refused")
@Outcome(id = "0, 5", expect = Expect.ACCEPTABLE, desc = "refused, though the collector saw it")
@Outcome(id = "1, 10", expect = Expect.FORBIDDEN, desc = "pinned, and collected all the same")
@State
public class RetentionGuardStress {
  private static final long READ_AT = 5;
  private static final long COLLECT_AT = 10;

  private final RetentionGuard guard = new RetentionGuard(0, 4);

  /** Says whether the timestamp was pinned. */
  @Actor
  public void reader(JJ_Result result) {
    result.r1 = isPinned() ? 1 : 0;
  }

  /** Says up to where it would collect. */
  @Actor
  public void collector(JJ_Result result) {
    result.r2 = guard.raise(COLLECT_AT);
  }

  @SuppressWarnings("MustBeClosedChecker") // stays pinned while the collector looks
  private boolean isPinned() {
    try {
      guard.pin(READ_AT);
      return true;
    } catch (ColonnadeException e) {
      return false;
    }
  }
}
