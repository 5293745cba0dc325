package dev.colonnade.sql.function.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.function.aggregate.ArrayAccumulator.Order;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Concatenation of texts with delimiters; all results are PostgreSQL's. */
class TextAccumulatorTest {
  private static @Nullable Object joined(Order order, @Nullable String... pairs) {
    TextAccumulator accumulator = new TextAccumulator(order);
    for (int i = 0; i < pairs.length; i += 2) {
      accumulator.add(new @Nullable Object[] {pairs[i], pairs[i + 1]});
    }
    return accumulator.result();
  }

  @Test
  void shouldPrecedeEachTextByItsOwnDelimiter() {
    assertThat(joined(Order.INSERTION, "b", "1", "a", "2", "c", "3")).isEqualTo("b2a3c");
    assertThat(joined(Order.ASCENDING, "b", "1", "a", "2", "c", "3", "a", "2")).isEqualTo("a1b3c");
    assertThat(joined(Order.DESCENDING, "b", "1", "a", "2", "c", "3", "a", "4"))
        .isEqualTo("c1b2a4a");
  }

  @Test
  void shouldDistinguishPairsOfTextAndDelimiter() {
    assertThat(joined(Order.ASCENDING, "b", "1", "a", "2", "c", "3", "a", "4"))
        .isEqualTo("a4a1b3c");
    assertThat(
            joined(Order.ASCENDING, "b", "1", "a", null, "c", "3", "a", "4", "a", null, null, "x"))
        .isEqualTo("aa1b3c");
  }

  @Test
  void shouldSkipNulls() {
    assertThat(joined(Order.INSERTION, null, ",", "a", ",", null, ",", "b", null)).isEqualTo("ab");
    assertThat(joined(Order.ASCENDING, null, ",")).isNull();
    assertThat(joined(Order.INSERTION)).isNull();
  }
}
