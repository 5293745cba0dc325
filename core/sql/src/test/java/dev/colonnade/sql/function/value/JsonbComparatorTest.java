package dev.colonnade.sql.function.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonbComparatorTest {
  @Test
  void shouldSortEmptyArraysFirstOnlyWhereTheyAreWholeValues() {
    List<String> ordered =
        List.of("[]", "null", "\"a\"", "1", "true", "[null]", "[1]", "[[]]", "[[1]]", "[{}]", "{}");
    for (int i = 0; i < ordered.size(); i++) {
      for (int k = 0; k < ordered.size(); k++) {
        assertThat(Integer.signum(JsonbComparator.compare(ordered.get(i), ordered.get(k))))
            .as("%s, %s", ordered.get(i), ordered.get(k))
            .isEqualTo(Integer.compare(i, k));
      }
    }
  }

  @Test
  void shouldIgnoreTrailingZerosOfNumbers() {
    assertThat(JsonbComparator.compare("{\"a\": 1.0}", "{\"a\": 1.00}")).isZero();
  }
}
