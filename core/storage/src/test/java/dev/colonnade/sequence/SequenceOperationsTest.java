package dev.colonnade.sequence;

import static dev.colonnade.sequence.SequenceFixture.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.GaplessAllocation;
import dev.colonnade.store.MemoryStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that failed changes have no effect, and that messages and SQLSTATEs are PostgreSQL's. */
class SequenceOperationsTest {
  private static final SequenceConfig CONFIG =
      SequenceConfig.DEFAULT.withCacheMin(10).withIdle(Duration.ofSeconds(10));

  private MemoryStore store = new MemoryStore();
  private SequenceFixture fixture = new SequenceFixture(store, CONFIG, Runnable::run);
  private SequenceSession session = fixture.newSession();

  @AfterEach
  void close() {
    fixture.mvcc.close();
  }

  @Test
  void shouldRejectUnknownSequences() {
    assertRefusal(
        "sequence \"nope\" does not exist", "42P01", () -> fixture.operations.drop("nope"));
    assertRefusal(
        "sequence \"nope\" does not exist",
        "42P01",
        () -> fixture.operations.alter("nope", SequenceChange.restartAtStart()));
    assertRefusal(
        "sequence \"nope\" does not exist", "42P01", () -> fixture.operations.rename("nope", "n"));
    assertRefusal(
        "relation \"nope\" does not exist", "42P01", () -> fixture.sequences.require("nope"));
    assertRefusal(
        "relation \"nope\" does not exist",
        "42P01",
        () -> fixture.operations.setValue("nope", 1, true));
    assertThat(fixture.sequences.find(99)).isNull();
  }

  @Test
  void shouldRejectDuplicateAndInvalidNames() {
    create("s");
    create("t");
    assertRefusal("relation \"s\" already exists", "42P07", () -> create("s"));
    assertRefusal(
        "relation \"t\" already exists", "42P07", () -> fixture.operations.rename("s", "t"));
    assertRefusal(ErrorCode.INVALID_NAME, () -> create(""));
    assertRefusal(ErrorCode.INVALID_NAME, () -> create("s".repeat(256)));
    assertRefusal(ErrorCode.INVALID_NAME, () -> create("a\nb"));
    assertThat(fixture.sequences.all()).extracting(Sequence::name).containsExactly("s", "t");
  }

  @Test
  void shouldRejectValuesOutOfBounds() {
    Sequence sequence =
        fixture.operations.create("s1", SequenceOptions.builder().max(100L).build());
    next(session, sequence);

    assertRefusal(
        "setval: value 101 is out of bounds for sequence \"s1\" (1..100)",
        "22003",
        () -> session.setValue(sequence, 101, true));
    assertRefusal(
        "setval: value 0 is out of bounds for sequence \"s1\" (1..100)",
        "22003",
        () -> session.setValue(sequence, 0, false));
    assertThat(session.currentValue(sequence)).isEqualTo(1);
    assertThat(next(session, sequence)).isEqualTo(2);
  }

  @Test
  void shouldCreateNothingWhenTheDiskIsFull() {
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    assertRefusal(ErrorCode.DISK_FULL, () -> create("s"));
    assertThat(fixture.sequences.find("s")).isNull();

    assertThat(next(session, create("s"))).isEqualTo(1);
    crash();
    assertThat(fixture.sequences.all()).hasSize(1);
  }

  @Test
  void shouldChangeNothingWhenTheDiskIsFull() {
    Sequence sequence = create("s");
    next(session, sequence);
    next(session, sequence);

    store.faults().failAllWrites(ErrorCode.DISK_FULL);
    SequenceChange change = SequenceChange.builder().increment(5).build();
    assertRefusal(ErrorCode.DISK_FULL, () -> fixture.operations.alter("s", change));
    assertRefusal(ErrorCode.DISK_FULL, () -> fixture.operations.rename("s", "t"));
    assertRefusal(ErrorCode.DISK_FULL, () -> fixture.operations.drop("s"));
    assertRefusal(ErrorCode.DISK_FULL, () -> session.setValue(sequence, 50, true));

    assertThat(next(session, sequence)).isEqualTo(3); // still from the cache
    assertThat(sequence.name()).isEqualTo("s");
    store.faults().heal();
    assertThat(next(session, sequence)).isEqualTo(4);
    assertThat(sequence.statistics().wasted()).isZero();
  }

