package dev.colonnade.split.pressure;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A write gives up while room is made: it has been let in, or it has given up and leaves no bytes
 * behind; never both, never neither. The one behind it is let in where it gave up.
 */
@JCStressTest
@Outcome(id = "1, 0, 1, 1", expect = Expect.ACCEPTABLE, desc = "gave up; the next is let in")
@Outcome(id = "0, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "let in; the next waits")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or bytes left behind")
@State
public class WaitLineGiveUpStress {
  private final StressedLine line = new StressedLine();
  private final WaitLine.Waiter front = line.enter();
  private final WaitLine.Waiter behind = line.enter();

  @Actor
  public void leave() {
    line.leave();
  }

  /** Says whether it gave up. */
  @Actor
  public void giveUp(IIII_Result result) {
    result.r1 = line.giveUp(front) ? 1 : 0;
  }

  @Arbiter
  public void look(IIII_Result result) {
    result.r2 = front.admitted.isDone() ? 1 : 0;
    result.r3 = behind.admitted.isDone() ? 1 : 0;
    result.r4 = line.inFlight();
  }
}
