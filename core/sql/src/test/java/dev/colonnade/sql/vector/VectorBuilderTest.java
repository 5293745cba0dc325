package dev.colonnade.sql.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  @Test
  void shouldAppendVectorsAndReturnAllRows() {
    VectorType type = VectorType.decimal(1);
    BigDecimal large = new BigDecimal("123456789012345678901.5");
    for (VectorType each :
        List.of(type, VectorType.of(TypeKind.TEXT), VectorType.of(TypeKind.DOUBLE))) {
      VectorBuilder builder = new VectorBuilder(each);
      List<@Nullable Object> expected = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        Object value =
            switch (each.form()) {
              case TEXT -> "t" + i;
              case DOUBLE -> (Object) (i / 2.0);
              default -> i == 30 ? large : BigDecimal.valueOf(i, 1);
            };
        @Nullable Object[] held = i % 3 == 0 ? new Object[] {value, null} : new Object[] {value};
        builder.appendAll(VectorBuilder.vectorOf(held, each), held.length);
        expected.addAll(Arrays.asList(held));
      }
      Vector all = builder.build();
      for (int row = 0; row < expected.size(); row++) {
        assertThat(all.held(row, each)).isEqualTo(expected.get(row));
      }
    }
  }
}
