package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.BOOLEAN;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static dev.colonnade.sql.execute.modify.FakeWrites.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UpdateOperatorTest {
  private final TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
  private final FakeWrites writes = new FakeWrites();

  @AfterEach
  void close() {
    query.close();
  }

  private static ModifyPlan.Update plan(List<String> checks, List<VectorType> types) {
    return new ModifyPlan.Update(
        FakeWrites.plan(types), TABLE, List.of(TABLE.schema().column("v")), checks);
  }

  @Test
  void shouldChangeARowOnceAndReturnIt() {
    List<VectorType> types = List.of(INTEGER, TEXT, INTEGER);
    TestRows rows =
        TestRows.of(types, row(1, "a", 10), row(2, null, 20), row(1, "b", 30), row(3, "c", null));
    try (UpdateOperator operator =
        new UpdateOperator(
            query.context(), rows.source(query.context(), 2), plan(List.of(), types), writes)) {
      assertThat(TestRows.drain(operator, List.of(INTEGER)))
          .containsExactly(row(10), row(20), row((Object) null));
      assertThat(operator.complete()).isEqualTo(3);
    }
    assertThat(writes.changes)
        .containsExactly("update [1] [v]=[a]", "update [2] [v]=[null]", "update [3] [v]=[c]");
    assertThat(writes.callCount).isEqualTo(1);
  }

  @Test
  void shouldWriteTheRowsUpToOneThatAViewDoesNotShowSoThatConstraintsComeFirst() {
    List<VectorType> types = List.of(INTEGER, TEXT, BOOLEAN);
    TestRows rows = TestRows.of(types, row(1, "a", true), row(2, "b", null), row(3, "c", true));
    try (UpdateOperator operator =
        new UpdateOperator(
            query.context(), rows.source(query.context(), 3), plan(List.of("w"), types), writes)) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(operator::complete)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECK_OPTION_VIOLATION));
    }
    assertThat(writes.changes).containsExactly("update [1] [v]=[a]", "update [2] [v]=[b]");
  }

  @Test
  void shouldReadTheSourceToItsEndBeforeItWrites() {
    List<VectorType> types = List.of(INTEGER, TEXT);
    TestRows rows = TestRows.of(types, row(1, "a"), row(2, "b"), row(3, "c"));
    TestRows.Source source = rows.source(query.context(), 1);
    source.cancelAt(2, query);
    try (UpdateOperator operator =
        new UpdateOperator(query.context(), source, plan(List.of(), types), writes)) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(operator::complete)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
    }
    assertThat(writes.changes).isEmpty();
  }

  @Test
  void shouldReturnRowsAfterACancellation() {
    List<VectorType> types = List.of(INTEGER, TEXT, INTEGER);
    TestRows rows = TestRows.of(types, row(1, "a", 10), row(2, "b", 20));
    try (UpdateOperator operator =
        new UpdateOperator(
            query.context(), rows.source(query.context(), 1), plan(List.of(), types), writes)) {
      assertThat(operator.complete()).isEqualTo(2);
      query.cancellation().cancel();
      assertThat(operator.returned()).isNotNull();
    }
  }

  @Test
  void shouldSpillManyRows() {
    List<VectorType> types = List.of(INTEGER, TEXT, TEXT);
    List<List<@Nullable Object>> many = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      many.add(row(i, "value " + i, "returned " + i));
    }
    try (TestQuery small = new TestQuery(64 << 10);
        UpdateOperator operator =
            new UpdateOperator(
                small.context(),
                new TestRows(types, many).source(small.context(), 1000),
                plan(List.of(), types),
                writes)) {
      List<List<@Nullable Object>> returned = TestRows.drain(operator, List.of(TEXT));
      assertThat(returned).hasSize(20_000);
      assertThat(returned.get(19_999)).containsExactly("returned 19999");
      assertThat(small.spilledBytes()).isPositive();
      assertThat(writes.changes).hasSize(20_000).contains("update [777] [v]=[value 777]");
    }
  }

  @Test
  void shouldAcceptNoRows() {
    List<VectorType> types = List.of(INTEGER, TEXT);
    try (UpdateOperator operator =
        new UpdateOperator(
            query.context(),
            TestRows.of(types).source(query.context(), 1),
            plan(List.of(), types),
            writes)) {
      assertThat(operator.next()).isNull();
      assertThat(operator.complete()).isZero();
    }
    assertThat(writes.callCount).isZero();
  }
}
