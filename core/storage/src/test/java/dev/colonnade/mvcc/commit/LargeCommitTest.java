package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

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

  private final MemoryStore store = new MemoryStore();
  private final MvccFixture fixture =
      new MvccFixture(store, GroupParticipant.NONE, CHUNKS, UnaryOperator.identity());

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
}
