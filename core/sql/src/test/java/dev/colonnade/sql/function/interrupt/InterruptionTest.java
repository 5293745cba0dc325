package dev.colonnade.sql.function.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Binding of a cancellation to the thread that evaluates a statement. */
class InterruptionTest {
  private final Cancellation cancellation = Cancellation.withoutDeadline();

  private static void assertInterrupted(Runnable work, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldNotInterruptWithoutABinding() {
    cancellation.cancel();
    assertThatNoException().isThrownBy(Interruption::check);
  }

  @Test
  void shouldInterruptWhatItIsBoundTo() {
    String result =
        Interruption.call(
            cancellation,
            () -> {
              Interruption.check();
              cancellation.cancel();
              assertInterrupted(Interruption::check, ErrorCode.CANCELED);
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThatNoException().isThrownBy(Interruption::check);
  }

  @Test
  void shouldInterruptAtTheDeadline() {
    AtomicReference<Long> now = new AtomicReference<>(0L);
    Cancellation limited = Cancellation.within(cancellation, now::get, 10);
    Interruption.run(
        limited,
        () -> {
          Interruption.check();
          now.set(10L);
          assertInterrupted(Interruption::check, ErrorCode.DEADLINE_EXCEEDED);
        });
  }

  @Test
  void shouldCheckEnclosingBindings() {
    Cancellation inner = Cancellation.withoutDeadline();
    Interruption.run(
        cancellation,
        () ->
            Interruption.run(
                inner,
                () -> {
                  Interruption.check();
                  cancellation.cancel();
                  assertInterrupted(Interruption::check, ErrorCode.CANCELED);
                }));
  }

  @Test
  void shouldCheckEveryStepThatTheIntervalDivides() {
    cancellation.cancel();
    Interruption.run(
        cancellation,
        () -> {
          Interruption.check(1);
          Interruption.check(Interruption.STEPS - 1);
          assertInterrupted(() -> Interruption.check(Interruption.STEPS), ErrorCode.CANCELED);
        });
  }

  @Test
  void shouldInterruptOnVirtualThreads() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Interruption.run(
                        cancellation,
                        () -> {
                          while (true) {
                            Interruption.check();
                          }
                        });
                  } catch (ColonnadeException e) {
                    failure.set(e);
                  }
                });
    cancellation.cancel();
    thread.join();
    assertThat(failure.get()).isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldBeCanceledByTheParentThatItFollows() {
    Cancellation cursor = Cancellation.within(cancellation);
    cancellation.cancel();
    cursor.follow(Cancellation.withoutDeadline());
    assertThatNoException().isThrownBy(cursor::check);
    cursor.follow(cancellation);
    assertInterrupted(cursor::check, ErrorCode.CANCELED);
  }
}
