package dev.colonnade.sequence.cache;

import static dev.colonnade.sequence.cache.SegmentCacheFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Single-threaded tests of the cache: each relevant interleaving is written out step by step. */
class SegmentCacheTest {
  private static final SequenceOptions ORDERED =
      SequenceOptions.builder().mode(SequenceMode.ORDERED).build();

  @Test
  void shouldReserveDurablyBeforeAllocation() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;

    assertThat(fixture.hits()).isFalse();
    CompletableFuture<Long> first = fixture.next();
    assertThat(first).isNotDone();
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(1, false));

    fixture.store.release();
    assertThat(first).isCompletedWithValue(1L);
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(11, true));
  }

  @Test
  void shouldPrefetchTheNextBlockBeforeTheFirstIsUsedUp() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(5);
    assertThat(fixture.store.writes).isEqualTo(1);

    fixture.store.defers = true;
    assertThat(fixture.allocate(2)).containsExactly(6L, 7L);
    assertThat(fixture.store.deferredCount()).isEqualTo(1);
    fixture.store.release();

    fixture.store.defers = false;
    assertThat(fixture.allocate(14)).endsWith(20L, 21L);
  }

  @Test
  void shouldHaveOneRefillInProgress() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(2);
    fixture.store.defers = true;
    CompletableFuture<Long> first = fixture.next();
    CompletableFuture<Long> second = fixture.next();
    CompletableFuture<Long> third = fixture.next();
    CompletableFuture<Long> fourth = fixture.next();
    assertThat(fixture.store.deferredCount()).isEqualTo(1);

    fixture.store.release();
    assertThat(first).isCompletedWithValue(1L);
    assertThat(second).isCompletedWithValue(2L);
    assertThat(third).isCompletedWithValue(3L);
    assertThat(fourth).isNotDone();
    assertThat(fixture.store.deferredCount()).isEqualTo(1);

    fixture.store.release();
    assertThat(fourth).isCompletedWithValue(4L);
  }

  @Test
  void shouldServeWaitingRequestsBeforeNewOnes() {
    SegmentCacheFixture fixture = new SegmentCacheFixture(ORDERED, new BlockSizeLimits(10, 10, 1));
    fixture.store.defers = true;
    CompletableFuture<Long> early = fixture.next();
    CompletableFuture<List<ValueRun>> many =
        fixture.cache.reserve(3, SegmentCacheFixture.TIMEOUT_NANOS);
    CompletableFuture<Long> late = fixture.next();
    assertThat(fixture.hits()).isFalse();

    fixture.store.release();

    assertThat(early).isCompletedWithValue(1L);
    assertThat(many).isCompletedWithValue(List.of(new ValueRun(2, 1, 3)));
    assertThat(late).isCompletedWithValue(5L);
    assertThat(fixture.allocateOne()).isEqualTo(6);
  }

  @Test
  void shouldKeepTheOrderWhereABlockEndsWithinAReservation() {
    SegmentCacheFixture fixture = new SegmentCacheFixture(ORDERED, new BlockSizeLimits(4, 4, 1));
    fixture.allocate(2);
    fixture.store.defers = true;

    CompletableFuture<List<ValueRun>> many =
        fixture.cache.reserve(5, SegmentCacheFixture.TIMEOUT_NANOS);
    CompletableFuture<Long> late = fixture.next();
    while (fixture.store.deferredCount() > 0 && !late.isDone()) {
      fixture.store.release();
    }

    assertThat(many.join().stream().mapToLong(ValueRun::count).sum()).isEqualTo(5);
    assertThat(many.join().getFirst().first()).isEqualTo(3);
    assertThat(late).isCompletedWithValue(8L);
  }

  @Test
  void shouldFailARequestAtItsDeadline() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> patient = fixture.next();
    CompletableFuture<Long> impatient = fixture.cache.next(TimeUnit.MILLISECONDS.toNanos(5));

    fixture.advance(TimeUnit.MILLISECONDS.toNanos(5));
    assertThat(failure(impatient)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(patient).isNotDone();

    fixture.store.release();
    assertThat(patient).isCompletedWithValue(1L);
    assertThat(fixture.allocateOne()).isEqualTo(2);

    fixture.advance(TimeUnit.DAYS.toNanos(1));
  }

  @Test
  void shouldReportTheFailureOfARefillAndRetry() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.failNext(ErrorCode.DISK_FULL);

    assertThat(failure(fixture.next())).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(fixture.cache.statistics().refillFailures()).isEqualTo(1);
    assertThat(fixture.allocate(3)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void shouldAllocateCachedValuesWhenARefillFails() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(5);
    fixture.store.failNext(ErrorCode.DISK_FULL);

    assertThat(fixture.allocate(20)).startsWith(6L).endsWith(25L);
  }

  @Test
  void shouldAllocateNoOldValueAfterAChange() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    SequenceRecord stored = fixture.store.stored();
    SequenceRecord restarted = stored.nextEpoch(stored.options(), new SequencePosition(500, false));
    fixture.store.put(restarted);
    fixture.cache.install(restarted);

    assertThat(fixture.hits()).isFalse();
    assertThat(fixture.allocate(3)).containsExactly(500L, 501L, 502L);
  }

  @Test
  void shouldContinueExactlyAfterAChangeWithoutRestart() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);

    assertThat(fixture.alter()).isEqualTo(new SequencePosition(3, true));
    assertThat(fixture.allocate(2)).containsExactly(4L, 5L);
  }

  @Test
  void shouldNotMoveThePositionIfNothingWasAllocated() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> impatient = fixture.cache.next(1);
    fixture.advance(1);
    assertThat(failure(impatient)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    fixture.store.release();

    assertThat(fixture.alter()).isEqualTo(new SequencePosition(1, false));
  }

  @Test
  void shouldResumeAllocationAfterAFailedChange() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.cache.freeze(fixture.store.stored());
    assertThat(fixture.hits()).isFalse();
    CompletableFuture<Long> waiting = fixture.next();
    assertThat(waiting).isNotDone();

    fixture.cache.changeFailed(false);

    assertThat(waiting).isCompletedWithValue(4L);
    assertThat(fixture.allocate(3)).containsExactly(5L, 6L, 7L);
    assertThat(fixture.cache.statistics().wasted()).isZero();
  }

  @Test
  void shouldAllocateNothingAfterAChangeWithUnknownOutcome() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.cache.freeze(fixture.store.stored());

    fixture.cache.changeFailed(true);

    assertThat(fixture.hits()).isFalse();
    assertThat(failure(fixture.next())).isEqualTo(ErrorCode.STORE_IO);
  }

  @Test
  void shouldRetryARefillThatConflictsWithAChange() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    SequenceRecord stored = fixture.store.stored();
    SequenceRecord restarted = stored.nextEpoch(stored.options(), new SequencePosition(500, false));
    fixture.store.put(restarted);
    fixture.cache.install(restarted);

    fixture.store.release();
    assertThat(waiting).isNotDone();
    fixture.store.release();

    assertThat(waiting).isCompletedWithValue(500L);
  }

  @Test
  void shouldWasteTheValuesOfARefillThatAChangeSupersedes() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    Runnable complete = fixture.store.releaseWithoutCompletion();
    assertThat(fixture.alter()).isEqualTo(new SequencePosition(11, true));
    complete.run();
    assertThat(waiting).isNotDone();

    fixture.store.release();
    assertThat(waiting).isCompletedWithValue(12L);
    assertThat(fixture.cache.statistics().wasted()).isEqualTo(11);
  }

  @Test
  void shouldKeepTheValuesOfARefillDuringAFailedChange() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    Runnable complete = fixture.store.releaseWithoutCompletion();
    fixture.cache.freeze(fixture.store.stored());
    complete.run();
    assertThat(waiting).isNotDone();

    fixture.cache.changeFailed(false);

    assertThat(waiting).isCompletedWithValue(1L);
    assertThat(fixture.allocateOne()).isEqualTo(2);
  }

  @Test
  void shouldReturnUnusedValuesOfAnIdleSequence() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);

    assertThat(fixture.cache.evict()).isTrue();

    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(3, true));
    assertThat(fixture.cache.statistics().idle()).isZero();
    assertThat(fixture.cache.evict()).isFalse();
    assertThat(fixture.allocate(2)).containsExactly(4L, 5L);
  }

  /** A late return of values, after a change or a refill, must not restore an old position. */
  @Test
  void shouldNotRestoreAnOldPosition() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.defers = true;
    assertThat(fixture.cache.evict()).isTrue();
    fixture.alter();
    CompletableFuture<Long> waiting = fixture.next();

    fixture.store.release(); // the return conflicts
    fixture.store.release();

    assertThat(waiting).isCompletedWithValue(4L);
    assertThat(fixture.store.stored().position().value()).isGreaterThanOrEqualTo(14);
    assertThat(fixture.allocate(2)).containsExactly(5L, 6L);
  }

  @Test
  void shouldNotAllocateReturnedValuesAfterAFailedChange() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.defers = true;
    assertThat(fixture.cache.evict()).isTrue();
    Runnable complete = fixture.store.releaseWithoutCompletion();
    assertThat(fixture.cache.freeze(fixture.store.stored()))
        .isEqualTo(new SequencePosition(3, true));
    fixture.cache.changeFailed(false);
    assertThat(fixture.hits()).isFalse();
    complete.run();

    fixture.store.defers = false;
    assertThat(fixture.allocate(2)).containsExactly(4L, 5L);
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(14, true));
  }

  @Test
  void shouldServeARequestThatArrivesDuringAReturnOfValues() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.defers = true;
    assertThat(fixture.cache.evict()).isTrue();
    CompletableFuture<Long> waiting = fixture.next();
    fixture.store.failNext(ErrorCode.DISK_FULL);

    fixture.store.release();

    assertThat(waiting).isCompletedWithValue(4L);
  }

  @Test
  void shouldKeepBlocksOfSessionsWhenReturningValues() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    SessionBlockCache session =
        new SessionBlockCache(fixture.cache, new BlockSizeLimits(5, 5, 1), () -> 1);
    assertThat(session.next(SegmentCacheFixture.TIMEOUT_NANOS)).isCompletedWithValue(12L);

    assertThat(fixture.cache.evict()).isFalse();
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(16, true));
    assertThat(fixture.allocate(10)).startsWith(4L).contains(11L, 17L);
  }

  @Test
  void shouldReturnUnusedValuesWhenClosed() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(7);

    assertThat(fixture.cache.close()).isCompleted();

    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(7, true));
    assertThat(fixture.hits()).isFalse();
    assertThat(failure(fixture.next())).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(fixture.cache.close()).isCompleted();
  }

  @Test
  void shouldReturnTheValuesOfARefillThatCompletesDuringClose() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    CompletableFuture<Void> closed = fixture.cache.close();
    assertThat(failure(waiting)).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(closed).isNotDone();

    fixture.store.release();
    fixture.store.release();

    assertThat(closed).isCompleted();
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(1, false));
  }

  @Test
  void shouldRejectRequestsAfterADrop() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.put(null);
    fixture.cache.drop();

    assertThat(fixture.hits()).isFalse();
    assertThat(failure(fixture.next())).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
  }

  @Test
  void shouldFailWaitingRequestsOnADrop() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    fixture.store.put(null);
    fixture.cache.drop();

    assertThat(failure(waiting)).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
    fixture.store.release();
    assertThat(fixture.hits()).isFalse();
  }

  @Test
  void shouldFailWaitingRequestsWhenARefillFindsNoRecord() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.store.defers = true;
    CompletableFuture<Long> waiting = fixture.next();
    fixture.store.put(null);
    fixture.store.release();

    assertThat(failure(waiting)).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
    fixture.cache.drop(); // DROP calls this after its write
    assertThat(fixture.hits()).isFalse();
  }

  @Test
  void shouldNotAdoptARecordBeforeItsChangeIsInstalled() {
    SegmentCacheFixture fixture =
        new SegmentCacheFixture(
            SequenceOptions.builder().mode(SequenceMode.ORDERED).build(),
            new BlockSizeLimits(10, 10, 1));
    fixture.allocate(7);
    fixture.store.defers = true;
    CompletableFuture<List<ValueRun>> waiting =
        fixture.cache.reserve(50, SegmentCacheFixture.TIMEOUT_NANOS);
    SequenceRecord stored = fixture.store.stored();
    SequencePosition position = fixture.cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), position);
    fixture.store.put(altered);
    fixture.store.release(); // the refill conflicts with the new epoch
    assertThat(waiting).isNotDone();
    fixture.store.defers = false;
    fixture.cache.install(altered);

    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(position.value() + 1, 1, 50)));
  }

  /** Simulates setval, which does not freeze the cache before it writes. */
  @Test
  void shouldNotMixEpochsInARequestWhenARefillConflictsWithAChange() {
    SegmentCacheFixture fixture =
        new SegmentCacheFixture(
            SequenceOptions.builder().mode(SequenceMode.ORDERED).build(),
            new BlockSizeLimits(10, 10, 1));
    fixture.allocate(7);
    fixture.store.defers = true;
    CompletableFuture<List<ValueRun>> waiting =
        fixture.cache.reserve(50, SegmentCacheFixture.TIMEOUT_NANOS);
    SequenceRecord stored = fixture.store.stored();
    SequenceRecord changed = stored.nextEpoch(stored.options(), new SequencePosition(1_000, true));
    fixture.store.put(changed);
    fixture.store.release(); // the refill conflicts with the new epoch before its installation
    assertThat(waiting).isNotDone();
    fixture.store.defers = false;
    fixture.store.release();
    fixture.cache.install(changed);

    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(1_001, 1, 50)));
    assertThat(fixture.cache.record()).isEqualTo(fixture.store.stored());
    assertThat(fixture.allocate(2)).containsExactly(1_051L, 1_052L);
  }

  @Test
  void shouldAllocateNoOldValueWhenARefillConflictsBeforeInstallation() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.defers = true;
    CompletableFuture<List<ValueRun>> waiting =
        fixture.cache.reserve(50, SegmentCacheFixture.TIMEOUT_NANOS);
    SequenceRecord stored = fixture.store.stored();
    SequenceRecord changed = stored.nextEpoch(stored.options(), new SequencePosition(1_000, true));
    fixture.store.put(changed);
    fixture.store.release();
    fixture.cache.install(changed); // setval has returned

    LongResult result = new LongResult();
    assertThat(fixture.cache.tryNext(result)).isFalse();
    fixture.store.defers = false;
    fixture.store.release();
    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(1_001, 1, 50)));
  }

  @Test
  void shouldNotAllocateValuesThatAChangeReturns() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    fixture.allocate(3);
    fixture.store.defers = true;
    assertThat(fixture.cache.evict()).isTrue();
    SequenceRecord stored = fixture.store.stored();
    SequencePosition position = fixture.cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), position);
    fixture.store.put(altered);
    fixture.store.release(); // the return of values conflicts and has no effect
    assertThat(fixture.hits()).isFalse();
    fixture.store.defers = false;
    fixture.cache.install(altered);

    assertThat(fixture.allocate(2)).containsExactly(position.value() + 1, position.value() + 2);
  }

  @Test
  void shouldFailAtTheLimitWithoutChangingTheSequence() {
    SegmentCacheFixture fixture =
        new SegmentCacheFixture(
            SequenceOptions.builder().max(5L).build(), new BlockSizeLimits(3, 3, 1));
    assertThat(fixture.allocate(4)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(failure(fixture.cache.reserve(2, SegmentCacheFixture.TIMEOUT_NANOS)))
        .isEqualTo(ErrorCode.SEQUENCE_LIMIT);
    assertThat(fixture.allocateOne()).isEqualTo(5);
    for (int again = 0; again < 3; again++) {
      CompletableFuture<Long> beyond = fixture.next();
      assertThat(failure(beyond)).isEqualTo(ErrorCode.SEQUENCE_LIMIT);
      assertThatThrownBy(beyond::join)
          .hasRootCauseMessage("nextval: reached maximum value of sequence \"s\" (5)");
    }
  }

  @Test
  void shouldCycleWithBlocksLongerThanTheCycle() {
    SegmentCacheFixture fixture =
        new SegmentCacheFixture(
            SequenceOptions.builder().min(1L).max(3L).start(2L).cycle(true).build(),
            new BlockSizeLimits(10, 10, 1));
    assertThat(fixture.allocate(8)).containsExactly(2L, 3L, 1L, 2L, 3L, 1L, 2L, 3L);
    assertThat(fixture.alter()).isEqualTo(new SequencePosition(3, true));
    assertThat(fixture.allocate(2)).containsExactly(1L, 2L);
  }

  @Test
  void shouldRejectInvalidCounts() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    assertThat(failure(fixture.cache.reserve(0, 1))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failure(fixture.cache.reserve(-1, 1))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failure(fixture.cache.reserve(SegmentCache.REQUEST_MAX + 1, 1)))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);

    SegmentCacheFixture cycle =
        new SegmentCacheFixture(
            SequenceOptions.builder().max(3L).cycle(true).build(), new BlockSizeLimits(3, 3, 1));
    assertThat(failure(cycle.cache.reserve(1_000_000, 1))).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void shouldSkipNoValueOfAGaplessSequence() {
    SegmentCacheFixture fixture =
        new SegmentCacheFixture(
            SequenceOptions.builder().mode(SequenceMode.GAPLESS).build(),
            new BlockSizeLimits(1, 1, 1));
    assertThat(fixture.allocate(3)).containsExactly(1L, 2L, 3L);
    assertThat(fixture.store.stored().position()).isEqualTo(new SequencePosition(3, true));

    fixture.store.failNext(ErrorCode.DISK_FULL);
    assertThat(failure(fixture.next())).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(fixture.allocateOne()).isEqualTo(4);

    fixture.store.defers = true;
    CompletableFuture<Long> impatient = fixture.cache.next(1);
    fixture.advance(1);
    fixture.store.release();
    assertThat(failure(impatient)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(fixture.allocateOne()).isEqualTo(5);
  }

  @Test
  void shouldFenceTheBlockOfASessionByEpoch() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    SessionBlockCache session =
        new SessionBlockCache(fixture.cache, new BlockSizeLimits(5, 5, 1), () -> 1);
    LongResult result = new LongResult();
    assertThat(session.next(SegmentCacheFixture.TIMEOUT_NANOS)).isCompletedWithValue(1L);
    assertThat(session.tryNext(result)).isTrue();

    fixture.alter();

    assertThat(session.tryNext(result)).isFalse();
    assertThat(session.next(SegmentCacheFixture.TIMEOUT_NANOS)).isCompletedWithValue(6L);
    assertThat(fixture.cache.statistics().wasted()).isEqualTo(3);

    session.release();
    assertThat(session.tryNext(result)).isFalse();
    assertThat(fixture.cache.statistics().wasted()).isEqualTo(7);
    assertThat(fixture.cache.statistics().idle()).isZero();
  }

  @Test
  void shouldDiscardABlockWhoseEpochEndedDuringTheLease() {
    SegmentCacheFixture fixture = SegmentCacheFixture.withBlockSize(10);
    SessionBlockCache session =
        new SessionBlockCache(fixture.cache, new BlockSizeLimits(5, 5, 1), () -> 1);
    fixture.store.defers = true;
    CompletableFuture<Long> first = session.next(SegmentCacheFixture.TIMEOUT_NANOS);
    CompletableFuture<Long> second = session.next(SegmentCacheFixture.TIMEOUT_NANOS);
    Runnable complete = fixture.store.releaseWithoutCompletion();
    fixture.alter();
    complete.run();
    fixture.store.release();

    assertThat(first).isCompletedWithValue(6L);
    assertThat(second).isCompletedWithValue(7L);
  }
}
