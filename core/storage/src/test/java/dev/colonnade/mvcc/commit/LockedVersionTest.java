package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Test of commits that are evaluated from the versions that their writers have read. */
class LockedVersionTest {
  private final ReadingStore store = new ReadingStore();
  private final MvccFixture fixture = new MvccFixture(store, GroupParticipant.NONE);

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Reads a row as a transaction does that has locked it. */
  private Condition read(String key) {
    long readAt = fixture.reads.newest();
    byte[] stored = requireNonNull(store.get(Space.ROWS, key(key)), "no row");
    store.keys.clear();
    return Condition.versionIs(new Condition.Read(stored, readAt));
  }

  private CommitResult commit(String key, String text, Condition condition) {
    return fixture.pipeline.commit(new Mutations().put(key(key), value(text), condition));
  }

  @Test
  void shouldNotReadTheRowAgain() {
    long first = fixture.put("a", "one");
    Condition seen = read("a");
    CommitResult result = commit("a", "two", seen);
    assertThat(store.keys).isEmpty();
    assertThat(fixture.get("a")).isEqualTo("two");
    assertThat(fixture.get("a", first)).isEqualTo("one");
    assertThat(result.timestamp()).isGreaterThan(first);
  }

  @Test
  void shouldReadOnlyTheOtherRowsOfABatch() {
    fixture.put("a", "one");
    fixture.put("b", "one");
    Condition seen = read("a");
    fixture.pipeline.commit(
        new Mutations()
            .put(key("a"), value("two"), seen)
            .put(key("b"), value("two"), Condition.PRESENT)
            .put(key("c"), value("two"), Condition.ABSENT));
    assertThat(store.keys).containsExactlyInAnyOrder(key("b"), key("c"));
    assertThat(fixture.get("a") + fixture.get("b") + fixture.get("c")).isEqualTo("twotwotwo");
  }

  @Test
  void shouldRefuseAChangeOfARowThatChangedSince() {
    fixture.put("a", "one");
    Condition seen = read("a");
    fixture.put("a", "two");
    assertChanged(seen);
    assertThat(fixture.get("a")).isEqualTo("two");
  }

  @Test
  void shouldRefuseAChangeOfARowThatWasDeletedSince() {
    fixture.put("a", "one");
    Condition seen = read("a");
    fixture.delete("a");
    assertChanged(seen);
    fixture.put("a", "one");
    assertChanged(seen);
  }

  @Test
  void shouldAcceptARowThatWasReadBeforeItsVersionWasPublished() {
    long first = fixture.put("a", "one");
    byte[] stored = requireNonNull(store.get(Space.ROWS, key("a")), "no row");
    store.keys.clear();
    commit("a", "two", Condition.versionIs(new Condition.Read(stored, first - 1)));
    assertThat(store.keys).isEmpty();
    assertThat(fixture.get("a")).isEqualTo("two");
  }

  @Test
  void shouldReadAgainWhenAnyKeyMayHaveChanged() {
    long first = fixture.put("a", "one");
    Condition seen = read("a");
    Mutations many = new Mutations();
    int count = CommitOptions.DEFAULT.conflictSlots();
    for (int i = 0; i < count; i++) {
      many.put(key("other" + i), value("x"), Condition.ANY);
    }
    fixture.pipeline.commit(many);
    store.keys.clear();
    commit("a", "two", seen);
    assertThat(store.keys).containsExactly(key("a"));
    assertThat(fixture.get("a")).isEqualTo("two");
    assertThat(fixture.get("a", first)).isEqualTo("one");
  }

  private void assertChanged(Condition seen) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> commit("a", "three", seen))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
  }

  /** Store that keeps in mind which rows are read. */
  private static final class ReadingStore extends ForwardingStore {
    private final List<Key> keys = new ArrayList<>();

    ReadingStore() {
      super(new MemoryStore());
    }

    private void reads(Space space, List<Key> read) {
      if (space == Space.ROWS) {
        keys.addAll(read);
      }
    }

    @Override
    public byte @Nullable [] get(Space space, Key key) {
      reads(space, List.of(key));
      return super.get(space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Space space, List<Key> read) {
      reads(space, read);
      return super.multiGet(space, read);
    }
  }
}
