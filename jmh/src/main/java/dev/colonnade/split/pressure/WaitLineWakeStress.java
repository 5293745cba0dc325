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
 * A write stands in line while the one that it waits for leaves: it is let in, whoever is first.
 */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "let in, and nobody waits any more")
@Outcome(expect = Expect.FORBIDDEN, desc = "it would wait for ever, or its bytes are not counted")
@State
public class WaitLineWakeStress {
  private final StressedLine line = new StressedLine();
  private WaitLine.@Nullable Waiter waiter;

  @Actor
  public void leave() {
    line.leave();
  }

  @Actor
  public void enter() {
    waiter = line.enter();
  }

  @Arbiter
  public void look(III_Result result) {
    WaitLine.Waiter entered = waiter;
    result.r1 = entered != null && entered.admitted.isDone() ? 1 : 0;
    result.r2 = line.inFlight();
    result.r3 = line.waiting();
  }
}
