package dev.colonnade.sql.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValueSeriesTest {
  @Test
  void shouldBeALazyList() {
    assertThat(new ValueSeries(3, index -> 2 * index)).containsExactly(0L, 2L, 4L);
  }

  @Test
  void shouldHaveMoreValuesThanAListCanHave() {
    ValueSeries series = new ValueSeries(1L << 40, index -> index + 1);
    assertThat(series.size()).isEqualTo(Integer.MAX_VALUE);
    assertThat(ValueSeries.countOf(series)).isEqualTo(1L << 40);
    assertThat(ValueSeries.elementOf(series, (1L << 40) - 1)).isEqualTo(1L << 40);
  }

  @Test
  void shouldReadOtherLists() {
    assertThat(ValueSeries.countOf(List.of("a", "b"))).isEqualTo(2);
    assertThat(ValueSeries.elementOf(List.of("a", "b"), 1)).isEqualTo("b");
  }
}
