package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Test of large commits, in chunks of ten rows, that delete spans of at least three rows. */
class DeletedSpanCommitTest {
  private static final int ROWS = 30;

  private final MemoryStore files = new MemoryStore();
  private final DeletedSpanStore store = new DeletedSpanStore(files);
  private final MvccFixture fixture =
      new MvccFixture(
          store,
          GroupParticipant.NONE,
          new CommitOptions(
              Durability.SYNC,
              new BatchLimits(100, 10_000, new MutationChunks.Size(10, 10_000), 1 << 20, 3),
              GroupLimits.DEFAULT,
              4,
              8),
          UnaryOperator.identity());

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String name(String index, int row) {
    return index + "%02d".formatted(row);
  }

  private void insert(String index) {
    for (int row = 0; row < ROWS; row++) {
      fixture.put(name(index, row), "old");
    }
  }

  private static Mutations deletes(String index, int from, int to) {
    return deletes(new Mutations(), index, from, to);
  }

  private static Mutations deletes(Mutations mutations, String index, int from, int to) {
    for (int row = from; row < to; row++) {
      mutations.delete(key(name(index, row)), Condition.PRESENT);
    }
    return mutations;
  }

  /** Returns a commit of the delete of all keys of spans. */
  private static MutationChunks chunks(long readTimestamp, int rowCount, KeySpan... spans) {
    return new SpanDeleteChunks(new SpanDelete(List.of(spans), readTimestamp, rowCount));
  }

  private void assertFails(MutationChunks chunks, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> fixture.pipeline.commit(chunks, new Mutations(), Durability.SYNC))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldDeleteSpansOfKeys() {
    insert("row");
    insert("index1");
    fixture.delete(name("row", 7));
    long before = fixture.reads.latest();
    KeySpan rows = KeySpan.prefix(key("row"));
    CommitResult result =
        fixture.pipeline.commit(
            chunks(before, ROWS - 1, rows, new KeySpan(key("index1"), key("index122"))),
            new Mutations(),
            Durability.SYNC);
    assertThat(result.deletedCount()).isEqualTo(ROWS - 1);
    assertThat(spans())
        .containsExactly(
            "row00-row10", "row11-row20", "row21-row29", "index100-index109", "index110-index119");
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isNull();
      assertThat(fixture.get(name("row", row), before)).isEqualTo(row == 7 ? null : "old");
      assertThat(fixture.get(name("index1", row))).isEqualTo(row < 22 ? null : "old");
    }
  }

  @Test
  void shouldNotDeleteSpansWithARowThatHasChanged() {
    insert("row");
    long before = fixture.reads.latest();
    fixture.put(name("row", 25), "new");
    assertFails(chunks(before, ROWS, KeySpan.prefix(key("row"))), ErrorCode.SERIALIZATION_FAILURE);
    fixture.delete(name("row", 25));
    assertFails(chunks(before, ROWS, KeySpan.prefix(key("row"))), ErrorCode.SERIALIZATION_FAILURE);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isEqualTo(row == 25 ? null : "old");
    }
  }

  @Test
  void shouldRefuseASpanOfMoreRowsThanWereRead() {
    insert("row");
    assertFails(
        chunks(fixture.reads.latest(), ROWS - 1, KeySpan.prefix(key("row"))), ErrorCode.INTERNAL);
    assertThat(fixture.get(name("row", 0))).isEqualTo("old");
    assertThat(fixture.get(name("row", 29))).isEqualTo("old");
  }

  @Test
  void shouldUndoSpansThatCannotAllBeWritten() {
    insert("row");
    files.faults().failWrite(3, ErrorCode.DISK_FULL);
    assertFails(
        chunks(fixture.reads.latest(), ROWS, KeySpan.prefix(key("row"))), ErrorCode.DISK_FULL);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isEqualTo("old");
    }
  }

  private List<String> spans() {
    return DeletedSpan.readAll(files).stream()
        .map(span -> text(span.first().bytes()) + "-" + text(span.last().bytes()))
        .toList();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, US_ASCII);
  }

  @Test
  void shouldDeleteAdjacentRowsAsSpans() {
    insert("row");
    long before = fixture.reads.latest();
    CommitResult result = fixture.pipeline.commit(deletes("row", 0, 25));
    assertThat(result.deletedCount()).isEqualTo(25);
    assertThat(spans()).containsExactly("row00-row09", "row10-row19", "row20-row24");
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isEqualTo(row < 25 ? null : "old");
      assertThat(fixture.get(name("row", row), before)).isEqualTo("old");
    }
  }

  @Test
  void shouldNotIncludeARowThatIsNotDeleted() {
    insert("row");
    Mutations mutations = deletes("row", 0, 5);
    mutations.put(key(name("row", 5)), value("new"), Condition.PRESENT);
    deletes(mutations, "row", 6, 8);
    fixture.pipeline.commit(deletes(mutations, "row", 9, 20));
    assertThat(spans()).containsExactly("row00-row04", "row11-row19");
    assertThat(fixture.get(name("row", 5))).isEqualTo("new");
    assertThat(fixture.get(name("row", 8))).isEqualTo("old");
    for (int row : List.of(6, 7, 9, 10)) {
      assertThat(fixture.get(name("row", row))).isNull();
    }
  }

  @Test
  void shouldSpanRowsThatWereDeletedBefore() {
    insert("row");
    fixture.delete(name("row", 2));
    long before = fixture.reads.latest();
    Mutations mutations = deletes("row", 0, 2);
    fixture.pipeline.commit(deletes(mutations, "row", 3, 14));
    assertThat(spans()).containsExactly("row00-row10", "row11-row13");
    assertThat(fixture.get(name("row", 2), before)).isNull();
    assertThat(fixture.get(name("row", 1), before)).isEqualTo("old");
    fixture.put(name("row", 1), "again");
    assertThat(fixture.get(name("row", 1))).isEqualTo("again");
    assertThat(fixture.get(name("row", 1), before)).isEqualTo("old");
  }

  @Test
  void shouldNotSpanTwoIndexes() {
    insert("index1");
    insert("index2");
    Mutations mutations = deletes("index1", 22, 30);
    fixture.pipeline.commit(deletes(mutations, "index2", 0, 8));
    assertThat(spans()).containsExactly("index122-index129", "index202-index207");
  }

  @Test
  void shouldWriteFewRowsInSmallNumbers() {
    insert("row");
    fixture.pipeline.commit(deletes("row", 0, 12));
    assertThat(spans()).containsExactly("row00-row09");
    assertThat(fixture.get(name("row", 11))).isNull();
  }

  @Test
  void shouldForgetSpansWithoutVersions() {
    insert("row");
    long before = fixture.reads.latest();
    fixture.pipeline.commit(deletes("row", 0, 25));
    fixture.put(name("row", 3), "again");
    fixture.collector.collect(before, Runnable::run).join();
    assertThat(spans()).hasSize(3);
    fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
    assertThat(spans()).isEmpty();
    assertThat(store.spans()).isEmpty();
    assertThat(fixture.get(name("row", 2))).isNull();
    assertThat(fixture.get(name("row", 3))).isEqualTo("again");
    assertThat(fixture.get(name("row", 26))).isEqualTo("old");
  }
}
