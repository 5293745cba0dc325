package dev.colonnade.bulk;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Entries of an index are ingested at random points of a history of its table: the index has the
 * entries of the rows afterwards, or the ingestion fails because two rows have the same key.
 */
class SpanIngestTest {
  private static final int ROWS = 14;
  private static final int NAMES = 50;
  private static final KeySpan ROW_SPAN = KeySpan.prefix(key("t/"));
  private static final KeySpan INDEX_SPAN = KeySpan.prefix(key("i/"));

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"false, 0", "true, 0", "false, 100000", "true, 100000"})
  void shouldHaveTheEntriesOfTheRows(boolean isUnique, int padding) {
    Random random = Seed.random("SpanIngestTest");
    int built = 0;
    for (int history = 0; history < 300; history++) {
      try (History one = new History(new Random(random.nextLong()), isUnique, padding)) {
        built += one.run() ? 1 : 0;
      }
    }
    assertThat(built).as("complete indexes").isGreaterThan(isUnique ? 60 : 299);
  }

  /** One history of a table. */
  private final class History implements AutoCloseable {
    private final MemoryStore store = new MemoryStore();
    private final RowBoundaries boundaries = RowBoundaries.SINGLE;
    private final Ranges ranges = Ranges.open(store, boundaries);
    private final MvccFixture fixture = new MvccFixture(store, ranges);
    private final BulkWrites bulk =
        new BulkWrites(
            store,
            fixture.pipeline,
            ranges,
            new RangeOperations(store, fixture.pipeline, ranges),
            new SortSpace(folder, 1 << 18),
            1 << 19);
    private final Random random;
    private final boolean isUnique;
    private final String padding;
    private boolean isMaintained;

    History(Random random, boolean isUnique, int padding) {
      this.random = random;
      this.isUnique = isUnique;
      this.padding = "x".repeat(padding);
    }

    /** Returns whether the index was built. */
    boolean run() {
      for (int id = 0; id < ROWS; id++) {
        if (random.nextInt(4) > 0) {
          set(id, id);
        }
      }
      isMaintained = true;
      changeSome();
      try (SpanIngest ingest = SpanIngest.begin(bulk, INDEX_SPAN);
          PairSorter sorter = bulk.newSorter(2, Runnable::run)) {
        changeSome();
        ReadView pinned = fixture.reads.open();
        Map<String, String> snapshot = rows();
        PairSorter.Part part = sorter.newPart();
        snapshot.forEach(
            (id, name) -> part.add(entryKey(id, name).bytes(), value(id + "|" + padding)));
        part.finish();
        changeSome();
        if (random.nextBoolean()) {
          fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
        }
        changeSome();
        try {
          ingest.finish(
              sorter.sorted(),
              new Resolver(),
              new SessionProgress().begin(ProgressCommand.CREATE_INDEX));
        } catch (ColonnadeException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
          assertThat(isUnique && (hasDuplicates(snapshot) || hasDuplicates(rows()))).isTrue();
          return false;
        } finally {
          pinned.close();
        }
      }
      assertSound();
      changeSome();
      assertSound();
      return true;
    }

    private void changeSome() {
      for (int i = random.nextInt(6); i > 0; i--) {
        int id = random.nextInt(ROWS);
        if (random.nextInt(3) == 0) {
          set(id, -1);
        } else {
          set(id, random.nextInt(NAMES));
        }
      }
    }

    /** Gives a row a name, or deletes it. */
    private void set(int number, int name) {
      String id = "%02d".formatted(number);
      String before = rows().get(id);
      String after = name < 0 ? null : "n%02d".formatted(name);
      Mutations mutations = new Mutations();
      if (isMaintained && before != null && !before.equals(after)) {
        mutations.deletePart(entryKey(id, before));
      }
      if (isMaintained && after != null && !after.equals(before)) {
        mutations.putPart(
            entryKey(id, after),
            value(id + "|" + after),
            isUnique ? Condition.ABSENT : Condition.ANY);
      }
      Key row = key("t/" + id);
      if (after == null) {
        mutations.delete(row, Condition.ANY);
      } else {
        mutations.put(row, value(after), Condition.ANY);
      }
      try {
        fixture.pipeline.commit(mutations);
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
        assertThat(rows()).containsValue(after);
      }
    }

    private Key entryKey(String id, String name) {
      return isUnique ? key("i/" + name) : key("i/" + name + "." + id);
    }

    private Map<String, String> rows() {
      return texts(ROW_SPAN);
    }

    private Map<String, String> texts(KeySpan span) {
      Map<String, String> texts = new TreeMap<>();
      try (ReadView view = fixture.reads.open();
          VersionCursor cursor = view.cursor(span)) {
        for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
          String key = new String(cursor.key().bytes(), java.nio.charset.StandardCharsets.UTF_8);
          texts.put(key.substring(2), text(cursor.value()));
        }
      }
      return texts;
    }

    private void assertSound() {
      Map<String, String> expected = new HashMap<>();
      rows()
          .forEach(
              (id, name) ->
                  expected.put(
                      new String(
                          entryKey(id, name).bytes(),
                          2,
                          entryKey(id, name).length() - 2,
                          java.nio.charset.StandardCharsets.UTF_8),
                      id));
      Map<String, String> found = new HashMap<>();
      texts(INDEX_SPAN)
          .forEach((key, text) -> found.put(key, text.substring(0, text.indexOf('|'))));
      assertThat(found).isEqualTo(expected);
      RangeVerification verification = RangeVerifier.verify(store, boundaries);
      assertThat(verification.problems()).isEmpty();
    }

    @Override
    public void close() {
      fixture.close();
    }

    /** Knowledge about the rows. */
    private final class Resolver implements ConflictResolver {
      @Override
      public void requireLive() {}

      @Override
      public ColonnadeException duplicate(Key key, byte[] one, byte[] other) {
        return new ColonnadeException(ErrorCode.UNIQUE_VIOLATION, "duplicate: " + key);
      }

      @Override
      public boolean isUnique() {
        return isUnique;
      }

      @Override
      public boolean isCurrent(Key key, byte[] value) {
        @Nullable String name = rows().get(idOf(value));
        return name != null && entryKey(idOf(value), name).equals(key);
      }

      @Override
      public boolean isSameRow(Key key, byte[] one, byte[] other) {
        return idOf(one).equals(idOf(other));
      }

      private String idOf(byte[] value) {
        String text = text(value);
        return text.substring(0, text.indexOf('|'));
      }
    }
  }

  private static boolean hasDuplicates(Map<String, String> rows) {
    return new HashSet<>(rows.values()).size() < rows.size();
  }
}
