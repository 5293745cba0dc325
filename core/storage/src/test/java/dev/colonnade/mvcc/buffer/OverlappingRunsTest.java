package dev.colonnade.mvcc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.MvccFixture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OverlappingRunsTest {
  private final OverlappingRuns runs = new OverlappingRuns();

  private static Key key(int number) {
    return MvccFixture.key("k%02d".formatted(number));
  }

  private static SortedWriteRun run(int... numbers) {
    return new SortedWriteRun(
        IntStream.of(numbers).mapToObj(OverlappingRunsTest::key).toArray(Key[]::new),
        Stream.generate(() -> BufferedWrite.DELETED_PART)
            .limit(numbers.length)
            .toArray(BufferedWrite[]::new));
  }

  @Test
  void shouldTakeAllRunsWithinTheCommonBounds() {
    SortedWriteRun first = run(1, 5);
    SortedWriteRun second = run(3, 9);
    SortedWriteRun apart = run(20, 30);
    runs.add(first);
    runs.add(apart);
    runs.add(second);
    assertThat(runs.writeCount()).isEqualTo(6);
    assertThat(runs.takeAround(key(10), key(19))).isEmpty();
    assertThat(runs.takeAround(key(8), key(8))).containsExactly(first, second);
    assertThat(runs.writeCount()).isEqualTo(2);
    assertThat(runs.all()).containsExactly(apart);
  }

  @Test
  void shouldJoinGroupsThatARunConnects() {
    runs.add(run(1, 2));
    runs.add(run(8, 9));
    runs.add(run(2, 8));
    assertThat(runs.takeAround(key(1), key(1))).hasSize(3);
    assertThat(runs.isEmpty()).isTrue();
  }

  @Test
  void shouldRemoveARun() {
    SortedWriteRun first = run(1, 5);
    SortedWriteRun second = run(3, 9);
    runs.add(first);
    runs.add(second);
    assertThat(runs.remove(first)).isTrue();
    assertThat(runs.remove(first)).isFalse();
    assertThat(runs.takeAround(key(1), key(1))).containsExactly(second);
    assertThat(runs.writeCount()).isZero();
  }
}
