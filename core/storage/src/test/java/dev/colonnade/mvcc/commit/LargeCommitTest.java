package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of commits in chunks of two rows. */
class LargeCommitTest {
  private static final int ROWS = 11;
  private static final CommitOptions CHUNKS =
      new CommitOptions(
          Durability.SYNC,
          new BatchLimits(100, 10_000, new MutationChunks.Size(2, 10_000)),
          GroupLimits.DEFAULT,
          4,
          8);

  private static final CommitOptions FILES =
      new CommitOptions(
          Durability.SYNC,
          new BatchLimits(100, 10_000, new MutationChunks.Size(2, 10_000), 1),
          GroupLimits.DEFAULT,
          4,
          8);

  private MemoryStore store = new MemoryStore();
  private MvccFixture fixture = fixture(CHUNKS);

  private MvccFixture fixture(CommitOptions options) {
    return new MvccFixture(store, GroupParticipant.NONE, options, UnaryOperator.identity());
  }

  private static String name(int row) {
    return "row%02d".formatted(row);
  }

  private static Mutations rows(Condition ofLast) {
    Mutations rows = new Mutations();
    for (int row = 0; row < ROWS; row++) {
      rows.put(key(name(row)), value("new"), row == ROWS - 1 ? ofLast : Condition.ANY);
    }
    return rows;
  }

