package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static dev.colonnade.sql.execute.modify.FakeWrites.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LockRowsOperatorTest {
  /** Locks of which those of even keys are taken by others. */
  private static final class FakeLocks implements StatementLocks {
    private final List<Object> tried = new ArrayList<>();

    @Override
    public boolean lock(
        Table table, List<Object> key, LockStrength strength, RowLockPolicy onLocked) {
      tried.add(key.getFirst());
      return (Integer) key.getFirst() % 2 == 1;
    }

    @Override
    public void lockTable(Table table, TableLockMode mode) {
      tried.add(mode);
    }

    @Override
    public void lockForDefinition(Table table, TableLockMode mode) {
      tried.add(mode);
    }

    @Override
    public void lockAllRows(Table table, TableLockMode mode) {
      tried.add(mode);
    }
  }

  private final FakeLocks locks = new FakeLocks();

  private List<List<@Nullable Object>> rows(@Nullable Integer offset, @Nullable Integer limit) {
    List<VectorType> types = List.of(TEXT, INTEGER);
    TestRows rows =
        TestRows.of(types, row("a", 1), row("b", 2), row("c", 3), row("d", 5), row(null, 7));
    ModifyPlan.LockTarget target =
        new ModifyPlan.LockTarget(TABLE, LockStrength.UPDATE, RowLockPolicy.SKIP);
    ModifyPlan.LockRows plan =
        new ModifyPlan.LockRows(
            FakeWrites.plan(types), List.of(target), count(offset), count(limit));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        LockRowsOperator operator =
            new LockRowsOperator(query.context(), rows.source(query.context(), 2), plan, locks)) {
      List<List<@Nullable Object>> returned = TestRows.drain(operator, List.of(TEXT));
      assertThat(operator.complete()).isEqualTo(returned.size());
      return returned;
    }
  }

  private static @Nullable Expression count(@Nullable Integer count) {
    return count == null ? null : new Literal(VectorType.of(TypeKind.BIGINT), (long) count);
  }

  @Test
  void shouldLeaveOutRowsThatAreSkipped() {
    assertThat(rows(null, null)).containsExactly(row("a"), row("c"), row("d"), row((Object) null));
    assertThat(locks.tried).containsExactly(1, 2, 3, 5, 7);
  }

  @Test
  void shouldCountLockedRowsOnly() {
    assertThat(rows(1, 1)).containsExactly(row("c"));
    assertThat(locks.tried).containsExactly(1, 2, 3);
  }

  @Test
  void shouldLockNothingForALimitOfZero() {
    assertThat(rows(null, 0)).isEmpty();
    assertThat(locks.tried).isEmpty();
  }
}
