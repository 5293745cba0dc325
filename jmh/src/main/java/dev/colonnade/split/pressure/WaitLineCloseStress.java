package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A write stands in line while the database is closed: it is told so, it never waits on. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "stood in line and was sent away")
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "came too late")
@Outcome(expect = Expect.FORBIDDEN, desc = "it would wait for ever")
@State
public class WaitLineCloseStress {
  private static final int WAITS = 0;
  private static final int SENT_AWAY = 1;
  private static final int REFUSED = 2;

  private final StressedLine line = new StressedLine();
  private WaitLine.@Nullable Waiter waiter;
  private boolean isRefused;

  @Actor
  public void enter() {
    try {
      waiter = line.enter();
    } catch (ColonnadeException e) {
      isRefused = e.code() == ErrorCode.SHUTTING_DOWN;
    }
  }

  @Actor
  public void close() {
    line.close();
  }

  @Arbiter
  public void look(II_Result result) {
    WaitLine.Waiter entered = waiter;
    result.r1 =
        isRefused
            ? REFUSED
            : entered != null && entered.admitted.isCompletedExceptionally() ? SENT_AWAY : WAITS;
    result.r2 = line.waiting();
  }
}
