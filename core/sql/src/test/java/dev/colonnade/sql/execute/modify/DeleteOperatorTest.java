package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static dev.colonnade.sql.execute.modify.FakeWrites.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeleteOperatorTest {
  @Test
  void shouldDeleteARowOnceAndReturnIt() {
    List<VectorType> types = List.of(INTEGER, TEXT);
    TestRows rows = TestRows.of(types, row(1, "a"), row(1, "b"), row(2, null), row(1, "c"));
    FakeWrites writes = new FakeWrites();
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        DeleteOperator operator =
            new DeleteOperator(
                query.context(),
                rows.source(query.context(), 3),
                new ModifyPlan.Delete(FakeWrites.plan(types), TABLE),
                writes)) {
      assertThat(TestRows.drain(operator, List.of(TEXT)))
          .containsExactly(row("a"), row((Object) null));
      assertThat(operator.complete()).isEqualTo(2);
    }
    assertThat(writes.changes).containsExactly("delete [1]", "delete [2]");
  }
}
