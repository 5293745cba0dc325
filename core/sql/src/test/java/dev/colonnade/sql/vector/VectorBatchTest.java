package dev.colonnade.sql.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VectorBatchTest {
  private static VectorBatch batch(long... values) {
    return new VectorBatch(
        values.length,
        new LongVector(values, null),
        new LongVector(Arrays.stream(values).map(value -> -value).toArray(), null));
  }

  private static long value(VectorBatch batch, int column, int row) {
    return ((LongVector) batch.column(column)).values()[row];
  }

  @Test
  void shouldPutBatchesSideBySide() {
    VectorBatch left = batch(1, 2, 3).gather(new int[] {2, 0}, 2);
    VectorBatch right = batch(10, 20);
    VectorBatch both = VectorBatch.beside(left, right);
    assertThat(both.width()).isEqualTo(4);
    assertThat(value(both, 1, 0)).isEqualTo(-3);
    assertThat(both.column(2)).isSameAs(right.column(0));
    VectorBatch some = both.gather(new int[] {1, Vector.NO_ROW}, 2);
    assertThat(value(some, 0, 0)).isEqualTo(1);
    assertThat(value(some, 3, 0)).isEqualTo(-20);
    assertThat(some.column(0).isNull(1)).isTrue();
    assertThat(some.column(2).isNull(1)).isTrue();
    assertThat(value(both.slice(1, 2), 2, 0)).isEqualTo(20);
  }

  @Test
  void shouldRejectBatchesOfDifferentSizes() {
    assertThatThrownBy(() -> VectorBatch.beside(batch(1), batch(1, 2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldReturnFirstColumns() {
    VectorBatch both = VectorBatch.beside(batch(1, 2), batch(3, 4));
    VectorBatch first = both.prefix(3);
    assertThat(first.width()).isEqualTo(3);
    assertThat(value(first, 2, 1)).isEqualTo(4);
    VectorBatch some = first.gather(new int[] {1}, 1).prefix(1);
    assertThat(some.width()).isEqualTo(1);
    assertThat(value(some, 0, 0)).isEqualTo(2);
    assertThat(both.prefix(4)).isSameAs(both);
  }

  @Test
  void shouldComposeSelections() {
    VectorBatch some =
        batch(1, 2, 3, 4)
            .gather(new int[] {3, Vector.NO_ROW, 1}, 3)
            .gather(new int[] {2, 1, 0, Vector.NO_ROW}, 4);
    assertThat(value(some, 0, 0)).isEqualTo(2);
    assertThat(some.column(0).isNull(1)).isTrue();
    assertThat(value(some, 1, 2)).isEqualTo(-4);
    assertThat(some.column(1).isNull(3)).isTrue();
  }
}
