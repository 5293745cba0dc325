package dev.colonnade.type.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Test of the dimensions of arrays. */
class ArrayShapeTest {
  private static final ArrayShape TWO_BY_THREE = ArrayShape.of(new int[] {2, 3}, new int[] {0, 5});

  @Test
  void shouldFindElementsBySubscripts() {
    assertThat(TWO_BY_THREE.count()).isEqualTo(6);
    assertThat(TWO_BY_THREE.indexOf(new int[] {0, 5})).isZero();
    assertThat(TWO_BY_THREE.indexOf(new int[] {1, 7})).isEqualTo(5);
    assertThat(TWO_BY_THREE.indexOf(new int[] {2, 5})).isEqualTo(-1);
    assertThat(TWO_BY_THREE.indexOf(new int[] {Integer.MIN_VALUE, 5})).isEqualTo(-1);
    assertThat(TWO_BY_THREE.upperBound(1)).isEqualTo(7);
  }

  @Test
  void shouldCountTheDimensionsThatBeginAndEndWithAnElement() {
    assertThat(TWO_BY_THREE.opened(0)).isEqualTo(2);
    assertThat(TWO_BY_THREE.opened(1)).isZero();
    assertThat(TWO_BY_THREE.closed(2)).isEqualTo(1);
    assertThat(TWO_BY_THREE.opened(3)).isEqualTo(1);
    assertThat(TWO_BY_THREE.closed(5)).isEqualTo(2);
  }

  @Test
  void shouldShowBounds() {
    assertThat(TWO_BY_THREE).hasToString("[0:1][5:7]");
    assertThat(ArrayShape.EMPTY).hasToString("");
  }

  @Test
  void shouldHaveNoDimensionsWithoutElements() {
    assertThat(ArrayShape.of(new int[] {2, 0}, new int[] {1, 1})).isEqualTo(ArrayShape.EMPTY);
    assertThat(ArrayValue.shapeOf(List.of())).isEqualTo(ArrayShape.EMPTY);
    assertThat(ArrayValue.shapeOf(List.of(1, 2))).isEqualTo(ArrayShape.ofOne(2, 1));
  }

  @Test
  void shouldRefuseDimensionsBeyondTheLimits() {
    assertThatThrownBy(() -> ArrayShape.ofOne(134_217_728, 1))
        .hasMessage("array size exceeds the maximum allowed (134217727)");
    assertThatThrownBy(() -> ArrayShape.of(new int[] {1 << 16, 1 << 16}, new int[] {1, 1}))
        .hasMessage("array size exceeds the maximum allowed (134217727)");
    assertThatThrownBy(() -> ArrayShape.of(new int[7], new int[7]))
        .hasMessage("number of array dimensions (7) exceeds the maximum allowed (6)");
    assertThatThrownBy(() -> ArrayShape.ofOne(1, Integer.MAX_VALUE))
        .hasMessage("array lower bound is too large: 2147483647");
  }

  @Test
  void shouldOrderByCountDimensionsLengthsAndBounds() {
    List<ArrayShape> ascending =
        List.of(
            ArrayShape.EMPTY,
            ArrayShape.ofOne(1, 9),
            ArrayShape.ofOne(2, 0),
            ArrayShape.ofOne(2, 1),
            ArrayShape.of(new int[] {1, 2}, new int[] {1, 1}),
            ArrayShape.of(new int[] {2, 1}, new int[] {1, 1}));
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(ascending.get(i).compareTo(ascending.get(j))))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void shouldAddADimension() {
    assertThat(TWO_BY_THREE.within(4)).hasToString("[1:4][0:1][5:7]");
  }
}