  @Test
  void shouldChangeNothingWhenAChangeContradictsItself() {
    Sequence sequence = create("s");
    next(session, sequence);

    assertRefusal(
        "RESTART value (-1) cannot be less than MINVALUE (1)",
        "22023",
        () ->
            fixture.operations.alter(
                "s", SequenceChange.builder().restart(OptionChange.to(-1)).build()));
    assertRefusal(
        "INCREMENT must not be zero",
        "22023",
        () -> fixture.operations.alter("s", SequenceChange.builder().increment(0).build()));

    assertThat(sequence.description().epoch()).isEqualTo(1);
    assertThat(next(session, sequence)).isEqualTo(2);
  }

  @Test
  void shouldAllocateNothingAfterAChangeWithUnknownOutcome() {
    Sequence sequence = create("s");
    next(session, sequence);
    store.faults().failWrite(1, ErrorCode.COMMIT_UNKNOWN);

    assertRefusal(
        ErrorCode.COMMIT_UNKNOWN,
        () -> fixture.operations.alter("s", SequenceChange.builder().increment(5).build()));

    assertThat(session.tryNext(sequence, new LongResult())).isFalse();
    assertRefusal(ErrorCode.STORE_IO, () -> next(session, sequence));
  }

  @Test
  void shouldKeepItsIdentityWhenRenamed() {
    Sequence sequence = create("s");
    next(session, sequence);

    fixture.operations.rename("s", "t");

    assertThat(fixture.sequences.require("t")).isSameAs(sequence);
    assertThat(fixture.sequences.find("s")).isNull();
    assertThat(sequence.name()).isEqualTo("t");
    assertThat(next(session, sequence)).isEqualTo(2);
    assertThat(session.currentValue(sequence)).isEqualTo(2);
    crash();
    assertThat(fixture.sequences.require("t").id()).isEqualTo(sequence.id());
  }

  @Test
  void shouldForgetCurrentValueOfADroppedSequence() {
    Sequence before = create("s");
    assertRefusal(
        "currval of sequence \"s\" is not yet defined in this session",
        "55000",
        () -> session.currentValue(before));
    assertRefusal("lastval is not yet defined in this session", "55000", () -> session.lastValue());
    next(session, before);
    assertThat(session.lastValue()).isEqualTo(1);

    fixture.operations.drop("s");
    Sequence after = create("s");

    assertRefusal(ErrorCode.VALUE_NOT_DRAWN, () -> session.currentValue(after));
    assertRefusal(ErrorCode.VALUE_NOT_DRAWN, () -> session.lastValue());
    assertRefusal(ErrorCode.UNKNOWN_SEQUENCE, () -> next(session, before));
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat(next(session, after)).isEqualTo(1);
  }

  /** Same behavior as PostgreSQL 15: currval outlives RESTART, not DISCARD. */
  @Test
  void shouldKeepCurrentValueUntilItIsDiscarded() {
    Sequence sequence = create("s");
    next(session, sequence);
    next(session, sequence);

    fixture.operations.alter("s", SequenceChange.restartAtStart());
    assertThat(session.currentValue(sequence)).isEqualTo(2);
    session.setValue(sequence, 7, true);
    assertThat(session.lastValue()).isEqualTo(7);

    session.discardSequences();
    assertRefusal(ErrorCode.VALUE_NOT_DRAWN, () -> session.currentValue(sequence));
    assertRefusal(ErrorCode.VALUE_NOT_DRAWN, () -> session.lastValue());
  }

