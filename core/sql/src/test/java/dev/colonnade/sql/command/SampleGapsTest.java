package dev.colonnade.sql.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SampleGapsTest {
  @Test
  void shouldIncludeAllRowsWithAShareOfOneOrMore() {
    for (double share : new double[] {1, 7, Double.POSITIVE_INFINITY}) {
      SampleGaps gaps = new SampleGaps(share, new SplittableRandom(5));
      for (int i = 0; i < 100; i++) {
        assertThat(gaps.next()).isZero();
      }
    }
  }

  @Test
  void shouldIncludeTheShareOfTheRows() {
    for (double share : new double[] {0.9, 0.5, 0.1, 0.01}) {
      SampleGaps gaps = new SampleGaps(share, new SplittableRandom(6));
      int count = 30_000;
      long rows = 0;
      for (int i = 0; i < count; i++) {
        long gap = gaps.next();
        assertThat(gap).isNotNegative();
        rows += gap + 1;
      }
      assertThat(count / (double) rows).isBetween(share * 0.97, share * 1.03);
    }
  }

  @Test
  void shouldTakeNeighborsAsTheLastRowsOfAGroup() {
    SampleGaps gaps = new SampleGaps(0.1, new SplittableRandom(7));
    int adjacent = 0;
    for (int i = 0; i < 1_000; i++) {
      adjacent += gaps.next() == 0 ? 1 : 0;
      gaps.next();
      assertThat(gaps.next()).isZero();
    }
    assertThat(adjacent).isBetween(30, 120); // one of 14.5 gaps is empty
  }

  @Test
  void shouldRefuseAShareThatIsNotPositive() {
    assertThatThrownBy(() -> new SampleGaps(0, new SplittableRandom(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
