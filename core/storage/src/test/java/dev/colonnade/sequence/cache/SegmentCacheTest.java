package dev.colonnade.sequence.cache;

import static dev.colonnade.sequence.cache.CacheHouse.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The cache step by step, under one thread: every interleaving that matters is written out. */
class SegmentCacheTest {
  private static final SequenceOptions ORDERED =
      SequenceOptions.builder().mode(SequenceMode.ORDERED).build();

  @Test
  void shouldReserveBeforeItHandsOut() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;

    assertThat(house.hits()).isFalse();
    CompletableFuture<Long> first = house.next();
    assertThat(first).isNotDone();
    assertThat(house.log.stored().position()).isEqualTo(new Position(1, false));

    house.log.release();
    assertThat(first).isCompletedWithValue(1L);
    assertThat(house.log.stored().position()).isEqualTo(new Position(11, true));
  }

  @Test
  void shouldReserveTheNextBlockBeforeTheFirstIsUsedUp() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(5);
    assertThat(house.log.writes).isEqualTo(1);

    house.log.holds = true;
    assertThat(house.draw(2)).containsExactly(6L, 7L);
    assertThat(house.log.heldCount()).isEqualTo(1);
    house.log.release();

    house.log.holds = false;
    assertThat(house.draw(14)).endsWith(20L, 21L);
  }

  @Test
  void shouldHaveOneReservationUnderWay() {
    CacheHouse house = CacheHouse.withBlocksOf(2);
    house.log.holds = true;
    CompletableFuture<Long> first = house.next();
    CompletableFuture<Long> second = house.next();
    CompletableFuture<Long> third = house.next();
    CompletableFuture<Long> fourth = house.next();
    assertThat(house.log.heldCount()).isEqualTo(1);

    house.log.release();
    assertThat(first).isCompletedWithValue(1L);
    assertThat(second).isCompletedWithValue(2L);
    assertThat(third).isCompletedWithValue(3L);
    assertThat(fourth).isNotDone();
    assertThat(house.log.heldCount()).isEqualTo(1);

    house.log.release();
    assertThat(fourth).isCompletedWithValue(4L);
  }

  @Test
  void shouldServeWhoWaitsBeforeWhoComes() {
    CacheHouse house = new CacheHouse(ORDERED, new BlockLimits(10, 10, 1));
    house.log.holds = true;
    CompletableFuture<Long> early = house.next();
    CompletableFuture<List<ValueRun>> many = house.cache.reserve(3, CacheHouse.TIMEOUT_NANOS);
    CompletableFuture<Long> late = house.next();
    assertThat(house.hits()).isFalse();

    house.log.release();

    assertThat(early).isCompletedWithValue(1L);
    assertThat(many).isCompletedWithValue(List.of(new ValueRun(2, 1, 3)));
    assertThat(late).isCompletedWithValue(5L);
    assertThat(house.drawNow()).isEqualTo(6);
  }

  @Test
  void shouldKeepTheOrderWhereABlockEndsWithinAReservation() {
    CacheHouse house = new CacheHouse(ORDERED, new BlockLimits(4, 4, 1));
    house.draw(2);
    house.log.holds = true;

    CompletableFuture<List<ValueRun>> many = house.cache.reserve(5, CacheHouse.TIMEOUT_NANOS);
    CompletableFuture<Long> late = house.next();
    while (house.log.heldCount() > 0 && !late.isDone()) {
      house.log.release();
    }

    assertThat(many.join().stream().mapToLong(ValueRun::count).sum()).isEqualTo(5);
    assertThat(many.join().getFirst().first()).isEqualTo(3);
    assertThat(late).isCompletedWithValue(8L);
  }

  @Test
  void shouldEndWaitingInTime() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> patient = house.next();
    CompletableFuture<Long> hasty = house.cache.next(TimeUnit.MILLISECONDS.toNanos(5));

    house.advance(TimeUnit.MILLISECONDS.toNanos(5));
    assertThat(failure(hasty)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(patient).isNotDone();

    house.log.release();
    assertThat(patient).isCompletedWithValue(1L);
    assertThat(house.drawNow()).isEqualTo(2);

    house.advance(TimeUnit.DAYS.toNanos(1));
  }

  @Test
  void shouldTellWhyAReservationFailedAndTryAgain() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.failNext(ErrorCode.DISK_FULL);

    assertThat(failure(house.next())).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(house.cache.statistics().refillFailures()).isEqualTo(1);
    assertThat(house.draw(3)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void shouldHandOutWhatIsThereWhenARefillFails() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(5);
    house.log.failNext(ErrorCode.DISK_FULL);

    assertThat(house.draw(20)).startsWith(6L).endsWith(25L);
  }

  @Test
  void shouldHandOutNothingOldAfterAChange() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    SequenceRecord stored = house.log.stored();
    SequenceRecord restarted = stored.nextEpoch(stored.options(), new Position(500, false));
    house.log.put(restarted);
    house.cache.install(restarted);

    assertThat(house.hits()).isFalse();
    assertThat(house.draw(3)).containsExactly(500L, 501L, 502L);
  }

  @Test
  void shouldGoOnExactlyAfterAChangeWithoutRestart() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);

    assertThat(house.alter()).isEqualTo(new Position(3, true));
    assertThat(house.draw(2)).containsExactly(4L, 5L);
  }

  @Test
  void shouldStandWhereItStoodIfNothingWasDrawn() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> hasty = house.cache.next(1);
    house.advance(1);
    assertThat(failure(hasty)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    house.log.release();

    assertThat(house.alter()).isEqualTo(new Position(1, false));
  }

  @Test
  void shouldHandOutAgainWhatAFailedChangeFroze() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.cache.freeze(house.log.stored());
    assertThat(house.hits()).isFalse();
    CompletableFuture<Long> waiting = house.next();
    assertThat(waiting).isNotDone();

    house.cache.changeFailed(false);

    assertThat(waiting).isCompletedWithValue(4L);
    assertThat(house.draw(3)).containsExactly(5L, 6L, 7L);
    assertThat(house.cache.statistics().wasted()).isZero();
  }

  @Test
  void shouldHandOutNothingWhenAChangeMayHaveHappened() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.cache.freeze(house.log.stored());

    house.cache.changeFailed(true);

    assertThat(house.hits()).isFalse();
    assertThat(failure(house.next())).isEqualTo(ErrorCode.STORE_IO);
  }

  @Test
  void shouldReserveAnewWhenAChangeOvertakesAReservation() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    SequenceRecord stored = house.log.stored();
    SequenceRecord restarted = stored.nextEpoch(stored.options(), new Position(500, false));
    house.log.put(restarted);
    house.cache.install(restarted);

    house.log.release();
    assertThat(waiting).isNotDone();
    house.log.release();

    assertThat(waiting).isCompletedWithValue(500L);
  }

  @Test
  void shouldWasteWhatAChangeOvertakesOnItsWayBack() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    Runnable tell = house.log.releaseSilently();
    assertThat(house.alter()).isEqualTo(new Position(11, true));
    tell.run();
    assertThat(waiting).isNotDone();

    house.log.release();
    assertThat(waiting).isCompletedWithValue(12L);
    assertThat(house.cache.statistics().wasted()).isEqualTo(11);
  }

  @Test
  void shouldKeepWhatArrivesWhileAChangeIsUnderWayAndFails() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    Runnable tell = house.log.releaseSilently();
    house.cache.freeze(house.log.stored());
    tell.run();
    assertThat(waiting).isNotDone();

    house.cache.changeFailed(false);

    assertThat(waiting).isCompletedWithValue(1L);
    assertThat(house.drawNow()).isEqualTo(2);
  }

  @Test
  void shouldGiveBackWhatAnIdleSequenceHas() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);

    assertThat(house.cache.retire()).isTrue();

    assertThat(house.log.stored().position()).isEqualTo(new Position(3, true));
    assertThat(house.cache.statistics().idle()).isZero();
    assertThat(house.cache.retire()).isFalse();
    assertThat(house.draw(2)).containsExactly(4L, 5L);
  }

  /** A late return after a change or a refill must not put an old end back. */
  @Test
  void shouldNotPutAnOldEndBack() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.holds = true;
    assertThat(house.cache.retire()).isTrue();
    house.alter();
    CompletableFuture<Long> waiting = house.next();

    house.log.release(); // the return comes too late
    house.log.release();

    assertThat(waiting).isCompletedWithValue(4L);
    assertThat(house.log.stored().position().value()).isGreaterThanOrEqualTo(14);
    assertThat(house.draw(2)).containsExactly(5L, 6L);
  }

  @Test
  void shouldNotHandOutWhatWasGivenBackWhenAChangeThenFails() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.holds = true;
    assertThat(house.cache.retire()).isTrue();
    Runnable tell = house.log.releaseSilently();
    assertThat(house.cache.freeze(house.log.stored())).isEqualTo(new Position(3, true));
    house.cache.changeFailed(false);
    assertThat(house.hits()).isFalse();
    tell.run();

    house.log.holds = false;
    assertThat(house.draw(2)).containsExactly(4L, 5L);
    assertThat(house.log.stored().position()).isEqualTo(new Position(14, true)); // 4 and a block
  }

  @Test
  void shouldServeWhoComesWhileUnusedValuesAreGivenBack() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.holds = true;
    assertThat(house.cache.retire()).isTrue();
    CompletableFuture<Long> waiting = house.next();
    house.log.failNext(ErrorCode.DISK_FULL);

    house.log.release();

    assertThat(waiting).isCompletedWithValue(4L);
  }

  @Test
  void shouldKeepBlocksOfOthersWhenItGivesBack() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    SessionBlocks session = new SessionBlocks(house.cache, new BlockLimits(5, 5, 1), () -> 1);
    assertThat(session.next(CacheHouse.TIMEOUT_NANOS)).isCompletedWithValue(12L);

    assertThat(house.cache.retire()).isFalse();
    assertThat(house.log.stored().position()).isEqualTo(new Position(16, true));
    assertThat(house.draw(10)).startsWith(4L).contains(11L, 17L);
  }

  @Test
  void shouldGiveBackWhenClosed() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(7);

    assertThat(house.cache.close()).isCompleted();

    assertThat(house.log.stored().position()).isEqualTo(new Position(7, true));
    assertThat(house.hits()).isFalse();
    assertThat(failure(house.next())).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(house.cache.close()).isCompleted();
  }

  @Test
  void shouldGiveBackWhatArrivesWhileItIsBeingClosed() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    CompletableFuture<Void> closed = house.cache.close();
    assertThat(failure(waiting)).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(closed).isNotDone();

    house.log.release();
    house.log.release();

    assertThat(closed).isCompleted();
    assertThat(house.log.stored().position()).isEqualTo(new Position(1, false));
  }

  @Test
  void shouldRefuseWhenDropped() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.put(null);
    house.cache.drop();

    assertThat(house.hits()).isFalse();
    assertThat(failure(house.next())).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
  }

  @Test
  void shouldTellThoseWhoWaitOfADrop() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    house.log.put(null);
    house.cache.drop();

    assertThat(failure(waiting)).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
    house.log.release();
    assertThat(house.hits()).isFalse();
  }

  @Test
  void shouldTellThoseWhoWaitWhenAReservationFindsTheRecordGone() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.log.holds = true;
    CompletableFuture<Long> waiting = house.next();
    house.log.put(null);
    house.log.release();

    assertThat(failure(waiting)).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
    house.cache.drop(); // comes when the one who drops it has written
    assertThat(house.hits()).isFalse();
  }

  @Test
  void shouldNotTakeOverARecordBeforeItsChangeIsInstalled() {
    CacheHouse house =
        new CacheHouse(
            SequenceOptions.builder().mode(SequenceMode.ORDERED).build(),
            new BlockLimits(10, 10, 1));
    house.draw(7);
    house.log.holds = true;
    CompletableFuture<List<ValueRun>> waiting = house.cache.reserve(50, CacheHouse.TIMEOUT_NANOS);
    SequenceRecord stored = house.log.stored();
    Position standing = house.cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), standing);
    house.log.put(altered);
    house.log.release(); // the reservation meets the new epoch
    assertThat(waiting).isNotDone();
    house.log.holds = false;
    house.cache.install(altered);

    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(standing.value() + 1, 1, 50)));
  }

  /** As setval does it, which freezes nothing before it writes. */
  @Test
  void shouldGiveNobodyValuesOfTwoEpochsWhenAReservationMeetsAChange() {
    CacheHouse house =
        new CacheHouse(
            SequenceOptions.builder().mode(SequenceMode.ORDERED).build(),
            new BlockLimits(10, 10, 1));
    house.draw(7);
    house.log.holds = true;
    CompletableFuture<List<ValueRun>> waiting = house.cache.reserve(50, CacheHouse.TIMEOUT_NANOS);
    SequenceRecord stored = house.log.stored();
    SequenceRecord changed = stored.nextEpoch(stored.options(), new Position(1_000, true));
    house.log.put(changed);
    house.log.release(); // the reservation meets the new epoch before it is installed
    assertThat(waiting).isNotDone();
    house.log.holds = false;
    house.log.release();
    house.cache.install(changed);

    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(1_001, 1, 50)));
    assertThat(house.cache.record()).isEqualTo(house.log.stored());
    assertThat(house.draw(2)).containsExactly(1_051L, 1_052L);
  }

  @Test
  void shouldHandOutNothingOldWhenAReservationMetTheChangeFirst() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.holds = true;
    CompletableFuture<List<ValueRun>> waiting = house.cache.reserve(50, CacheHouse.TIMEOUT_NANOS);
    SequenceRecord stored = house.log.stored();
    SequenceRecord changed = stored.nextEpoch(stored.options(), new Position(1_000, true));
    house.log.put(changed);
    house.log.release();
    house.cache.install(changed); // from here on setval has returned

    LongResult result = new LongResult();
    assertThat(house.cache.tryNext(result)).isFalse();
    house.log.holds = false;
    house.log.release();
    assertThat(waiting).isCompletedWithValue(List.of(new ValueRun(1_001, 1, 50)));
  }

  @Test
  void shouldNotHandOutWhatAChangeGivesBack() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    house.draw(3);
    house.log.holds = true;
    assertThat(house.cache.retire()).isTrue();
    SequenceRecord stored = house.log.stored();
    Position standing = house.cache.freeze(stored);
    SequenceRecord altered = stored.nextEpoch(stored.options(), standing);
    house.log.put(altered);
    house.log.release(); // nothing is given back by this any more
    assertThat(house.hits()).isFalse();
    house.log.holds = false;
    house.cache.install(altered);

    assertThat(house.draw(2)).containsExactly(standing.value() + 1, standing.value() + 2);
  }

  @Test
  void shouldEndAtTheLimitAndLeaveTheSequenceAsItIs() {
    CacheHouse house =
        new CacheHouse(SequenceOptions.builder().max(5L).build(), new BlockLimits(3, 3, 1));
    assertThat(house.draw(4)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(failure(house.cache.reserve(2, CacheHouse.TIMEOUT_NANOS)))
        .isEqualTo(ErrorCode.SEQUENCE_LIMIT);
    assertThat(house.drawNow()).isEqualTo(5);
    for (int again = 0; again < 3; again++) {
      CompletableFuture<Long> beyond = house.next();
      assertThat(failure(beyond)).isEqualTo(ErrorCode.SEQUENCE_LIMIT);
      assertThatThrownBy(beyond::join)
          .hasRootCauseMessage("nextval: reached maximum value of sequence \"s\" (5)");
    }
  }

  @Test
  void shouldCycleWithBlocksLongerThanTheCycle() {
    CacheHouse house =
        new CacheHouse(
            SequenceOptions.builder().min(1L).max(3L).start(2L).cycle(true).build(),
            new BlockLimits(10, 10, 1));
    assertThat(house.draw(8)).containsExactly(2L, 3L, 1L, 2L, 3L, 1L, 2L, 3L);
    assertThat(house.alter()).isEqualTo(new Position(3, true));
    assertThat(house.draw(2)).containsExactly(1L, 2L);
  }

  @Test
  void shouldRefuseToReserveNothingOrTooMuch() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    assertThat(failure(house.cache.reserve(0, 1))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failure(house.cache.reserve(-1, 1))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failure(house.cache.reserve(SegmentCache.REQUEST_MAX + 1, 1)))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);

    CacheHouse cycle =
        new CacheHouse(
            SequenceOptions.builder().max(3L).cycle(true).build(), new BlockLimits(3, 3, 1));
    assertThat(failure(cycle.cache.reserve(1_000_000, 1))).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void shouldSkipNothingWhereNothingMayBeSkipped() {
    CacheHouse house =
        new CacheHouse(
            SequenceOptions.builder().mode(SequenceMode.GAPLESS).build(), new BlockLimits(1, 1, 1));
    assertThat(house.draw(3)).containsExactly(1L, 2L, 3L);
    assertThat(house.log.stored().position()).isEqualTo(new Position(3, true));

    house.log.failNext(ErrorCode.DISK_FULL);
    assertThat(failure(house.next())).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(house.drawNow()).isEqualTo(4);

    house.log.holds = true;
    CompletableFuture<Long> hasty = house.cache.next(1);
    house.advance(1);
    house.log.release();
    assertThat(failure(hasty)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(house.drawNow()).isEqualTo(5);
  }

  @Test
  void shouldGiveEachSessionBlocksOfOneEpoch() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    SessionBlocks session = new SessionBlocks(house.cache, new BlockLimits(5, 5, 1), () -> 1);
    LongResult result = new LongResult();
    assertThat(session.next(CacheHouse.TIMEOUT_NANOS)).isCompletedWithValue(1L);
    assertThat(session.tryNext(result)).isTrue();

    house.alter();

    assertThat(session.tryNext(result)).isFalse();
    assertThat(session.next(CacheHouse.TIMEOUT_NANOS)).isCompletedWithValue(6L);
    assertThat(house.cache.statistics().wasted()).isEqualTo(3);

    session.drop();
    assertThat(session.tryNext(result)).isFalse();
    assertThat(house.cache.statistics().wasted()).isEqualTo(7);
    assertThat(house.cache.statistics().idle()).isZero();
  }

  @Test
  void shouldRefuseABlockOfAnEpochThatEndedOnItsWay() {
    CacheHouse house = CacheHouse.withBlocksOf(10);
    SessionBlocks session = new SessionBlocks(house.cache, new BlockLimits(5, 5, 1), () -> 1);
    house.log.holds = true;
    CompletableFuture<Long> first = session.next(CacheHouse.TIMEOUT_NANOS);
    CompletableFuture<Long> second = session.next(CacheHouse.TIMEOUT_NANOS);
    Runnable tell = house.log.releaseSilently();
    house.alter();
    tell.run();
    house.log.release();

    assertThat(first).isCompletedWithValue(6L);
    assertThat(second).isCompletedWithValue(7L);
  }
}
