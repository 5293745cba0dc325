package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One who uses and one who closes: nobody is inside when what the gate guards has been freed. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "was inside before closing")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "came too late")
@Outcome(expect = Expect.FORBIDDEN, desc = "used after it was freed")
@State
public class UsageGateStress {
  private static final int ALIVE = 0;
  private static final int FREED = 1;
  private static final int REFUSED = 2;
  private static final long WAIT_NANOS = 60_000_000_000L;

  private final UsageGate gate = new UsageGate("thing", 2);
  private int thing = ALIVE;

  @Actor
  public void use(I_Result result) {
    result.r1 = use();
  }

  @Actor
  public void close() {
    gate.close(WAIT_NANOS);
    thing = FREED;
  }

  private int use() {
    int ticket;
    try {
      ticket = gate.enter();
    } catch (ColonnadeException closed) {
      return REFUSED;
    }
    int seen = thing;
    gate.exit(ticket);
    return seen;
  }
}
