package dev.colonnade.sql.function.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrayFunctionsTest {
  @Test
  void shouldReturnElementsWithTheirPositions() {
    assertThat(ArrayFunctions.expandArray(Arrays.asList(5, null)))
        .isEqualTo(List.of(List.of(5, 1), Arrays.asList(null, 2)));
    assertThat(ArrayFunctions.expandArray(List.of())).isEqualTo(List.of());
  }
}
