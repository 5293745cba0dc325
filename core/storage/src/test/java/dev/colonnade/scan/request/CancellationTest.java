package dev.colonnade.scan.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tokens, and the threads that check them. */
class CancellationTest {
  private static final int OTHERS = 50;

  @Test
  void shouldBeCanceledWithItsParent() {
    Cancellation parent = Cancellation.withoutDeadline();
    Cancellation child = Cancellation.within(parent);
    child.check();

    parent.cancel();

    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(child::check)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
  }

  @Test
  void shouldNotCancelItsParent() {
    Cancellation parent = Cancellation.withoutDeadline();

    Cancellation.within(parent).cancel();

    parent.check();
  }

  @Test
  void shouldEndAtTheDeadlineOfItsParent() {
    Cancellation child = Cancellation.within(Cancellation.at(() -> 7, 7));

    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(child::check)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
  }

  @Test
  void shouldLetOtherVirtualThreadsRun() throws InterruptedException {
    Cancellation cancellation = Cancellation.withoutDeadline();
    int processors = Runtime.getRuntime().availableProcessors();
    CountDownLatch begun = new CountDownLatch(processors);
    for (int i = 0; i < processors; i++) {
      startFromAnotherThread(() -> computeUntilCanceled(cancellation, begun));
    }
    begun.await();

    CountDownLatch others = new CountDownLatch(OTHERS);
    for (int i = 0; i < OTHERS; i++) {
      startFromAnotherThread(others::countDown);
    }

    assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
    cancellation.cancel();
  }

  /** Starts a virtual thread that comes into a queue of the scheduler of its own. */
  private static void startFromAnotherThread(Runnable work) throws InterruptedException {
    Thread.ofPlatform().start(() -> Thread.startVirtualThread(work)).join();
  }

  private static void computeUntilCanceled(Cancellation cancellation, CountDownLatch begun) {
    begun.countDown();
    try {
      while (true) {
        cancellation.check();
      }
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CANCELED);
    }
  }
}
