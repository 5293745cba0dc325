package dev.colonnade.sql.function.library.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Test of elements and slices of arrays; the results are PostgreSQL's. */
class ArraySubscriptFunctionsTest {
  private static final List<?> SQUARE =
      ArrayValue.of(ArrayShape.of(new int[] {2, 2}, new int[] {1, 1}), Arrays.asList(1, 2, 3, 4));

  private static final List<?> FROM_FIVE = from(5, 1, 2, 3);

  private static List<?> from(int lowerBound, @Nullable Object... elements) {
    return ArrayValue.of(ArrayShape.ofOne(elements.length, lowerBound), Arrays.asList(elements));
  }

  @Test
  void shouldReturnElementsBySubscripts() {
    assertThat(ArraySubscriptFunctions.arrayItem(SQUARE, 2, 1)).isEqualTo(3);
    assertThat(ArraySubscriptFunctions.arrayItem(SQUARE, 1)).isNull();
    assertThat(ArraySubscriptFunctions.arrayItem(FROM_FIVE, 5)).isEqualTo(1);
    assertThat(ArraySubscriptFunctions.arrayItem(FROM_FIVE, 1)).isNull();
    assertThat(ArraySubscriptFunctions.arrayItem(List.of(), 1)).isNull();
  }

  @Test
  void shouldReturnSlicesNumberedFromOne() {
    assertThat(ArraySubscriptFunctions.arraySlice(FROM_FIVE, "b", 6, 9)).isEqualTo(List.of(2, 3));
    assertThat(ArraySubscriptFunctions.arraySlice(FROM_FIVE, "u", 5)).isEqualTo(List.of(1));
    assertThat(ArraySubscriptFunctions.arraySlice(FROM_FIVE, "b", 7, 6)).isEqualTo(List.of());
    List<?> column = ArraySubscriptFunctions.arraySlice(SQUARE, "nb", 2, 2);
    assertThat(ArrayValue.shapeOf(column)).hasToString("[1:2][1:1]");
    assertThat(column).isEqualTo(ArrayValue.of(ArrayValue.shapeOf(column), List.of(2, 4)));
    assertThat(ArraySubscriptFunctions.arraySlice(FROM_FIVE, "nn")).isEqualTo(List.of());
  }

  @Test
  void shouldExtendArraysOfOneDimension() {
    assertThat(ArraySubscriptFunctions.withElement(List.of(1), 9, 3))
        .isEqualTo(Arrays.asList(1, null, 9));
    assertThat(ArraySubscriptFunctions.withElement(List.of(1), 9, -1))
        .isEqualTo(from(-1, 9, null, 1));
    assertThat(ArraySubscriptFunctions.withElement(null, 9, 4)).isEqualTo(from(4, 9));
    assertThat(ArraySubscriptFunctions.withSlice(List.of(1), List.of(7, 8), "b", 3, 4))
        .isEqualTo(Arrays.asList(1, null, 7, 8));
  }

  @Test
  void shouldNotExtendArraysOfSeveralDimensions() {
    assertThat(ArraySubscriptFunctions.withElement(SQUARE, 9, 1, 2))
        .isEqualTo(ArrayValue.of(ArrayValue.shapeOf(SQUARE), List.of(1, 9, 3, 4)));
    assertThatThrownBy(() -> ArraySubscriptFunctions.withElement(SQUARE, 9, 3, 1))
        .hasMessage("array subscript out of range");
    assertThatThrownBy(() -> ArraySubscriptFunctions.withElement(SQUARE, 9, 3))
        .hasMessage("wrong number of array subscripts");
    assertThatThrownBy(
            () -> ArraySubscriptFunctions.withSlice(SQUARE, List.of(1, 2), "bb", 2, 3, 1, 1))
        .hasMessage("array subscript out of range");
  }

  @Test
  void shouldRefuseIncompleteAssignments() {
    assertThatThrownBy(() -> ArraySubscriptFunctions.withElement(SQUARE, 9, null, 1))
        .hasMessage("array subscript in assignment must not be null");
    assertThatThrownBy(() -> ArraySubscriptFunctions.withSlice(List.of(1), List.of(7), "b", 1, 2))
        .hasMessage("source array too small");
    assertThatThrownBy(() -> ArraySubscriptFunctions.withSlice(null, List.of(7), "u", 1))
        .hasMessage("array slice subscript must provide both boundaries");
  }
}
