package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccHouse.key;
import static dev.colonnade.mvcc.commit.MvccHouse.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How much is read before the size of it is looked at. */
class ReadSizesTest {
  private static final int ROWS = 200;

  private final MemoryStore store = new MemoryStore();
  private final MvccHouse house = new MvccHouse(store, GroupParticipant.NONE);
  private final CountingReader counting = new CountingReader(store);

  private static String name(int row) {
    return "row%03d".formatted(row);
  }

  private void fill() {
    for (int row = 0; row < ROWS; row++) {
      house.put(name(row), "x".repeat(100));
    }
  }

  @Test
  void shouldStopReadingWhenTheBatchIsTooLarge() {
    fill();
    Mutations mutations = new Mutations();
    for (int row = 0; row < ROWS; row++) {
      mutations.put(key(name(row)), value("y"), Condition.ANY);
    }
    BatchLimits limits = new BatchLimits(ROWS, 1000);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> Evaluation.of(mutations, limits, counting, house.reads.latest()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    assertThat(counting.sizes).containsExactly(Evaluation.KEYS_PER_READ_MAX);
  }

  @Test
  void shouldLookAtFewTombstonesAtATime() {
    fill();
    long point = 0;
    for (int row = 0; row < ROWS; row++) {
      point = house.delete(name(row));
    }
    CollectionStep step = new CollectionStep(point, point, CollectorOptions.DEFAULT);
    try (Cursor history = store.cursor(Space.HISTORY, CursorOptions.over(KeySpan.ALL))) {
      step.walk(history);
    }
    step.lookAtTombstones(counting);
    assertThat(counting.sizes.stream().mapToInt(size -> size).sum()).isEqualTo(ROWS);
    assertThat(counting.sizes).allMatch(size -> size <= Evaluation.KEYS_PER_READ_MAX);
  }

  /** Notes how many keys are asked for at once. */
  private static final class CountingReader implements StoreReader {
    private final StoreReader reader;
    private final List<Integer> sizes = new ArrayList<>();

    CountingReader(StoreReader reader) {
      this.reader = reader;
    }

    @Override
    public byte @Nullable [] get(Space space, Key key) {
      return reader.get(space, key);
    }

    @Override
    public CachedValue tryGet(Space space, Key key) {
      return reader.tryGet(space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
      sizes.add(keys.size());
      return reader.multiGet(space, keys);
    }

    @Override
    public Cursor cursor(Space space, CursorOptions options) {
      return reader.cursor(space, options);
    }
  }
}
