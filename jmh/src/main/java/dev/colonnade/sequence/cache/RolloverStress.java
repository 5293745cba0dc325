package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Stress test: two claims race at the end of a segment whose successor has one value. Each gets one
 * of the two values, and a third claim gets none.
 */
@JCStressTest
@Outcome(id = "2, 3, -1", expect = Expect.ACCEPTABLE, desc = "first actor first")
@Outcome(id = "3, 2, -1", expect = Expect.ACCEPTABLE, desc = "second actor first")
@State
public class RolloverStress {
  private final SegmentChain chain = new SegmentChain((_, _) -> {});

  public RolloverStress() {
    ReservedValues values =
        new ReservedValues()
            .add(
                List.of(new ValueRun(1, 1, 2), new ValueRun(3, 1, 1)),
                new SequencePosition(1, false),
                0);
    chain.append(values.toSegments(-1));
    claim();
  }

  @Actor
  public void first(JJJ_Result result) {
    result.r1 = claim();
  }

  @Actor
  public void second(JJJ_Result result) {
    result.r2 = claim();
  }

  @Arbiter
  public void end(JJJ_Result result) {
    result.r3 = claim();
  }

  private long claim() {
    LongResult result = new LongResult();
    return chain.tryClaim(result) ? result.value() : StressedCache.NOTHING;
  }
}
