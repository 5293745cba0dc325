package dev.colonnade.sql.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VectorBuilderTest {
  @Test
  void shouldKeepNullsOnBothSidesOfANumberThatIsNoLong() {
    VectorType type = VectorType.decimal(1);
    BigDecimal large = new BigDecimal("123456789012345678901.5");
    @Nullable Object[] held = {null, new BigDecimal("1.5"), large, null, new BigDecimal("2.5")};
    Vector vector = VectorBuilder.vectorOf(held, type);
    for (int row = 0; row < held.length; row++) {
      assertThat(vector.held(row, type)).as("row=%d", row).isEqualTo(held[row]);
    }
    assertThat(vector.gather(new int[] {3, Vector.NO_ROW, 2}, 3).held(0, type)).isNull();
  }
}
