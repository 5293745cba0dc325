package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.gc.GarbageCollectionResult;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.split.limit.LimitRecords;
import dev.colonnade.store.Durability;
import dev.colonnade.store.FormatGuard;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Test of large commits, in chunks of ten rows, that delete spans of at least three rows. */
class DeletedSpanCommitTest {
  private static final int ROWS = 30;

  private final MemoryStore files = new MemoryStore();
  private final CountingStore counted = new CountingStore(files);
  private final DeletedSpanStore store = new DeletedSpanStore(counted);
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
  private static MutationChunks chunks(KeySpan... spans) {
    return new SpanDeleteChunks(new SpanDelete(List.of(spans)));
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
            chunks(rows, new KeySpan(key("index1"), key("index122"))),
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
  void shouldDeleteWhatExistsAtTheCommit() {
    insert("row");
    fixture.delete(name("row", 15));
    fixture.delete(name("row", 16));
    long before = fixture.reads.latest();
    fixture.put(name("row", 15), "new");
    fixture.put("row00a", "new");
    fixture.delete(name("row", 20));
    long between = fixture.reads.latest();
    CommitResult result =
        fixture.pipeline.commit(
            chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    assertThat(result.deletedCount()).isEqualTo(ROWS - 1);
    assertThat(spans()).containsExactly("row00-row08", "row09-row19", "row21-row29");
    for (int row = 0; row < ROWS; row++) {
      boolean wasThere = row != 15 && row != 16;
      assertThat(fixture.get(name("row", row))).isNull();
      assertThat(fixture.get(name("row", row), before)).isEqualTo(wasThere ? "old" : null);
    }
    assertThat(fixture.get("row00a")).isNull();
    assertThat(fixture.get("row00a", between)).isEqualTo("new");
    assertThat(fixture.get(name("row", 15), between)).isEqualTo("new");
    assertThat(fixture.get(name("row", 20), between)).isNull();
  }

  @Test
  void shouldLimitTheBytesOfASpan() {
    String large = "row" + "x".repeat(3_000);
    for (int row = 0; row < 9; row++) {
      fixture.put(large + row, "old");
    }
    fixture.pipeline.commit(chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    assertThat(spans()).hasSize(3);
    for (int row = 0; row < 9; row++) {
      assertThat(fixture.get(large + row)).isNull();
    }
  }

  @Test
  void shouldReadOldVersionsWithoutTheHistory() {
    insert("row");
    long before = fixture.reads.latest();
    fixture.pipeline.commit(chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    counted.historyCursors = 0;
    assertThat(namesAt(before)).hasSize(ROWS);
    assertThat(fixture.get(name("row", 4), before)).isEqualTo("old");
    assertThat(namesAt(fixture.reads.latest())).isEmpty();
    assertThat(counted.historyCursors).isZero();
  }

  private List<String> namesAt(long timestamp) {
    List<String> names = new ArrayList<>();
    try (ReadView view = fixture.reads.open(timestamp);
        VersionCursor rows = view.cursor(KeySpan.prefix(key("row")))) {
      for (boolean more = rows.seekToFirst(); more; more = rows.next()) {
        names.add(text(rows.key().bytes()));
      }
    }
    return names;
  }

  @Test
  void shouldCountKeysThatAreDeletedAfterTheRead() {
    insert("row");
    long before = fixture.reads.latest();
    fixture.pipeline.commit(chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    try (ReadView view = fixture.reads.open(before);
        VersionCursor rows = view.cursor(KeySpan.prefix(key("row")))) {
      assertThat(rows.seekToFirst()).isTrue();
      assertThat(rows.next()).isTrue();
      assertThat(rows.versionsLookedUp()).isEqualTo(2);
    }
  }

  @Test
  void shouldUndoSpansWithoutWritesOfRows() {
    insert("row");
    long version = version(5);
    files.faults().failWrite(3, ErrorCode.DISK_FULL);
    counted.rowWrites = 0;
    assertFails(chunks(KeySpan.prefix(key("row"))), ErrorCode.DISK_FULL);
    assertThat(counted.rowWrites).isZero();
    assertThat(version(5)).isEqualTo(version);
    assertThat(spans()).isEmpty();
    assertThat(store.spans()).isEmpty();
  }

  private long version(int row) {
    Version version = fixture.reads.get(key(name("row", row)), fixture.reads.latest());
    return requireNonNull(version, "no such row").timestamp();
  }

  @Test
  void shouldShowAllRowsToReadersWhileSpansAreUndone() throws Exception {
    insert("row");
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Integer> least =
        CompletableFuture.supplyAsync(
            () -> {
              int count = ROWS;
              while (!isOver.get()) {
                count = Math.min(count, namesAt(fixture.reads.newest()).size());
              }
              return count;
            });
    try {
      for (int round = 0; round < 300; round++) {
        files.faults().failWrite(3, ErrorCode.DISK_FULL);
        assertFails(chunks(KeySpan.prefix(key("row"))), ErrorCode.DISK_FULL);
      }
    } finally {
      isOver.set(true);
    }
    assertThat(least.get()).isEqualTo(ROWS);
  }

  @Test
  void shouldRefuseToBeOpenedByEarlierVersions() {
    insert("row");
    assertThat(files.get(Space.META, FormatGuard.KEY)).isNull();
    CommitResult result =
        fixture.pipeline.commit(
            chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    byte[] guard = requireNonNull(files.get(Space.META, FormatGuard.KEY), "no guard");
    // Earlier versions regard it as limits of a table: a prefix, the id of a table, and a format.
    assertThat(LimitRecords.key(-1)).isEqualTo(FormatGuard.KEY);
    assertThat(guard[0]).isEqualTo((byte) 2);
    assertThat(LimitRecords.read(files)).isEmpty();
    fixture.collector.collect(result.timestamp(), Runnable::run).join();
    assertThat(spans()).isEmpty();
    assertThat(files.get(Space.META, FormatGuard.KEY)).isNull();
  }

  @Test
  void shouldCollectSpansWithoutWritesOfTheHistory() {
    insert("row");
    fixture.pipeline.commit(chunks(KeySpan.prefix(key("row"))), new Mutations(), Durability.SYNC);
    fixture.put(name("row", 3), "again");
    counted.historyWrites = 0;
    GarbageCollectionResult result =
        fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
    assertThat(result.tombstonesRemoved()).isEqualTo(ROWS - 1);
    assertThat(counted.historyWrites).isEqualTo(1); // the version that the put has replaced
    assertThat(spans()).isEmpty();
    assertThat(fixture.get(name("row", 3))).isEqualTo("again");
    assertThat(namesAt(fixture.reads.latest())).containsExactly(name("row", 3));
    assertThat(counted.approximateBytes(Space.HISTORY, KeySpan.ALL)).isZero();
  }

  @Test
  void shouldUndoSpansThatCannotAllBeWritten() {
    insert("row");
    files.faults().failWrite(3, ErrorCode.DISK_FULL);
    assertFails(chunks(KeySpan.prefix(key("row"))), ErrorCode.DISK_FULL);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isEqualTo("old");
    }
  }

  private static MutationChunks compactDeletes(String index, int... rows) {
    KeyDeletes deletes = new KeyDeletes(Mutation.Role.ROW);
    for (int row : rows) {
      deletes.add(key(name(index, row)), Condition.PRESENT);
    }
    return (max, visitor) -> visitor.accept(Mutations.of(deletes));
  }

  @Test
  void shouldDeleteScatteredKeysAsLists() {
    insert("row");
    long before = fixture.reads.latest();
    counted.rowWrites = 0;
    CommitResult result =
        fixture.pipeline.commit(
            compactDeletes("row", 1, 3, 5, 7, 9, 10, 11, 12, 20, 29),
            new Mutations(),
            Durability.SYNC);
    assertThat(result.deletedCount()).isEqualTo(10);
    assertThat(counted.rowWrites).isEqualTo(2);
    assertThat(spans()).containsExactly("row01-row07", "row09-row12");
    assertThat(lists()).containsExactly("row01,row03,row05,row07");
    List<Integer> deleted = List.of(1, 3, 5, 7, 9, 10, 11, 12, 20, 29);
    for (int row = 0; row < ROWS; row++) {
      assertThat(fixture.get(name("row", row))).isEqualTo(deleted.contains(row) ? null : "old");
      assertThat(fixture.get(name("row", row), before)).isEqualTo("old");
    }
    assertThat(namesAt(fixture.reads.latest())).hasSize(ROWS - 10);
    fixture.put(name("row", 3), "again");
    fixture.put(name("row", 4), "new");
    assertThat(fixture.get(name("row", 3), before)).isEqualTo("old");
    assertThat(fixture.get(name("row", 4), before)).isEqualTo("old");
    fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
    assertThat(spans()).isEmpty();
    assertThat(namesAt(fixture.reads.latest())).hasSize(ROWS - 9);
    assertThat(fixture.get(name("row", 3))).isEqualTo("again");
  }

  private List<String> lists() {
    return DeletedSpan.readAll(files).stream()
        .filter(span -> span.list() != null)
        .map(
            span -> {
              List<String> names = new ArrayList<>();
              for (int row = 0; row < ROWS; row++) {
                try (Arena arena = Arena.ofConfined()) {
                  MemorySegment bytes =
                      arena.allocateFrom(name("row", row)); // and a byte that is not in the key
                  if (span.search().contains(bytes.address(), name("row", row).length())) {
                    names.add(name("row", row));
                  }
                }
              }
              return String.join(",", names);
            })
        .toList();
  }

  @Test
  void shouldUndoListsWithoutWritesOfRows() {
    insert("row");
    long version = version(5);
    files.faults().failWrite(2, ErrorCode.DISK_FULL);
    counted.rowWrites = 0;
    assertFails(compactDeletes("row", 1, 3, 5, 7, 10, 12), ErrorCode.DISK_FULL);
    assertThat(counted.rowWrites).isZero();
    assertThat(version(5)).isEqualTo(version);
    assertThat(spans()).isEmpty();
    assertThat(store.spans()).isEmpty();
    assertThat(namesAt(fixture.reads.latest())).hasSize(ROWS);
  }

  @Test
  void shouldDeleteSinglyAmongManyOtherKeys() {
    for (int row = 0; row < 300; row++) {
      fixture.put("row" + (1_000 + row), "old");
    }
    KeyDeletes deletes = new KeyDeletes(Mutation.Role.ROW);
    for (int row = 0; row < 300; row += 50) {
      deletes.add(key("row" + (1_000 + row)), Condition.PRESENT);
    }
    fixture.pipeline.commit(
        (max, visitor) -> visitor.accept(Mutations.of(deletes)), new Mutations(), Durability.SYNC);
    assertThat(spans()).isEmpty();
    assertThat(namesAt(fixture.reads.latest())).hasSize(294);
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
