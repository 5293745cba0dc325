package dev.colonnade.jcstress;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.RetentionGuard;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Race of a reader that pins a timestamp with the garbage collector that raises the horizon. */
@JCStressTest
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "pinned, and the collector respects it")
@Outcome(id = "0, 10", expect = Expect.ACCEPTABLE, desc = "rejected")
@Outcome(
    id = "0, 5",
    expect = Expect.ACCEPTABLE,
    desc = "rejected, though the collector saw the pin")
@Outcome(id = "1, 10", expect = Expect.FORBIDDEN, desc = "pinned, but collected")
@State
public class RetentionGuardStress {
  private static final long READ_AT = 5;
  private static final long COLLECT_AT = 10;

  private final RetentionGuard guard = new RetentionGuard(0, 4);

  /** Returns whether the timestamp was pinned. */
  @Actor
  public void reader(JJ_Result result) {
    result.r1 = isPinned() ? 1 : 0;
  }

  /** Returns the horizon up to which the collector would collect. */
  @Actor
  public void collector(JJ_Result result) {
    result.r2 = guard.raise(COLLECT_AT);
  }

  @SuppressWarnings("MustBeClosedChecker") // remains pinned while the collector runs
  private boolean isPinned() {
    try {
      guard.pin(READ_AT);
      return true;
    } catch (ColonnadeException e) {
      return false;
    }
  }
}
