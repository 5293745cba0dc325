package dev.colonnade.server.session.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Threads of sessions, and the time for which their end is awaited. */
class SessionThreadsTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void shouldAwaitTheTasksThatRun() {
    AtomicBoolean isDone = new AtomicBoolean();
    SessionThreads threads = SessionThreads.of("test");
    threads.execute(() -> isDone.set(Thread.currentThread().isVirtual()));
    threads.close();
    assertThat(isDone).isTrue();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> threads.execute(() -> {}));
  }

  @Test
  void shouldInterruptTasksThatTakeTooLong() throws InterruptedException {
    AtomicBoolean wasInterrupted = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    SessionThreads threads = SessionThreads.of("test", SHORT);
    threads.execute(
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            wasInterrupted.set(true);
          }
        });
    begun.await();
    threads.close();
    assertThat(wasInterrupted).isTrue();
  }

  @Test
  void shouldReportTasksThatDoNotEnd() throws InterruptedException {
    AtomicBoolean mayEnd = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    SessionThreads threads = SessionThreads.of("test", SHORT);
    threads.execute(
        () -> {
          begun.countDown();
          while (!mayEnd.get()) {
            Thread.onSpinWait();
          }
        });
    begun.await();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(threads::close)
        .withMessageContaining("sessions still execute statements");
    mayEnd.set(true);
  }
}
