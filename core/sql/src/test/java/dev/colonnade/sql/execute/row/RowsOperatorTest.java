package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowsOperatorTest {
  private static final List<VectorType> TYPES =
      List.of(VectorType.of(TypeKind.BIGINT), VectorType.of(TypeKind.TEXT));

  private static List<@Nullable Object[]> rows(int from, int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      rows.add(new @Nullable Object[] {(long) i, i % 3 == 0 ? null : "text " + i});
    }
    return rows;
  }

  private static List<VectorBatch> batches(List<@Nullable Object[]> rows) {
    List<VectorBatch> batches = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += VectorBatch.ROWS) {
      List<@Nullable Object[]> part =
          rows.subList(from, Math.min(rows.size(), from + VectorBatch.ROWS));
      Vector[] columns = new Vector[TYPES.size()];
      for (int i = 0; i < columns.length; i++) {
        int index = i;
        columns[i] =
            VectorBuilder.vectorOf(part.stream().map(row -> row[index]).toArray(), TYPES.get(i));
      }
      batches.add(new VectorBatch(part.size(), columns));
    }
    return batches;
  }

  private static List<List<@Nullable Object>> drained(
      List<VectorBatch> batches, List<@Nullable Object[]> rows) {
    RowsOperator.Source source = () -> new RowsOperator.Rows(batches, rows);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator operator = new RowsOperator(query.context(), source, TYPES)) {
      return TestRows.drain(operator, TYPES);
    }
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,1", "1,0", "5,3", "4096,1", "9000,5000", "4097,4096"})
  void shouldReturnTheBatchesThenTheRows(int shared, int own) {
    List<VectorBatch> batches = batches(rows(0, shared));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    rows(0, shared + own).forEach(row -> expected.add(Arrays.asList(row)));
    for (int scan = 0; scan < 2; scan++) {
      assertThat(drained(batches, rows(shared, own))).isEqualTo(expected);
    }
  }
}
