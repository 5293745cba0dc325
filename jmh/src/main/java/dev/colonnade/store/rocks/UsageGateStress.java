package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Stress test of the usage gate: a user thread and a closing thread; no user is inside after the
 * guarded resource is freed.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "used before closing")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "rejected after closing")
@Outcome(expect = Expect.FORBIDDEN, desc = "used after it was freed")
@State
public class UsageGateStress {
  private static final int ALIVE = 0;
  private static final int FREED = 1;
  private static final int REJECTED = 2;
  private static final long WAIT_NANOS = 60_000_000_000L;

  private final UsageGate gate = new UsageGate("resource", 2);
  private int resource = ALIVE;

  @Actor
  public void use(I_Result result) {
    result.r1 = use();
  }

  @Actor
  public void close() {
    gate.close(WAIT_NANOS);
    resource = FREED;
  }

  private int use() {
    int ticket;
    try {
      ticket = gate.enter();
    } catch (ColonnadeException closed) {
      return REJECTED;
    }
    int seen = resource;
    gate.exit(ticket);
    return seen;
  }
}