  /** Simulates a connection pool that resets each session on return. */
  @Test
  void shouldLoseNothingWhenSessionsAreReset() {
    Sequence sequence = create("s");
    for (long value = 1; value <= 1_000; value++) {
      assertThat(next(session, sequence)).isEqualTo(value);
      session.discardAll();
    }
    assertThat(sequence.statistics().wasted()).isZero();
    assertThat(sequence.statistics().refills()).isLessThan(110);
  }

  @Test
  void shouldSwitchTheMethodWithoutRepeatingAValue() {
    Sequence sequence = create("s");
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      session.cacheMethod(i % 3 == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER);
      assertThat(seen.add(next(session, sequence))).isTrue();
      assertThat(seen.add(next(session, sequence))).isTrue();
    }
    session.discardAll();
    assertThat(session.cacheMethod()).isEqualTo(CacheMethod.SERVER);
  }

  @Test
  void shouldRejectInvalidSettings() {
    assertRefusal(ErrorCode.INVALID_ARGUMENT, () -> session.sequenceRange(0));
    assertRefusal(ErrorCode.INVALID_ARGUMENT, () -> session.sequenceCacheMin(-1));
    assertRefusal(ErrorCode.INVALID_ARGUMENT, () -> CacheMethod.of("disk"));
    assertThat(CacheMethod.of("Connection")).isEqualTo(CacheMethod.CONNECTION);
  }

  @Test
  void shouldEvictAnIdleSequence() {
    Sequence sequence = create("s");
    next(session, sequence);
    IdleCacheEvictor sweep = new IdleCacheEvictor(fixture.sequences);

    sweep.run();
    fixture.nanos.addAndGet(Duration.ofSeconds(9).toNanos());
    next(session, sequence);
    sweep.run();
    fixture.nanos.addAndGet(Duration.ofSeconds(9).toNanos());
    sweep.run();
    assertThat(sequence.statistics().idle()).isPositive();

    fixture.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    sweep.run();
    assertThat(sequence.statistics().idle()).isZero();
    assertThat(sequence.description().lastValue()).isEqualTo(2);
    assertThat(session.tryNext(sequence, new LongResult())).isFalse();
    assertThat(next(session, sequence)).isEqualTo(3);
  }

  @Test
  void shouldAllocateWithinABatchAtomically() {
    Sequence sequence =
        fixture.operations.create(
            "s", SequenceOptions.builder().mode(SequenceMode.GAPLESS).build());
    assertThat(next(session, sequence)).isEqualTo(1);

    assertThat(fixture.sequences.newGaplessAllocation(sequence).next()).isEqualTo(2); // abandoned
    Mutations first = allocateTwo(sequence);
    Mutations second = allocateTwo(sequence);
    fixture.mvcc.pipeline.commit(first);
    assertRefusal(ErrorCode.SERIALIZATION_FAILURE, () -> fixture.mvcc.pipeline.commit(second));

    assertThat(next(session, sequence)).isEqualTo(4); // the value after the committed ones
  }

  private Mutations allocateTwo(Sequence sequence) {
    GaplessAllocation allocation = fixture.sequences.newGaplessAllocation(sequence);
    assertThat(allocation.next()).isEqualTo(2);
    assertThat(allocation.next()).isEqualTo(3);
    Mutations mutations = new Mutations();
    allocation.addTo(mutations);
    return mutations;
  }

  private Sequence create(String name) {
    return fixture.operations.create(name, SequenceOptions.defaults());
  }

  private void crash() {
    store = store.crash();
    fixture = new SequenceFixture(store, CONFIG, Runnable::run);
    session = fixture.newSession();
  }

  private static void assertRefusal(String message, String sqlState, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e).hasMessage(message);
              assertThat(e.code().sqlState()).isEqualTo(sqlState);
            });
  }

  private static void assertRefusal(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
