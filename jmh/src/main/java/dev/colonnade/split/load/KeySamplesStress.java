package dev.colonnade.split.load;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Stress test of the key samples: two threads offer the last keys that a decision needs, and one of
 * them decides concurrently: it finds no split key yet or the right one, and at the end no key is
 * lost.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "too few keys at first")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both keys before the decision")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or partly visible key")
@State
public class KeySamplesStress {
  private static final int NONE = 0;
  private static final int MIDDLE = 1;
  private static final int OTHER = 2;

  private static final Key LOW = key("a");
  private static final Key HIGH = key("b");

  private final KeySamples samples = new KeySamples(1, 0);

  public KeySamplesStress() {
    for (int pair = 0; pair < KeySamples.KEYS_LEAST / 2 - 1; pair++) {
      samples.offer(LOW);
      samples.offer(HIGH);
    }
  }

  @Actor
  public void offerLow() {
    samples.offer(key("a"));
  }

  @Actor
  public void offerHighAndDecide(II_Result result) {
    samples.offer(key("b"));
    result.r1 = decide();
  }

  @Arbiter
  public void decideAfterwards(II_Result result) {
    result.r2 = decide();
  }

  private int decide() {
    Optional<Key> found = samples.balancedKey(KeySpan.ALL, row -> row);
    return found.isEmpty() ? NONE : found.get().equals(HIGH) ? MIDDLE : OTHER;
  }

  private static Key key(String text) {
    return Key.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }
}
