package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.MemoryStore;
import org.junit.jupiter.api.Test;

/** Test of the number of keys that are read before the size of their values is checked. */
class ReadSizesTest {
  /** Few enough to be read by multi-gets. */
  private static final int ROWS = 60;

  private final MemoryStore store = new MemoryStore();
  private final MvccFixture fixture = new MvccFixture(store, GroupParticipant.NONE);
  private final CountingReader counting = new CountingReader(store);

  private static String name(int row) {
    return "row%03d".formatted(row);
  }

  private void fill() {
    for (int row = 0; row < ROWS; row++) {
      fixture.put(name(row), "x".repeat(100));
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
        .isThrownBy(
            () ->
                Evaluation.of(
                    mutations, limits, new TombstoneSpans(), counting, fixture.reads.latest()))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    assertThat(counting.sizes()).containsExactly(Evaluation.KEYS_PER_READ_MAX);
  }
}
