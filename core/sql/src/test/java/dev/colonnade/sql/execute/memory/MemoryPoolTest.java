package dev.colonnade.sql.execute.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MemoryPoolTest {
  private static final long MB = 1 << 20;

  private final Cancellation cancellation = Cancellation.withoutDeadline();

  @Test
  void shouldGrantUpToTheMemoryOfWork() {
    MemoryPool pool = new MemoryPool(100 * MB);
    try (QueryMemory query = pool.open(10 * MB, true, cancellation)) {
      assertThat(pool.bytesUsed()).isEqualTo(MemoryPool.GRANT_BYTES_MAX);
      OperatorMemory operator = query.newOperator();
      assertThat(operator.tryGrow(10 * MB)).isTrue();
      assertThat(operator.tryGrow(1)).isFalse();
      assertThat(query.bytes()).isEqualTo(10 * MB);
      assertThat(operator.trySet(MB)).isTrue();
      OperatorMemory other = query.newOperator();
      assertThat(other.trySet(9 * MB + 1)).isFalse();
      assertThat(other.trySet(9 * MB)).isTrue();
      operator.close();
      other.close();
      assertThat(query.bytes()).isZero();
      assertThat(query.peakBytes()).isEqualTo(10 * MB);
      assertThat(other.peak()).isEqualTo(9 * MB);
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldCountPartsOfAnOperator() {
    MemoryPool pool = new MemoryPool(100 * MB);
    try (QueryMemory query = pool.open(10 * MB, false, cancellation)) {
      OperatorMemory operator = query.newOperator();
      operator.grow(MB);
      OperatorMemory part = operator.newPart();
      assertThat(part.tryGrow(2 * MB)).isTrue();
      part.grow(MB);
      assertThat(part.tryGrow(7 * MB)).isFalse();
      assertThat(operator.used()).isEqualTo(4 * MB);
      part.close();
      assertThat(operator.used()).isEqualTo(MB);
      assertThat(operator.peak()).isEqualTo(4 * MB);
      assertThat(query.bytes()).isEqualTo(MB);
    }
  }

  @Test
  void shouldAllowMoreUpToTheHardLimitForWhatCannotSpill() {
    MemoryPool pool = new MemoryPool(1000 * MB);
    try (QueryMemory query = pool.open(20 * MB, true, cancellation)) {
      OperatorMemory operator = query.newOperator();
      operator.grow(80 * MB);
      assertThatThrownBy(() -> operator.grow(1))
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT))
          .hasMessage(
              "query needs too much memory: bytes=%d max=%d".formatted(80 * MB + 1, 80 * MB));
      assertThat(operator.used()).isEqualTo(80 * MB);
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldGrowBeyondTheShareWithinThePartOfThePoolForEveryone() {
    MemoryPool pool = new MemoryPool(200 * MB);
    try (QueryMemory query = pool.open(20 * MB, true, cancellation);
        QueryMemory other = pool.open(100 * MB, true, cancellation)) {
      OperatorMemory part = query.newOperator().newPart();
      assertThat(part.tryGrowBeyondShare(80 * MB)).isTrue();
      assertThat(part.tryGrowBeyondShare(1)).isFalse();
      assertThat(part.tryGrow(1)).isFalse();
      part.close();
      assertThat(other.newOperator().tryGrow(100 * MB)).isTrue();
      assertThat(part.tryGrowBeyondShare(50 * MB)).isTrue();
      assertThat(part.tryGrowBeyondShare(MB)).isFalse();
      assertThat(part.used()).isEqualTo(50 * MB);
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldReserveAPartOfThePoolForWhatCannotSpill() {
    MemoryPool pool = new MemoryPool(40 * MB);
    try (QueryMemory query = pool.open(100 * MB, true, cancellation)) {
      OperatorMemory operator = query.newOperator();
      assertThat(operator.tryGrow(30 * MB)).isTrue();
      assertThat(operator.tryGrow(1)).isFalse();
      operator.grow(10 * MB);
      assertThatThrownBy(() -> operator.grow(1)).isInstanceOf(ColonnadeException.class);
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldNeverMakeShortQueriesWait() {
    MemoryPool pool = new MemoryPool(4 * MB);
    try (QueryMemory query = pool.open(3 * MB, true, cancellation);
        QueryMemory other = pool.open(3 * MB, false, cancellation)) {
      assertThat(query.newOperator().tryGrow(3 * MB)).isTrue();
      assertThat(other.newOperator().tryGrow(1)).isFalse();
      other.newOperator().grow(1);
    }
  }

  @Test
  void shouldGrantWaitingQueriesInOrder() throws Exception {
    MemoryPool pool = new MemoryPool(4 * MB);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    QueryMemory first = pool.open(3 * MB, true, cancellation);
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      waiting.add(
          CompletableFuture.runAsync(
              () -> {
                try (QueryMemory query = pool.open(2 * MB, true, cancellation)) {
                  order.add(number);
                  assertThat(query.newOperator().tryGrow(2 * MB)).isTrue();
                }
              },
              runnable -> Thread.ofVirtual().start(runnable)));
      int count = i + 1;
      Awaitility.await().until(() -> pool.waitingCount() == count);
    }
    assertThat(first.newOperator().tryGrow(3 * MB)).isTrue();
    assertThat(order).isEmpty();
    first.close();
    for (CompletableFuture<Void> each : waiting) {
      each.get(120, TimeUnit.SECONDS);
    }
    assertThat(order).containsExactly(0, 1, 2);
    assertThat(pool.bytesUsed()).isZero();
    assertThat(pool.waitingCount()).isZero();
  }

  @Test
  void shouldDenyGrowthWhileQueriesWait() throws Exception {
    MemoryPool pool = new MemoryPool(8 * MB);
    QueryMemory first = pool.open(3 * MB, true, cancellation);
    Cancellation other = Cancellation.withoutDeadline();
    CompletableFuture<QueryMemory> waiting =
        CompletableFuture.supplyAsync(() -> pool.open(4 * MB, true, other), OwnThread.EXECUTOR);
    Awaitility.await().until(() -> pool.waitingCount() == 1);
    try (QueryMemory query = pool.open(8 * MB, false, cancellation)) {
      assertThat(query.newOperator().tryGrow(1)).isFalse();
    }
    first.close();
    waiting.get(120, TimeUnit.SECONDS).close();
  }

  @Test
  void shouldEndTheWaitWhenCanceled() {
    MemoryPool pool = new MemoryPool(4 * MB);
    QueryMemory first = pool.open(3 * MB, true, cancellation);
    Cancellation other = Cancellation.withoutDeadline();
    CompletableFuture<QueryMemory> waiting =
        CompletableFuture.supplyAsync(() -> pool.open(3 * MB, true, other), OwnThread.EXECUTOR);
    Awaitility.await().until(() -> pool.waitingCount() == 1);
    other.cancel();
    assertThat(waiting)
        .failsWithin(Duration.ofMinutes(2))
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
    assertThat(pool.waitingCount()).isZero();
    first.close();
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldEndTheWaitAtTheDeadline() {
    MemoryPool pool = new MemoryPool(4 * MB);
    try (QueryMemory _ = pool.open(3 * MB, true, cancellation)) {
      Cancellation expired = Cancellation.at(() -> 5, 5);
      assertThatThrownBy(() -> pool.open(3 * MB, true, expired))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldReturnEverythingAfterManyConcurrentQueries() throws Exception {
    MemoryPool pool = new MemoryPool(16 * MB);
    List<CompletableFuture<Void>> queries = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 500; i++) {
        queries.add(
            CompletableFuture.runAsync(
                () -> {
                  ThreadLocalRandom random = ThreadLocalRandom.current();
                  try (QueryMemory query = pool.open(random.nextLong(8 * MB), true, cancellation)) {
                    OperatorMemory operator = query.newOperator();
                    for (int step = 0; step < 20; step++) {
                      operator.tryGrow(random.nextLong(MB));
                      operator.shrink(random.nextLong(operator.used() + 1));
                    }
                    assertThat(pool.bytesUsed()).isLessThanOrEqualTo(pool.bytesMax());
                  }
                },
                threads));
      }
      for (CompletableFuture<Void> query : queries) {
        query.get(120, TimeUnit.SECONDS);
      }
    }
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldAllowOperatorsToCloseAfterTheQuery() {
    MemoryPool pool = new MemoryPool(16 * MB);
    QueryMemory query = pool.open(MB, true, cancellation);
    OperatorMemory operator = query.newOperator();
    operator.grow(MB);
    query.close();
    operator.close();
    query.close();
    assertThat(pool.bytesUsed()).isZero();
    assertThatThrownBy(() -> operator.grow(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldMoveBytesBetweenOperatorsOfAQuery() {
    MemoryPool pool = new MemoryPool(1000);
    try (QueryMemory query = pool.open(1000, false, Cancellation.withoutDeadline());
        QueryMemory other = pool.open(1000, false, Cancellation.withoutDeadline())) {
      OperatorMemory whole = query.newOperator();
      OperatorMemory from = whole.newPart();
      OperatorMemory to = query.newOperator();
      from.grow(700);
      from.moveTo(to, 500);
      assertThat(List.of(from.used(), whole.used(), to.used(), query.bytes()))
          .containsExactly(200L, 200L, 500L, 700L);
      assertThat(List.of(to.peak(), query.peakBytes())).containsExactly(500L, 700L);
      assertThatThrownBy(() -> from.moveTo(to, 201)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> from.moveTo(other.newOperator(), 1))
          .isInstanceOf(IllegalArgumentException.class);
      from.close();
      to.close();
      assertThat(query.bytes()).isZero();
    }
  }
}