  private void assertNoRows() {
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name(row))).isNull();
    }
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldCommitOnAnInterruptedThread() {
    Thread.currentThread().interrupt();
    CommitResult result = fixture.pipeline.commit(rows(Condition.ANY));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.insertedCount()).isEqualTo(ROWS);
    assertThat(fixture.get(name(ROWS - 1))).isEqualTo("new");
  }

  @Test
  void shouldUndoTheChunksBeforeOneThatCannotCommit() {
    assertCode(
        () -> fixture.pipeline.commit(rows(Condition.versionIs(1))),
        ErrorCode.SERIALIZATION_FAILURE);
    assertNoRows();
  }

  @Test
  void shouldUndoTheChunksBeforeOneThatCannotBeWritten() {
    store.faults().failWrite(2, ErrorCode.DISK_FULL);
    assertCode(() -> fixture.pipeline.commit(rows(Condition.ANY)), ErrorCode.DISK_FULL);
    assertNoRows();
    fixture.pipeline.commit(rows(Condition.ANY));
    assertThat(fixture.get(name(0))).isEqualTo("new");
  }

  @Test
  void shouldIngestNewRowsBesideOthers() {
    fixture = fixture(FILES);
    fixture.put(name(4), "old");
    long before = fixture.reads.latest();
    CommitResult result = fixture.pipeline.commit(rows(Condition.ABSENT));
    assertThat(result.insertedCount()).isEqualTo(ROWS - 1);
    assertThat(result.updatedCount()).isEqualTo(1);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name(row))).isEqualTo("new");
      assertThat(fixture.get(name(row), before)).isEqualTo(row == 4 ? "old" : null);
    }
  }

  @Test
  void shouldRefuseAnIngestedRowThatExists() {
    fixture = fixture(FILES);
    fixture.put(name(ROWS - 1), "old");
    assertCode(() -> fixture.pipeline.commit(rows(Condition.ABSENT)), ErrorCode.UNIQUE_VIOLATION);
    assertThat(fixture.get(name(ROWS - 1))).isEqualTo("old");
    assertThat(fixture.get(name(0))).isNull();
  }

  /** The writes are the record of the file, the file, its statistics, and the end. */
  @Test
  void shouldUndoIngestedRowsWhenAnyWriteFails() {
    fixture = fixture(FILES);
    for (int write = 1; write <= 4; write++) {
      store.faults().failWrite(write, ErrorCode.DISK_FULL);
      assertCode(() -> fixture.pipeline.commit(rows(Condition.ANY)), ErrorCode.DISK_FULL);
      assertNoRows();
    }
    assertThat(fixture.pipeline.commit(rows(Condition.ANY)).insertedCount()).isEqualTo(ROWS);
    assertThat(fixture.get(name(0))).isEqualTo("new");
  }

  /**
   * The writer is checked before each chunk that it validates, and then before each chunk that
   * belongs to the first write: a chunk, or a file with all of them.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotCommitWhenCanceledBeforeTheFirstWrite(boolean ingests) {
    fixture = fixture(ingests ? FILES : CHUNKS);
    int chunks = (ROWS + 1) / 2;
    int checks = chunks + (ingests ? chunks : 1);
    for (int canceledAt = 1; canceledAt <= checks; canceledAt++) {
      AtomicInteger left = new AtomicInteger(canceledAt);
      assertCode(() -> commitUntil(() -> left.decrementAndGet() == 0), ErrorCode.CANCELED);
      assertNoRows();
    }
    AtomicInteger count = new AtomicInteger();
    commitUntil(() -> count.incrementAndGet() > checks);
    assertThat(count).hasValue(checks);
    assertThat(fixture.get(name(0))).isEqualTo("new");
    assertThat(fixture.get(name(ROWS - 1))).isEqualTo("new");
  }

  private void commitUntil(BooleanSupplier isCanceled) {
    Runnable check =
        () -> {
          if (isCanceled.getAsBoolean()) {
            throw new ColonnadeException(ErrorCode.CANCELED, "canceled by the test");
          }
        };
    InterruptionPoint.run(check, () -> fixture.pipeline.commit(rows(Condition.ANY)));
  }

  @Test
  void shouldNotInterruptTheCommandsOfALeader() {
    Runnable check =
        () -> {
          throw new ColonnadeException(ErrorCode.CANCELED, "canceled by the test");
        };
    InterruptionPoint.run(
        check,
        () ->
            fixture.pipeline.exclusive(
                context -> {
                  InterruptionPoint.check();
                  return true;
                }));
  }

  private void putOldRows() {
    for (int row = 0; row < ROWS; row++) {
      fixture.put(name(row), "old");
    }
  }

  private static Mutations updatesAndDeletes() {
    Mutations rows = new Mutations();
    for (int row = 0; row < ROWS; row++) {
      if (row % 3 == 0) {
        rows.delete(key(name(row)), Condition.PRESENT);
      } else {
        rows.put(key(name(row)), value("new"), Condition.PRESENT);
      }
    }
    return rows;
  }

  private void assertOldRows() {
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name(row))).isEqualTo("old");
    }
  }

  /** Garbage collection repeats a step only after a command that may have changed the history. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldChangeAnyRowAndNotTheHistory(boolean ingests) {
    fixture = fixture(ingests ? FILES : CHUNKS);
    fixture.put("other", "old");
    long before = fixture.reads.latest();
    fixture.pipeline.commit(rows(Condition.ANY));
    fixture.pipeline.exclusive(
        context -> {
          assertThat(context.isUnchangedSince(key(name(0)), before)).isFalse();
          assertThat(context.isUnchangedSince(key("other"), before)).isFalse();
          assertThat(context.isUntouchedSince(before)).isTrue();
          context.touchAll();
          return true;
        });
    fixture.pipeline.exclusive(
        context -> {
          assertThat(context.isUntouchedSince(before)).isFalse();
          return true;
        });
  }

  /** Deletes are evaluated by the leader only; other rows also by their writer. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldPassOverDeletesOnce(boolean isDeletesOnly) {
    putOldRows();
    Mutations deletes = new Mutations();
    for (int row = 0; row < ROWS; row++) {
      deletes.delete(key(name(row)), Condition.ANY);
    }
    AtomicInteger passes = new AtomicInteger();
    MutationChunks rows = MutationChunks.of(deletes);
    MutationChunks counted =
        new MutationChunks() {
          @Override
          public void forEach(Size max, Consumer<Mutations> visitor) {
            passes.incrementAndGet();
            rows.forEach(max, visitor);
          }

          @Override
          public boolean isDeletesOnly() {
            return isDeletesOnly;
          }
        };
    CommitResult result = fixture.pipeline.commit(counted, new Mutations(), Durability.SYNC);
    assertThat(result.deletedCount()).isEqualTo(ROWS);
    assertNoRows();
    assertThat(passes).hasValue(isDeletesOnly ? 1 : 2);
  }

  @Test
  void shouldWriteUpdatesAndDeletes() {
    fixture = fixture(FILES);
    putOldRows();
    long before = fixture.reads.latest();
    CommitResult result = fixture.pipeline.commit(updatesAndDeletes());
    assertThat(result.deletedCount()).isEqualTo(4);
    assertThat(result.updatedCount()).isEqualTo(ROWS - 4);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name(row))).isEqualTo(row % 3 == 0 ? null : "new");
      assertThat(fixture.get(name(row), before)).isEqualTo("old");
    }
  }

  @Test
  void shouldUndoChangesWhenAnyWriteFails() {
    fixture = fixture(FILES);
    putOldRows();
    for (int write = 1; write <= 4; write++) {
      long before = fixture.reads.latest();
      store.faults().failWrite(write, ErrorCode.DISK_FULL);
      assertCode(() -> fixture.pipeline.commit(updatesAndDeletes()), ErrorCode.DISK_FULL);
      assertOldRows();
      assertThat(fixture.get(name(0), before)).isEqualTo("old");
    }
    assertThat(fixture.pipeline.commit(updatesAndDeletes()).deletedCount()).isEqualTo(4);
  }

  @Test
  void shouldUndoChangesAfterACrash() {
    fixture = fixture(FILES);
    putOldRows();
    for (int write = 1; write <= 4; write++) {
      store.faults().failWrite(write, ErrorCode.COMMIT_UNKNOWN);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> fixture.pipeline.commit(updatesAndDeletes()));
      store = store.crash(10);
      fixture = fixture(FILES);
      assertOldRows();
    }
    fixture.pipeline.commit(updatesAndDeletes());
    assertThat(fixture.get(name(0))).isNull();
  }

  @Test
  void shouldUndoIngestedRowsAfterACrash() {
    fixture = fixture(FILES);
    for (int write = 1; write <= 4; write++) {
      store.faults().failWrite(write, ErrorCode.COMMIT_UNKNOWN);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> fixture.pipeline.commit(rows(Condition.ANY)));
      store = store.crash(10);
      fixture = fixture(FILES);
      assertNoRows();
    }
    fixture.pipeline.commit(rows(Condition.ANY));
    assertThat(fixture.get(name(0))).isEqualTo("new");
  }
}
