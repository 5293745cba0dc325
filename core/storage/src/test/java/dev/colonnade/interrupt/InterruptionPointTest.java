package dev.colonnade.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InterruptionPointTest {
  private int calls;

  @Test
  void shouldNotInterruptAThreadWithoutABinding() {
    InterruptionPoint.check();
    InterruptionPoint.check(0);
    assertThat(calls).isZero();
  }

  @Test
  void shouldCallTheCheckOfTheThreadAtIntervals() {
    int result =
        InterruptionPoint.call(
            () -> calls++,
            () -> {
              for (int i = 1; i <= 3 * InterruptionPoint.STEPS; i++) {
                InterruptionPoint.check(i);
              }
              return calls;
            });
    assertThat(result).isEqualTo(3);
    InterruptionPoint.check();
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void shouldThrowTheErrorOfTheCheck() {
    assertThatThrownBy(
            () ->
                InterruptionPoint.call(
                    () -> {
                      throw new IllegalStateException("canceled");
                    },
                    () -> {
                      InterruptionPoint.check();
                      return 1;
                    }))
        .hasMessage("canceled");
  }
}
