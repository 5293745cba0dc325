package dev.colonnade.sql.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextVectorTest {
  private static final TextVector CODED =
      TextVector.coded(
          new byte[] {'x', 'y', 'y'},
          new int[] {0, 0, 1},
          new int[] {0, 1, 2},
          new byte[] {1, 2, 0, 1, 1, 2},
          new boolean[] {false, true, false, false, true, false});

  @Test
  void shouldReturnARowOfEachCodeThatIsNotNull() {
    assertThat(CODED.rowsOfCodes()).containsExactly(2, 3, 5);
    assertThat(CODED.text(5)).isEqualTo("yy");
    assertThat(CODED.gather(new int[] {0, 0, 0, 3, Vector.NO_ROW, 1}, 6).rowsOfCodes())
        .containsExactly(Vector.NO_ROW, 3, Vector.NO_ROW);
  }

  @Test
  void shouldNotWorkByCodeForFewRows() {
    assertThat(CODED.gather(new int[] {0, 1, 2, 3, 4}, 5).rowsOfCodes()).isNull();
    assertThat(new TextVector(new byte[0], new int[9], new int[9], null).rowsOfCodes()).isNull();
  }

  @Test
  void shouldReturnTheValuesOfTheCodesOfRowsAndFalseForNull() {
    assertThat(CODED.valuesOfRows(new boolean[] {false, true, true}))
        .containsExactly(true, false, false, true, false, true);
  }
}
