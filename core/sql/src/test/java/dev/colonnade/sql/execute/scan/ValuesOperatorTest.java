package dev.colonnade.sql.execute.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesOperatorTest {
  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  private static final List<VectorType> TYPES = List.of(BIGINT, TEXT);

  private static ScanPlan.Values plan(List<VectorType> types, List<List<Expression>> rows) {
    List<PlanColumn> columns = types.stream().map(type -> new PlanColumn("c", type)).toList();
    return new ScanPlan.Values(rows, columns, PlanEstimate.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, VectorBatch.ROWS - 1, VectorBatch.ROWS, 2 * VectorBatch.ROWS + 1})
  void shouldReturnTheRowsInOrder(int count) {
    List<List<Expression>> rows = new ArrayList<>();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      Long number = i % 3 == 0 ? null : (Long) i;
      String text = i % 4 == 0 ? null : "t" + i;
      rows.add(List.of(new Literal(BIGINT, number), new Literal(TEXT, text)));
      expected.add(TestRows.row(number, text));
    }
    try (TestQuery query = new TestQuery(0);
        Operator values = new ValuesOperator(query.context(), plan(TYPES, rows))) {
      assertThat(TestRows.drain(values, TYPES)).isEqualTo(expected);
      assertThat(values.next()).isNull();
    }
  }

  @Test
  void shouldReturnOneRowWithoutColumns() {
    try (TestQuery query = new TestQuery(0);
        Operator values =
            new ValuesOperator(query.context(), plan(List.of(), List.of(List.of())))) {
      assertThat(TestRows.drain(values, List.of())).hasSize(1);
    }
  }
}
