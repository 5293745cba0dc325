package dev.colonnade.sql.function.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RankFunctionsTest {
  @Test
  void shouldRankARowBehindOthers() {
    assertThat(RankFunctions.rankBehind(0)).isEqualTo(1);
    assertThat(RankFunctions.rankBehind(2)).isEqualTo(3);
  }

  @Test
  void shouldReturnTheShareOfTheRowsBefore() {
    assertThat(RankFunctions.percentRank(1, 4)).isEqualTo(0.25);
    assertThat(RankFunctions.percentRank(0, 0)).isZero();
  }

  @Test
  void shouldCountTheRowItselfInItsShare() {
    assertThat(RankFunctions.cumulativeShare(2, 4)).isEqualTo(0.6);
    assertThat(RankFunctions.cumulativeShare(0, 0)).isEqualTo(1.0);
  }
}
