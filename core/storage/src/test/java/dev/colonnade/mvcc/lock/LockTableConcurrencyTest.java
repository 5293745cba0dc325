package dev.colonnade.mvcc.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockTableConcurrencyTest {
  private static final int KEYS = 6;
  private static final int THREADS = 8;
  private static final int ROUNDS = 1_500;

  private final LockTable table = new LockTable(LockLimits.DEFAULT);

  /** Changed only while the key of the same index is locked for update. */
  private final long[] counters = new long[KEYS];

  @Test
  void shouldEnforceMutualExclusionAndResolveEveryDeadlock() throws Exception {
    long seed = Seed.of("LockTableConcurrencyTest");
    List<Future<long[]>> workers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(seed + thread);
        workers.add(threads.submit(() -> work(random)));
      }
      long[] expected = new long[KEYS];
      for (Future<long[]> worker : workers) {
        long[] done = worker.get(120, TimeUnit.SECONDS);
        for (int key = 0; key < KEYS; key++) {
          expected[key] += done[key];
        }
      }
      assertThat(counters).as("seed=%s", seed).isEqualTo(expected);
    }
    assertThat(table.isEmpty()).isTrue();
    assertThat(table.statistics().waiting()).isZero();
  }

  private long[] work(Random random) throws Exception {
    long[] done = new long[KEYS];
    for (int round = 0; round < ROUNDS; round++) {
      LockOwner owner = table.newOwner();
      try {
        for (int taken = 0; taken < 3; taken++) {
          int key = random.nextInt(KEYS);
          table
              .request(owner, Key.of(new byte[] {(byte) key}), LockStrength.UPDATE)
              .granted()
              .get(120, TimeUnit.SECONDS);
          counters[key]++;
          done[key]++;
        }
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.DEADLOCK_DETECTED);
      } finally {
        table.releaseAll(owner);
      }
    }
    return done;
  }
}
