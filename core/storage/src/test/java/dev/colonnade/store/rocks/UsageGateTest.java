package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.OwnThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UsageGateTest {
  private static final long LONG_NANOS = 30_000_000_000L;
  private static final long SHORT_NANOS = 5_000_000L;

  private final UsageGate gate = new UsageGate("thing", 4);

  @Test
  void shouldRejectEntryWhenClosed() {
    assertThat(gate.close(SHORT_NANOS)).isTrue();
    assertThatThrownBy(gate::enter)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN))
        .hasMessage("thing is closed");
    assertThat(gate.inside()).isZero();
  }

  @Test
  void shouldReopenIfACallStaysInside() {
    int ticket = gate.enter();
    assertThat(gate.close(SHORT_NANOS)).isFalse();
    gate.exit(gate.enter());
    gate.exit(ticket);
    assertThat(gate.close(SHORT_NANOS)).isTrue();
  }

  @Test
  void shouldExitFromAnyThread() {
    int ticket = gate.enter();
    CompletableFuture.runAsync(() -> gate.exit(ticket), OwnThread.EXECUTOR).join();
    assertThat(gate.inside()).isZero();
  }

  /** Verifies that no thread is inside the gate after it was closed, for any interleaving. */
  @Test
  void shouldAdmitNoCallOnceClosed() {
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int round = 0; round < 300; round++) {
        UsageGate guarded = new UsageGate("thing", 2);
        AtomicBoolean freed = new AtomicBoolean();
        Stream<CompletableFuture<Void>> users =
            Stream.generate(() -> CompletableFuture.runAsync(() -> use(guarded, freed), threads))
                .limit(3);
        var running = users.toList();
        assertThat(guarded.close(LONG_NANOS)).isTrue();
        freed.set(true);
        running.forEach(CompletableFuture::join);
      }
    }
  }

  private static void use(UsageGate guarded, AtomicBoolean freed) {
    try {
      for (int call = 0; call < 100_000; call++) {
        int ticket = guarded.enter();
        assertThat(freed.get()).isFalse();
        guarded.exit(ticket);
      }
    } catch (ColonnadeException closed) {
      assertThat(closed.code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    }
  }
}
