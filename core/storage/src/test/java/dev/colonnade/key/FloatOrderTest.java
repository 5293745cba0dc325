package dev.colonnade.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FloatOrderTest {
  private static final double[] ASCENDING = {
    Double.NEGATIVE_INFINITY,
    -Double.MAX_VALUE,
    -1,
    -Double.MIN_NORMAL,
    -Double.MIN_VALUE,
    0,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    1,
    Math.nextUp(1),
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NaN
  };

  @Test
  void shouldSortAndReadBackDoubles() {
    for (int i = 0; i < ASCENDING.length; i++) {
      long sortable = FloatOrder.sortable(ASCENDING[i]);
      assertThat(Double.compare(FloatOrder.doubleOf(sortable), ASCENDING[i])).isZero();
      if (i > 0) {
        assertThat(Long.compareUnsigned(FloatOrder.sortable(ASCENDING[i - 1]), sortable))
            .isNegative();
      }
    }
  }

  @Test
  void shouldSortAsDoubleCompareDoes() {
    Random random = Seed.random("FloatOrderTest");
    for (int i = 0; i < 100_000; i++) {
      double a = Double.longBitsToDouble(random.nextLong()) + 0.0;
      double b = random.nextBoolean() ? Math.nextUp(a) + 0.0 : random.nextGaussian();
      assertThat(
              Integer.signum(Long.compareUnsigned(FloatOrder.sortable(a), FloatOrder.sortable(b))))
          .isEqualTo(Integer.signum(Double.compare(a, b)));
      float x = Float.intBitsToFloat(random.nextInt()) + 0.0f;
      float y = random.nextBoolean() ? Math.nextUp(x) + 0.0f : (float) b;
      assertThat(
              Integer.signum(
                  Integer.compareUnsigned(FloatOrder.sortable(x), FloatOrder.sortable(y))))
          .isEqualTo(Integer.signum(Float.compare(x, y)));
      assertThat(Float.compare(FloatOrder.floatOf(FloatOrder.sortable(x)), x)).isZero();
    }
  }

  @Test
  void shouldNormalizeZeroAndNan() {
    assertThat(FloatOrder.sortable(-0.0)).isEqualTo(FloatOrder.sortable(0.0));
    assertThat(FloatOrder.sortable(-0.0f)).isEqualTo(FloatOrder.sortable(0.0f));
    double strangeNan = Double.longBitsToDouble(0xFFF0_0000_0000_0001L);
    assertThat(FloatOrder.sortable(strangeNan)).isEqualTo(FloatOrder.sortable(Double.NaN));
    float strangeFloatNan = Float.intBitsToFloat(0xFF80_0001);
    assertThat(FloatOrder.sortable(strangeFloatNan)).isEqualTo(FloatOrder.sortable(Float.NaN));
  }
}
