package dev.colonnade.sql.expression.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConstructorTest {
  private final KernelFixture rows =
      KernelFixture.of(TypeKind.INTEGER, TypeKind.TEXT).row(1, "a").row(null, "b").row(2, null);

  @Test
  void shouldConstructArraysAndRows() {
    List<Expression> operands = List.of(rows.column(0), rows.column(1));
    rows.assertValues(new ArrayConstructor(operands), Arrays::asList);
    rows.assertValues(new RowConstructor(operands), Arrays::asList);
    rows.assertValues(new ArrayConstructor(List.of()), row -> List.of());
    assertThat(new ArrayConstructor(operands).sql(List.of("a", "b"))).isEqualTo("ARRAY[a, b]");
    assertThat(new RowConstructor(operands).sql(List.of("a", "b"))).isEqualTo("ROW(a, b)");
  }

  @Test
  void shouldReadFieldsOfRows() {
    Expression row = new RowConstructor(List.of(rows.column(0), rows.column(1)));
    rows.assertValues(
        new RowField(VectorType.of(TypeKind.TEXT), row, 1, "f2"), values -> values[1]);
    KernelFixture none = KernelFixture.of(TypeKind.UNKNOWN).row(new Object[] {null});
    none.assertValues(
        new RowField(VectorType.of(TypeKind.INTEGER), none.column(0), 0, "f1"), values -> null);
  }
}
