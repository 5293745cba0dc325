package dev.colonnade.sql.expression.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class ArrayMappingTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  @Test
  void shouldEvaluateAnExpressionForEachElement() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.ARRAY)
            .row(Arrays.asList(1, null, 3))
            .row(new Object[] {null})
            .row(List.of());
    ArrayMapping texts =
        new ArrayMapping(
            rows.column(0),
            INTEGER,
            new ExpressionBuilder().cast(new ColumnReference(INTEGER, 0), TypeKind.TEXT));
    rows.assertValues(
        texts,
        values ->
            values[0] == null
                ? null
                : ((List<?>) values[0])
                    .stream().map(item -> item == null ? null : item.toString()).toList());
    assertThat(texts.sql(List.of("a"))).startsWith("array_map(a, ");
  }
}
