package dev.colonnade.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class HybridClockTest {
  private final ManualClock physical = new ManualClock(1_000);
  private final HybridClock clock = new HybridClock(physical);

  @Test
  void shouldFollowThePhysicalClock() {
    assertThat(clock.next()).isEqualTo(1_000);
    physical.set(5_000);
    assertThat(clock.next()).isEqualTo(5_000);
    assertThat(clock.last()).isEqualTo(5_000);
    assertThat(clock.physicalNanos()).isEqualTo(5_000);
  }

  @Test
  void shouldAdvanceWhileThePhysicalClockStopsOrRunsBackwards() {
    assertThat(clock.next()).isEqualTo(1_000);
    assertThat(clock.next()).isEqualTo(1_001);
    physical.set(10);
    assertThat(clock.next()).isEqualTo(1_002);
  }

  @Test
  void shouldStayAboveWhatItObserved() {
    clock.observe(9_000);
    assertThat(clock.last()).isEqualTo(9_000);
    assertThat(clock.next()).isEqualTo(9_001);
    clock.observe(20);
    assertThat(clock.next()).isEqualTo(9_002);
  }

  @Test
  void shouldRejectTimestampsOutOfRange() {
    assertThatThrownBy(() -> clock.observe(-1))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    assertThatThrownBy(() -> clock.observe(HybridClock.TIMESTAMP_MAX + 1))
        .isInstanceOf(ColonnadeException.class);
    clock.observe(HybridClock.TIMESTAMP_MAX);
    assertThatThrownBy(clock::next)
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("timestamps exhausted");
  }

  @Test
  void shouldNeverRepeatATimestamp() throws Exception {
    int threads = 4;
    int perThread = 20_000;
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<Boolean>> ends = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        ends.add(executor.submit(increasingTimestamps(perThread, seen)));
      }
      for (Future<Boolean> end : ends) {
        assertThat(end.get()).isTrue();
      }
    }
    assertThat(seen).hasSize(threads * perThread);
  }

  private Callable<Boolean> increasingTimestamps(int count, Set<Long> seen) {
    return () -> {
      long last = 0;
      for (int i = 0; i < count; i++) {
        long next = clock.next();
        if (next <= last || !seen.add(next)) {
          return false;
        }
        last = next;
      }
      return true;
    };
  }

  @Test
  void shouldReadTheMachinesClocks() {
    long wall = PhysicalClock.system().epochNanos();
    assertThat(wall).isGreaterThan(1_600_000_000_000_000_000L);
    NanoTicker ticker = NanoTicker.system();
    long before = ticker.nanos();
    assertThat(ticker.nanos()).isGreaterThanOrEqualTo(before);
  }
}
