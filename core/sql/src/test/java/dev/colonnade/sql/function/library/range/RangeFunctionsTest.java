package dev.colonnade.sql.function.library.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.function.value.RangeOrder;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Test of operators of ranges; the results are PostgreSQL's. */
class RangeFunctionsTest {
  private static RangeValue integers(@Nullable Integer lower, @Nullable Integer upper) {
    return RangeConstructors.ofIntegers(lower, upper);
  }

  private static RangeValue numbers(int lower, int upper, String flags) {
    return RangeConstructors.ofValues(BigDecimal.valueOf(lower), BigDecimal.valueOf(upper), flags);
  }

  @Test
  void shouldRefuseBoundsInTheWrongOrder() {
    assertThatThrownBy(() -> integers(2, 1))
        .hasMessage("range lower bound must be less than or equal to range upper bound");
    assertThatThrownBy(() -> numbers(1, 2, "[[")).hasMessage("invalid range bound flags");
    assertThatThrownBy(() -> Ranges.of(TypeKind.INTEGER, 1, Integer.MAX_VALUE, true, true))
        .hasMessage("integer out of range");
  }

  @Test
  void shouldOrderByLowerThenUpperBounds() {
    List<RangeValue> ascending =
        List.of(
            RangeValue.EMPTY,
            numbers(1, 2, "[)"),
            numbers(1, 2, "[]"),
            numbers(1, 2, "()"),
            numbers(1, 2, "(]"),
            numbers(2, 3, "[)"));
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(RangeOrder.compare(ascending.get(i), ascending.get(j))))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void shouldCompareRangesAsSets() {
    assertThat(RangeFunctions.overlaps(numbers(1, 2, "[]"), numbers(2, 3, "[)"))).isTrue();
    assertThat(RangeFunctions.overlaps(numbers(1, 2, "[)"), numbers(2, 3, "[)"))).isFalse();
    assertThat(RangeFunctions.isAdjacent(numbers(1, 2, "[)"), numbers(2, 3, "[)"))).isTrue();
    assertThat(RangeFunctions.isAdjacent(numbers(1, 2, "[)"), numbers(2, 3, "()"))).isFalse();
    assertThat(RangeFunctions.contains(integers(1, null), integers(3, 4))).isTrue();
    assertThat(RangeFunctions.contains(integers(1, 2), RangeValue.EMPTY)).isTrue();
    assertThat(RangeFunctions.containsElement(integers(1, 5), 5)).isFalse();
    assertThat(RangeFunctions.isBefore(RangeValue.EMPTY, integers(1, 2))).isFalse();
  }

  @Test
  void shouldCombineRanges() {
    assertThat(RangeFunctions.union(integers(1, 3), integers(3, 5))).isEqualTo(integers(1, 5));
    assertThat(RangeFunctions.intersection(integers(1, 5), integers(4, 9)))
        .isEqualTo(integers(4, 5));
    assertThat(RangeFunctions.difference(integers(1, 5), integers(3, 9))).isEqualTo(integers(1, 3));
    assertThatThrownBy(() -> RangeFunctions.union(integers(1, 2), integers(3, 4)))
        .hasMessage("result of range union would not be contiguous");
    assertThatThrownBy(() -> RangeFunctions.difference(integers(1, 9), integers(3, 4)))
        .hasMessage("result of range difference would not be contiguous");
  }

  @Test
  void shouldCombineSets() {
    MultirangeValue set = Ranges.setOf(List.of(integers(7, 9), integers(1, 3), integers(3, 5)));
    assertThat(set.ranges()).containsExactly(integers(1, 5), integers(7, 9));
    MultirangeValue other = Ranges.setOf(List.of(integers(4, 8)));
    assertThat(MultirangeFunctions.difference(set, other).ranges())
        .containsExactly(integers(1, 4), integers(8, 9));
    assertThat(MultirangeFunctions.intersection(set, other).ranges())
        .containsExactly(integers(4, 5), integers(7, 8));
    assertThat(MultirangeFunctions.containsRange(set, integers(4, 8))).isFalse();
    assertThat(MultirangeFunctions.merge(set)).isEqualTo(integers(1, 9));
  }
}
