package dev.colonnade.mvcc.txn;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.store.Durability;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes of locked rows that the transaction has not read under their locks. */
class UnreadDeleteTest {
  private static final List<Key> KEYS = List.of(key("c"), key("a"), key("e"));
  private static final KeySpan SPAN = KeySpan.around(KEYS);

  @TempDir private Path folder;

  private TransactionFixture fixture(boolean spills) {
    TransactionFixture fixture =
        new TransactionFixture(TransactionLimits.DEFAULT, spills ? folder : null);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      put(fixture, name, "old");
    }
    return fixture;
  }

  private static void put(TransactionFixture fixture, String name, String text) {
    fixture.pipeline.commit(new Mutations().put(key(name), value(text), Condition.ANY));
  }

  private static @Nullable String read(TransactionFixture fixture, String name) {
    return MvccFixture.text(fixture.reads.get(key(name), fixture.reads.latest()));
  }

  private static @Nullable Condition lock(Transaction transaction) {
    return transaction.lockUnread(KEYS, SPAN, LockWaitPolicy.NOWAIT);
  }

  private static void delete(Transaction transaction) {
    Condition condition = requireNonNull(lock(transaction), "rows may have changed");
    RowWriteBatch batch = new RowWriteBatch(KEYS.size());
    KEYS.forEach(each -> batch.delete(each, condition));
    transaction.changeAll(batch);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldDelete(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
        transaction.get(key("a"));
        delete(transaction);
        assertThat(transaction.get(key("c"))).isNull();
        assertThat(transaction.commit(Durability.SYNC).deletedCount()).isEqualTo(3);
      }
      assertThat(read(fixture, "a")).isNull();
      assertThat(read(fixture, "b")).isEqualTo("old");
      assertThat(read(fixture, "e")).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRollBack(boolean spills) {
    try (TransactionFixture fixture = fixture(spills)) {
      try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
        Savepoint before = transaction.savepoint();
        delete(transaction);
        transaction.rollbackTo(before);
        assertThat(transaction.get(key("c"))).isNotNull();
        transaction.commit(Durability.SYNC);
      }
      assertThat(read(fixture, "a")).isEqualTo("old");
    }
  }

  @ParameterizedTest
  @EnumSource(IsolationLevel.class)
  void shouldHaveToReadRowsThatMayHaveChanged(IsolationLevel isolation) {
    try (TransactionFixture fixture = fixture(false);
        Transaction transaction = fixture.begin(isolation)) {
      transaction.get(key("z"));
      put(fixture, "f", "other");
      boolean isKnown = isolation == IsolationLevel.SERIALIZABLE;
      assertThat(lock(transaction) != null).isEqualTo(isKnown);
      put(fixture, "c", "new");
      assertThat(lock(transaction)).isNull();
    }
  }

  /** The first transaction to lock the rows changes one of them, and the second one waits. */
  @ParameterizedTest
  @EnumSource(IsolationLevel.class)
  void shouldHaveToReadRowsThatAnEarlierOwnerOfALockHasChanged(IsolationLevel isolation) {
    try (TransactionFixture fixture = fixture(false);
        Transaction transaction = fixture.begin(isolation);
        Transaction first = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      transaction.get(key("z"));
      first.lock(key("c"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      first.put(key("c"), value("new"));
      assertThatExceptionOfType(ColonnadeException.class).isThrownBy(() -> lock(transaction));
      first.commit(Durability.SYNC);
      assertThat(lock(transaction)).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"false,new", "false,", "true,new", "true,"})
  void shouldNotDeleteARowThatChangesWithoutALock(boolean spills, @Nullable String text) {
    try (TransactionFixture fixture = fixture(spills)) {
      try (Transaction transaction = fixture.begin(IsolationLevel.REPEATABLE_READ)) {
        delete(transaction);
        if (text == null) {
          fixture.pipeline.commit(new Mutations().delete(key("c"), Condition.PRESENT));
        } else {
          put(fixture, "c", text);
        }
        assertThatExceptionOfType(ColonnadeException.class)
            .isThrownBy(() -> transaction.commit(Durability.SYNC))
            .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      }
      assertThat(read(fixture, "a")).isEqualTo("old");
      assertThat(read(fixture, "c")).isEqualTo(text);
    }
  }
}
