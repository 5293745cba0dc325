package dev.colonnade.split.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of split keys by a scan (a limit above all ranges) and by estimates (a limit below all
 * ranges).
 */
class SplitKeysTest {
  private static final RowBoundaries ROWS = new SemicolonRows();

  private final MemoryStore store = new MemoryStore();
  private final Ranges ranges = Ranges.open(store, ROWS);
  private final MvccFixture mvcc = new MvccFixture(store, ranges);
  private final RangeOperations operations = new RangeOperations(store, mvcc.pipeline, ranges);

  @AfterEach
  void close() {
    mvcc.close();
  }

  private void put(String key, int bytes) {
    mvcc.pipeline.commit(
        new Mutations()
            .put(MvccFixture.key(key), MvccFixture.value("x".repeat(bytes)), Condition.ANY));
  }

  private List<Key> cut(RangeStatus range, int pieces, long scanBytesMax) {
    SplitKeys keys = new SplitKeys(store, ranges::rowStart, scanBytesMax);
    List<Key> found = keys.bySize(range, pieces);
    assertThat(found).isSorted().doesNotHaveDuplicates();
    KeySpan span = range.descriptor().span();
    assertThat(found)
        .allSatisfy(
            key -> {
              assertThat(span.contains(key)).as("inside").isTrue();
              assertThat(key).as("above the start").isGreaterThan(span.start());
              assertThat(ROWS.rowStart(key)).as("at a row").isEqualTo(key);
            });
    return found;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldSplitRandomRangesAtRowsIntoPiecesOfSimilarSize(long scanBytesMax) throws Exception {
    Random random = Seed.random("SplitKeysTest");
    for (int row = 0; row < 600; row++) {
      String key = "r%06d;".formatted(random.nextInt(1_000_000));
      for (int family = 0; family <= random.nextInt(3); family++) {
        put(key + family, 1 + random.nextInt(100));
      }
      if (random.nextInt(4) == 0) {
        put(key + 0, 1 + random.nextInt(100));
      }
    }
    for (int pieces : new int[] {2, 3, 7, 16}) {
      RangeStatus range = ranges.status(Key.EMPTY);
      long share = range.statistics().totalBytes() / pieces;
      List<Key> found;
      try (ForkJoinPool pool = new ForkJoinPool()) {
        found = pool.submit(() -> cut(range, pieces, scanBytesMax)).get(120, TimeUnit.SECONDS);
      }
      assertThat(found).hasSize(pieces - 1);
      assertThat(cut(range, pieces, scanBytesMax)).isEqualTo(found);
      operations.split(range.descriptor(), found);
      assertThat(ranges.status())
          .allSatisfy(
              piece ->
                  assertThat(piece.statistics().totalBytes())
                      .isBetween(share / 2 - 400, share * 3 / 2 + 400));
      operations.merge(ranges.map().all());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldFindNoKeyInOneRow(long scanBytesMax) {
    put("r1;0", 1_000);
    put("r1;1", 1_000);
    put("r1;2", 1_000);
    assertThat(cut(ranges.status(Key.EMPTY), 4, scanBytesMax)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldFindNoKeyInAnEmptyRange(long scanBytesMax) {
    assertThat(cut(ranges.status(Key.EMPTY), 2, scanBytesMax)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldNeverSplitAtTheStartOfTheRange(long scanBytesMax) {
    put("r1;0", 100_000);
    put("r2;0", 1);
    operations.splitAt(MvccFixture.key("r1;"));
    RangeStatus range = ranges.status(MvccFixture.key("r1;"));
    assertThat(range.descriptor().span().start()).isEqualTo(MvccFixture.key("r1;"));
    assertThat(cut(range, 8, scanBytesMax)).containsAnyOf(MvccFixture.key("r2;")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldSplitAfterADominantFirstRow(long scanBytesMax) {
    put("r1;0", 100_000);
    put("r1;1", 100_000);
    put("r1;2", 100_000);
    put("r2;0", 1_000);
    assertThat(cut(ranges.status(Key.EMPTY), 2, scanBytesMax))
        .containsExactly(MvccFixture.key("r2;"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void shouldCountOldVersionsOfARow(long scanBytesMax) {
    for (int row = 0; row < 10; row++) {
      put("r" + row + ";0", 100);
    }
    for (int round = 0; round < 100; round++) {
      put("r8;0", 100);
    }
    List<Key> found = cut(ranges.status(Key.EMPTY), 2, scanBytesMax);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).isBetween(MvccFixture.key("r8;"), MvccFixture.key("r9;"));
  }

  /** The row of a key ends with its semicolon. */
  private static final class SemicolonRows implements RowBoundaries {
    @Override
    public Key rowStart(Key key) {
      String text = new String(key.bytes(), StandardCharsets.UTF_8);
      int end = text.indexOf(';');
      return end < 0 ? key : MvccFixture.key(text.substring(0, end + 1));
    }

    @Override
    public boolean startsRow(Key key) {
      return new String(key.bytes(), StandardCharsets.UTF_8).endsWith(";0");
    }
  }
}
