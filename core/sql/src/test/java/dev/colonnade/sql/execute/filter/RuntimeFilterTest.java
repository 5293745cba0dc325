package dev.colonnade.sql.execute.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.vector.LongVector;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RuntimeFilterTest {
  private static final int ROWS = 4096;

  private final RuntimeFilter filter = new RuntimeFilter();
  private final int[] into = new int[ROWS];

  private static LongVector column(long from, long to) {
    return new LongVector(LongStream.range(from, to).toArray(), null);
  }

  @Test
  void shouldAcceptAllRowsUntilKeysArePublished() {
    assertThat(filter.isActive()).isFalse();
    assertThat(filter.rejects(5, 9)).isFalse();
    assertThat(filter.select(column(0, 3), null, 3, into)).isEqualTo(3);
    assertThat(Arrays.copyOf(into, 3)).containsExactly(0, 1, 2);
    filter.publish(column(1, 3), 2);
    assertThat(filter.rejects(5, 9)).isTrue();
    assertThat(filter.select(column(0, 5), null, 5, into)).isEqualTo(2);
    assertThat(Arrays.copyOf(into, 2)).containsExactly(1, 2);
    filter.clear();
    assertThat(filter.select(column(0, 5), null, 5, into)).isEqualTo(5);
  }

  @Test
  void shouldStopIfNearlyAllRowsHaveAMatch() {
    filter.publish(column(0, 3900), 3900);
    for (int i = 0; i < 15; i++) {
      assertThat(filter.select(column(0, ROWS), null, ROWS, into)).isEqualTo(3900);
      assertThat(filter.isActive()).isTrue();
    }
    filter.select(column(0, ROWS), null, ROWS, into);
    assertThat(filter.isActive()).isFalse();
  }

  @Test
  void shouldGoOnIfItRejectsRows() {
    filter.publish(column(0, 2000), 2000);
    for (int i = 0; i < 100; i++) {
      assertThat(filter.select(column(0, ROWS), null, ROWS, into)).isEqualTo(2000);
    }
    assertThat(filter.isActive()).isTrue();
  }
}
