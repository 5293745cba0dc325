package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
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
import dev.colonnade.sql.physical.ModifyPlan.Branch;
import dev.colonnade.sql.physical.ModifyPlan.MergeAction;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MergeOperatorTest {
  /** Key, branch, value of the update, key and value of the insert. */
  private static final List<VectorType> TYPES = List.of(INTEGER, INTEGER, TEXT, INTEGER, TEXT);

  private final TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
  private final FakeWrites writes = new FakeWrites();

  @AfterEach
  void close() {
    query.close();
  }

  private MergeOperator operator(TestRows rows) {
    Column id = TABLE.schema().column("id");
    Column v = TABLE.schema().column("v");
    List<Branch> branches =
        List.of(
            new Branch(MergeAction.UPDATE, List.of(v)),
            new Branch(MergeAction.INSERT, List.of(id, v)),
            new Branch(MergeAction.DELETE, List.of()),
            new Branch(MergeAction.NOTHING, List.of()));
    return new MergeOperator(
        query.context(),
        rows.source(query.context(), 2),
        new ModifyPlan.Merge(FakeWrites.plan(TYPES), TABLE, branches),
        writes);
  }

  @Test
  void shouldApplyTheBranchOfEachRow() {
    TestRows rows =
        TestRows.of(
            TYPES,
            row(1, 0, "x", null, null),
            row(null, 1, null, 7, "new"),
            row(2, 2, null, null, null),
            row(3, 3, null, null, null),
            row(3, null, null, null, null));
    try (MergeOperator operator = operator(rows)) {
      assertThat(operator.complete()).isEqualTo(3);
    }
    assertThat(writes.changes)
        .containsExactly("update [1] [v]=[x]", "insert [7, new, null]", "delete [2]");
  }

  @Test
  void shouldRefuseASecondChangeOfARow() {
    TestRows rows = TestRows.of(TYPES, row(1, 0, "x", null, null), row(1, 2, null, null, null));
    try (MergeOperator operator = operator(rows)) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(operator::complete)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_CHANGED_TWICE));
    }
    assertThat(writes.changes).isEmpty();
  }
}
