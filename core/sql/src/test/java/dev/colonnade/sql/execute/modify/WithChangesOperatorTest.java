package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WithChangesOperatorTest {
  private static final List<VectorType> ONE = List.of(INTEGER);

  private final FakeWrites writes = new FakeWrites();

  private static StatementPart part(PhysicalPlan plan) {
    return new StatementPart(plan, List.of());
  }

  private static ScanPlan.NamedRowsScan scan(String name) {
    return new ScanPlan.NamedRowsScan(name, FakeWrites.plan(ONE).columns(), PlanEstimate.UNKNOWN);
  }

  @Test
  void shouldReadEverythingBeforeItWrites() {
    ModifyPlan.Delete delete =
        new ModifyPlan.Delete(FakeWrites.plan(List.of(INTEGER, INTEGER)), TABLE);
    ModifyPlan.Insert insert =
        new ModifyPlan.Insert(
            scan("d"), TABLE, List.of(TABLE.schema().column("id")), List.of(), List.of(), null);
    ModifyPlan.WithChanges plan =
        new ModifyPlan.WithChanges(
            List.of(
                new ModifyPlan.Item("d", part(delete)),
                new ModifyPlan.Item("q", part(FakeWrites.plan(ONE)))),
            part(insert));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      NamedRows names = new NamedRows();
      TestRows.Source unread = TestRows.of(ONE, row(9)).source(query.context(), 1);
      Operator source =
          TestRows.of(List.of(INTEGER, INTEGER), row(1, 10), row(2, 20)).source(query.context(), 1);
      Operator body =
          new InsertOperator(
              query.context(),
              new NamedRowsOperator(query.context(), scan("d"), names),
              insert,
              writes,
              (_, _) -> List.of());
      List<Operator> items =
          List.of(new DeleteOperator(query.context(), source, delete, writes), unread);
      try (WithChangesOperator operator =
          new WithChangesOperator(query.context(), plan, items, body, names, writes)) {
        assertThat(operator.complete()).isEqualTo(2);
      }
      assertThat(unread.batchCount()).isZero();
      assertThat(unread.isClosed()).isTrue();
    }
    assertThat(writes.changes)
        .containsExactly(
            "delete [1]", "delete [2]", "insert [10, null, null]", "insert [20, null, null]");
    assertThat(writes.aloneCount).isZero();
  }

  @Test
  void shouldReturnTheRowsOfAQuery() {
    ModifyPlan.Delete delete =
        new ModifyPlan.Delete(FakeWrites.plan(List.of(INTEGER, INTEGER)), TABLE);
    ModifyPlan.WithChanges plan =
        new ModifyPlan.WithChanges(
            List.of(new ModifyPlan.Item("d", part(delete))), part(scan("d")));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      NamedRows names = new NamedRows();
      Operator source =
          TestRows.of(List.of(INTEGER, INTEGER), row(1, 10)).source(query.context(), 1);
      Operator item = new DeleteOperator(query.context(), source, delete, writes);
      Operator body = new NamedRowsOperator(query.context(), scan("d"), names);
      try (WithChangesOperator operator =
          new WithChangesOperator(query.context(), plan, List.of(item), body, names, writes)) {
        assertThat(TestRows.drain(operator, ONE)).containsExactly(row(10));
      }
    }
    assertThat(writes.changes).containsExactly("delete [1]");
  }
}
