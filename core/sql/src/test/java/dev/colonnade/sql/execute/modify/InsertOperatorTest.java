package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static dev.colonnade.sql.execute.modify.FakeWrites.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class InsertOperatorTest {
  private final TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
  private final FakeWrites writes = new FakeWrites();

  @AfterEach
  void close() {
    query.close();
  }

  private InsertOperator operator(
      TestRows rows, List<String> columns, List<ModifyPlan.AllocatedColumn> allocated) {
    ModifyPlan.Insert plan =
        new ModifyPlan.Insert(
            FakeWrites.plan(rows.types()),
            TABLE,
            columns.stream().map(TABLE.schema()::column).toList(),
            allocated,
            List.of(),
            null);
    return new InsertOperator(
        query.context(),
        rows.source(query.context(), 2),
        plan,
        writes,
        (id, count) -> List.of(new ValueRun(100L * id, 1, 1), new ValueRun(500, 2, count - 1)));
  }

  @Test
  void shouldInsertRowsInTheOrderOfTheTable() {
    List<VectorType> types = List.of(TEXT, INTEGER, INTEGER);
    TestRows rows = TestRows.of(types, row("a", 1, 7), row(null, 2, 8), row("c", 3, 9));
    try (InsertOperator operator = operator(rows, List.of("v", "id"), List.of())) {
      assertThat(TestRows.drain(operator, List.of(INTEGER)))
          .containsExactly(row(7), row(8), row(9));
    }
    assertThat(writes.changes)
        .containsExactly("insert [1, a, null]", "insert [2, null, null]", "insert [3, c, null]");
    assertThat(writes.aloneCount).isEqualTo(1);
  }

  @Test
  void shouldAllocateValuesOfSequencesForAllRows() {
    List<VectorType> types = List.of(INTEGER);
    TestRows rows = TestRows.of(types, row(1), row(2), row(3));
    ModifyPlan.AllocatedColumn allocated =
        new ModifyPlan.AllocatedColumn(TABLE.schema().column("n"), 2, 4);
    try (InsertOperator operator = operator(rows, List.of("id"), List.of(allocated))) {
      assertThat(operator.complete()).isEqualTo(3);
    }
    assertThat(writes.changes)
        .containsExactly("insert [1, null, 400]", "insert [2, null, 500]", "insert [3, null, 502]");
  }

  @Test
  void shouldWriteManyRowsInTheTransaction() {
    assertThat(aloneCount(InsertOperator.ALONE_ROWS_MAX)).isEqualTo(1);
    assertThat(aloneCount(InsertOperator.ALONE_ROWS_MAX + 1)).isZero();
  }

  @Test
  void shouldWriteEncodedRowsAndAfterThemTheOthersAsValues() {
    int rowCount = 4 * VectorBatch.ROWS;
    ModifyPlan.AllocatedColumn allocated =
        new ModifyPlan.AllocatedColumn(TABLE.schema().column("n"), 2, 4);
    writes.storedBatchesMax = 1;
    try (InsertOperator operator =
        operator(TestRows.numbers(rowCount), List.of("id"), List.of(allocated))) {
      operator.collect();
      operator.write(false);
      assertThat(operator.complete()).isEqualTo(rowCount);
    }
    int stored = (int) writes.changes.stream().filter(each -> each.startsWith("stored")).count();
    assertThat(stored).isBetween(1, rowCount - 1);
    for (int id = 0; id < rowCount; id++) {
      int n = id == 0 ? 400 : 500 + 2 * (id - 1);
      assertThat(writes.changes.get(id))
          .isEqualTo("%s [%d, null, %d]".formatted(id < stored ? "stored LOCK" : "insert", id, n));
    }
    assertThat(writes.callCount).isEqualTo(1);
    assertThat(writes.expectedCount).isEqualTo(rowCount);
  }

  private int aloneCount(int rowCount) {
    writes.aloneCount = 0;
    try (InsertOperator operator = operator(TestRows.numbers(rowCount), List.of("id"), List.of())) {
      assertThat(operator.complete()).isEqualTo(rowCount);
    }
    return writes.aloneCount;
  }

  @Test
  void shouldNotWriteBeforeItIsToldTo() {
    TestRows rows = TestRows.of(List.of(INTEGER), row(1));
    try (InsertOperator operator = operator(rows, List.of("id"), List.of())) {
      operator.collect();
      assertThat(writes.callCount).isZero();
      operator.write(false);
    }
    assertThat(writes.callCount).isEqualTo(1);
    assertThat(writes.aloneCount).isZero();
  }
}
