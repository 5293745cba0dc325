package dev.colonnade.sql.function.library.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SampleFunctionsTest {
  private static long sampleSize(double percent, double seed) {
    return IntStream.range(0, 10_000)
        .filter(key -> SampleFunctions.isSampled(percent, seed, key, "x"))
        .count();
  }

  @Test
  void shouldChooseThePercentageOfTheRows() {
    assertThat(sampleSize(0, 1)).isZero();
    assertThat(sampleSize(100, 1)).isEqualTo(10_000);
    for (double seed : new double[] {0, 1, 0.5, -7}) {
      assertThat(sampleSize(10, seed)).isBetween(850L, 1150L);
    }
  }

  @Test
  void shouldChooseTheSameRowsForTheSameSeed() {
    byte[] key = {1, 2};
    for (double percent = 0; percent < 100; percent++) {
      assertThat(SampleFunctions.isSampled(percent, 3.0, key, null))
          .isEqualTo(SampleFunctions.isSampled(percent, 3.0, key.clone(), null));
    }
  }

  @Test
  void shouldRefuseInvalidArguments() {
    assertFails(ErrorCode.INVALID_SAMPLE_ARGUMENT, null, 1.0);
    assertFails(ErrorCode.INVALID_SAMPLE_ARGUMENT, -0.1f, 1.0);
    assertFails(ErrorCode.INVALID_SAMPLE_ARGUMENT, 100.1f, 1.0);
    assertFails(ErrorCode.INVALID_SAMPLE_ARGUMENT, Float.NaN, 1.0);
    assertFails(ErrorCode.INVALID_SAMPLE_SEED, 1.0f, null);
  }

  private static void assertFails(ErrorCode code, @Nullable Object percent, @Nullable Object seed) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> SampleFunctions.isSample(percent, seed))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
