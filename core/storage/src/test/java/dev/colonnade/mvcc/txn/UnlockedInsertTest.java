package dev.colonnade.mvcc.txn;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.store.Durability;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parts of rows that a transaction inserts without locks, as entries of unique indexes, and changes
 * afterwards, while another transaction inserts the same part.
 */
class UnlockedInsertTest {
  /** More writes than are spilled and committed in chunks. */
  private static final int MANY = 40;

  @TempDir private Path folder;

  private TransactionFixture fixture(boolean spills) {
    return new TransactionFixture(TransactionLimits.DEFAULT, spills ? folder : null);
  }

  private static RowWriteBatch rows(int count) {
    RowWriteBatch rows = new RowWriteBatch(2 * count);
    for (int i = 0; i < count; i++) {
      String number = "%03d".formatted(i);
      rows.row(key("r" + number), value("row"));
      rows.part(key("u" + number), value("entry of the first"), true);
    }
    return rows;
  }

  private static @Nullable String read(TransactionFixture fixture, String key) {
    return MvccFixture.text(fixture.reads.get(key(key), fixture.reads.latest()));
  }

  /** Changes a part after the insert, and commits after another transaction has inserted it. */
  private static void conflict(
      TransactionFixture fixture, int count, Consumer<Transaction> change) {
    try (Transaction first = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      assertThat(first.insertAll(rows(count)).isEmpty()).isTrue();
      fixture.pipeline.commit(
          new Mutations()
              .put(key("s"), value("row"), Condition.ABSENT)
              .putPart(key("u001"), value("entry of the second"), Condition.ABSENT));
      change.accept(first);
      ColonnadeException failure =
          catchThrowableOfType(ColonnadeException.class, () -> first.commit(Durability.SYNC));
      assertThat(failure).isNotNull();
      assertThat(failure.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
      assertThat(first.duplicateKey()).isEqualTo(key("u001"));
    }
    assertThat(read(fixture, "u001")).isEqualTo("entry of the second");
    assertThat(read(fixture, "r001")).isNull();
    assertThat(read(fixture, "u002")).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotDeleteThePartOfAnotherTransaction(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      conflict(fixture, spills ? MANY : 3, first -> first.deletePart(key("u001")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotReplaceThePartOfAnotherTransaction(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      conflict(fixture, spills ? MANY : 3, first -> first.putPart(key("u001"), value("changed")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotReplaceThePartOfAnotherTransactionByThatOfAnotherRow(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      conflict(
          fixture,
          spills ? MANY : 3,
          first -> {
            first.deletePart(key("u001"));
            RowWriteBatch again = new RowWriteBatch(1);
            again.part(key("u001"), value("entry of the third"), true);
            assertThat(first.insertAll(again).isEmpty()).isTrue();
          });
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotDeleteManyPartsOfOtherTransactions(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      int count = spills ? MANY : 3;
      conflict(
          fixture,
          count,
          first -> {
            RowWriteBatch deleted = new RowWriteBatch(count);
            for (int i = 0; i < count; i++) {
              deleted.deletedPart(key("u%03d".formatted(i)), true);
            }
            first.lockParts(deleted.uniqueKeys(), LockWaitPolicy.FOREVER);
            first.changeParts(deleted, false);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCommitPartsThatItDeletesAndInsertsAgain(boolean spills) {
    int count = spills ? MANY : 3;
    try (TransactionFixture fixture = fixture(spills)) {
      try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
        assertThat(transaction.insertAll(rows(count)).isEmpty()).isTrue();
        for (String key : List.of("u000", "u001", "u002")) {
          transaction.deletePart(key(key));
        }
        transaction.putPart(key("u002"), value("again"));
        transaction.commit(Durability.SYNC);
      }
      assertThat(read(fixture, "u000")).isNull();
      assertThat(read(fixture, "u001")).isNull();
      assertThat(read(fixture, "u002")).isEqualTo("again");
      assertThat(read(fixture, "r001")).isEqualTo("row");
    }
  }
}
