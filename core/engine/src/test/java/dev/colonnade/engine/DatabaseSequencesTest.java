package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the sequences of a database: names, owners, sessions, restarts. */
class DatabaseSequencesTest {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  @TempDir private Path folder;

  private Database database;
  private Session session;

  @BeforeEach
  public void open() {
    database = TestDatabases.open(folder);
    session = database.session("me");
  }

  @AfterEach
  public void close() {
    session.close();
    database.close();
  }

  @Test
  void shouldAllocateValuesInOrder() {
    Sequence sequence = create("s", SequenceOptions.defaults());

    assertThat(next(sequence, 1_000)).isSorted().doesNotHaveDuplicates().startsWith(1L, 2L, 3L);
    assertThat(session.sequences().currentValue(sequence)).isEqualTo(1_000);
    assertThat(session.sequences().lastValue()).isEqualTo(1_000);
  }

  @Test
  void shouldReturnUnusedValuesWhenClosed() {
    next(create("s", SequenceOptions.defaults()), 3);

    reopen();

    assertThat(describe("s").lastValue()).isEqualTo(3);
    assertThat(next(database.sequences().require("s"), 2)).containsExactly(4L, 5L);
  }

  @Test
  void shouldNeverReuseAnId() {
    long first = create("s", SequenceOptions.defaults()).id();
    session.defineSequence(
        all -> {
          all.drop("s");
          return all;
        });

    reopen();

    assertThat(create("s", SequenceOptions.defaults()).id()).isGreaterThan(first);
  }

  @Test
  void shouldShareTheNamespaceOfTables() {
    create("s", SequenceOptions.defaults());
    TestDatabases.createTable(session, "t", TestDatabases.PLAIN);

    assertCode(() -> create("s", SequenceOptions.defaults()), ErrorCode.DUPLICATE_SEQUENCE);
    assertCode(() -> create("t", SequenceOptions.defaults()), ErrorCode.DUPLICATE_SEQUENCE);
    assertCode(
        () -> TestDatabases.createTable(session, "s", TestDatabases.PLAIN),
        ErrorCode.DUPLICATE_TABLE);
    assertCode(
        () -> session.defineSequence(all -> all.rename("s", "t")), ErrorCode.DUPLICATE_SEQUENCE);
    assertCode(
        () -> session.define(catalog -> catalog.renameTable("t", "s")), ErrorCode.DUPLICATE_TABLE);
  }

  @Test
  void shouldDropSequencesWithTheirOwners() {
    Table table = TestDatabases.createTable(session, "t", TestDatabases.PLAIN);
    int age = table.schema().column("age").id();
    int name = table.schema().column("name").id();
    Sequence ofAge =
        create("a", SequenceOptions.builder().ownedBy(new OwningColumn(table.id(), age)).build());
    create("n", SequenceOptions.builder().ownedBy(new OwningColumn(table.id(), name)).build());
    create("free", SequenceOptions.defaults());
    next(ofAge, 1);

    session.define(catalog -> catalog.dropColumn("t", "age"));

    assertThat(names()).containsExactly("free", "n");
    assertThat(session.sequences().tryNext(ofAge, new LongResult())).isFalse();
    assertThat(failure(session.sequences().next(ofAge, TIMEOUT_NANOS)))
        .isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);

    session.define(
        catalog -> {
          catalog.dropTable("t");
          return catalog;
        });

    assertThat(names()).containsExactly("free");
    reopen();
    assertThat(names()).containsExactly("free");
  }

  @Test
  void shouldRejectMissingOwners() {
    Table table = TestDatabases.createTable(session, "t", TestDatabases.PLAIN);

    assertCode(
        () -> create("s", SequenceOptions.builder().ownedBy(new OwningColumn(1, 1)).build()),
        ErrorCode.UNKNOWN_TABLE);
    assertCode(
        () ->
            create(
                "s", SequenceOptions.builder().ownedBy(new OwningColumn(table.id(), 99)).build()),
        ErrorCode.UNKNOWN_COLUMN);
    assertThat(names()).isEmpty();
  }

  @Test
  void shouldContinueFromThePresentValueAfterAlter() {
    Sequence sequence = create("s", SequenceOptions.defaults());
    next(sequence, 3);

    session.defineSequence(all -> all.alter("s", SequenceChange.builder().increment(10).build()));

    assertThat(next(sequence, 2)).containsExactly(13L, 23L);
    session.defineSequence(all -> all.alter("s", SequenceChange.restartAtStart()));
    assertThat(next(sequence, 2)).containsExactly(1L, 11L);
  }

  @Test
  void shouldSetTheValue() {
    Sequence sequence = create("s", SequenceOptions.defaults());
    next(sequence, 3);

    session.sequences().setValue(sequence, 50, true);
    assertThat(session.sequences().currentValue(sequence)).isEqualTo(50);
    assertThat(next(sequence, 1)).containsExactly(51L);

    session.sequences().setValue(sequence, 7, false);
    assertThat(session.sequences().currentValue(sequence)).isEqualTo(51);
    assertThat(next(sequence, 1)).containsExactly(7L);
  }

  @Test
  void shouldCacheBlocksPerSession() {
    Sequence sequence = create("s", SequenceOptions.builder().cache(10).build());
    Session other = database.session("other");
    session.sequences().cacheMethod(CacheMethod.CONNECTION);
    other.sequences().cacheMethod(CacheMethod.CONNECTION);

    assertThat(await(session.sequences().next(sequence, TIMEOUT_NANOS))).isEqualTo(1);
    assertThat(await(other.sequences().next(sequence, TIMEOUT_NANOS))).isEqualTo(11);
    assertThat(next(sequence, 2)).containsExactly(2L, 3L);

    session.sequences().discardSequences();
    assertThat(next(sequence, 1)).containsExactly(21L);
    assertThat(sequence.statistics().wasted()).isEqualTo(7);
    other.close();
  }

  @Test
  void shouldReserveManyValuesAtOnce() {
    Sequence sequence = create("s", SequenceOptions.defaults());
    next(sequence, 1);

    List<ValueRun> runs =
        await(session.sequences().reserve(sequence, 40_000, SegmentCache.NO_TIMEOUT));

    assertThat(runs).hasSize(1);
    assertThat(runs.getFirst().count()).isEqualTo(40_000);
    assertThat(session.sequences().currentValue(sequence)).isEqualTo(runs.getFirst().last());
    assertThat(next(sequence, 1)).containsExactly(2L);
  }

  private Sequence create(String name, SequenceOptions options) {
    return session.defineSequence(all -> all.create(name, options));
  }

  private SequenceDescription describe(String name) {
    return session.defineSequence(all -> all.describe(name));
  }

  private List<String> names() {
    return session.defineSequence(
        all -> all.list().stream().map(SequenceDescription::name).toList());
  }

  private List<Long> next(Sequence sequence, int count) {
    List<Long> values = new ArrayList<>();
    LongResult result = new LongResult();
    for (int i = 0; i < count; i++) {
      values.add(
          session.sequences().tryNext(sequence, result)
              ? result.value()
              : await(session.sequences().next(sequence, TIMEOUT_NANOS)));
    }
    return values;
  }

  private void reopen() {
    close();
    open();
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
