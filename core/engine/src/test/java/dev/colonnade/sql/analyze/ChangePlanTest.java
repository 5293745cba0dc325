package dev.colonnade.sql.analyze;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.type.schema.Column;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the shapes of the plans of changes, and of the order of their columns. */
class ChangePlanTest {
  @TempDir private Path folder;
  private AnalyzerEnvironment environment;

  @BeforeEach
  public void open() {
    environment = new AnalyzerEnvironment(folder);
  }

  @AfterEach
  public void close() {
    environment.close();
  }

  private <T extends LogicalPlan> T plan(Class<T> type, String sql) {
    return type.cast(environment.analyze(sql).plan());
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  private static List<String> columns(LogicalPlan plan) {
    return plan.columns().stream().map(Variable::name).toList();
  }

  @Test
  void shouldInsertRowsOfExpressions() {
    LogicalChange.Insert insert =
        plan(LogicalChange.Insert.class, "insert into t (a, id) values (1, 2), (3, 4)");
    assertThat(names(insert.targets())).containsExactly("a", "id", "d", "n");
    assertThat(insert.source()).isInstanceOf(LogicalSource.Rows.class);
    assertThat(((LogicalSource.Rows) insert.source()).rows()).hasSize(2);
    assertThat(insert.columns()).isEmpty();
  }

  @Test
  void shouldAllocateValuesOfSequencesAtOnce() {
    LogicalChange.Insert hidden =
        plan(LogicalChange.Insert.class, "insert into plain values (1, 'x')");
    assertThat(names(hidden.targets())).containsExactly("x", "y");
    assertThat(hidden.allocated()).hasSize(1);
    LogicalChange.Insert query =
        plan(LogicalChange.Insert.class, "insert into s (k) select id from t");
    assertThat(query.allocated()).hasSize(1);
    LogicalChange.Insert returned =
        plan(LogicalChange.Insert.class, "insert into s (k) values (1) returning id");
    assertThat(returned.allocated()).isEmpty();
    assertThat(names(returned.targets())).containsExactly("k", "id", "ok");
    LogicalChange.Insert calls =
        plan(LogicalChange.Insert.class, "insert into s (k) values (nextval('sq'))");
    assertThat(calls.allocated()).isEmpty();
  }

  @Test
  void shouldReturnColumnsBehindTheValues() {
    LogicalChange.Insert insert =
        plan(LogicalChange.Insert.class, "insert into vc values (1, 20, 'x') returning b, id + 1");
    assertThat(insert.checks()).containsExactly("vc");
    assertThat(insert.changeWidth()).isEqualTo(insert.targets().size() + 1);
    assertThat(columns(insert)).containsExactly("b", "?column?");
  }

  @Test
  void shouldUpdateKeysAndNewValues() {
    LogicalChange.Update update =
        plan(LogicalChange.Update.class, "update u set e = 'x', c = 'y' where a = 1");
    assertThat(columns(update.source())).containsExactly("a", "b", "e", "c");
    assertThat(names(update.assigned())).containsExactly("e", "c");
    LogicalChange.Update returned =
        plan(LogicalChange.Update.class, "update u set e = 'x' returning e, c");
    assertThat(columns(returned.source())).containsExactly("a", "b", "e", "e", "c");
    assertThat(columns(returned)).containsExactly("e", "c");
  }

  @Test
  void shouldJoinSubqueryOfSeveralColumns() {
    LogicalChange.Update update =
        plan(
            LogicalChange.Update.class,
            "update t set (a, b) = (select x, y from plain where x = t.id)");
    LogicalOperator.Project project = (LogicalOperator.Project) update.source();
    LogicalJoin join = (LogicalJoin) project.input();
    assertThat(join.kind()).isEqualTo(LogicalJoin.Kind.SINGLE);
    assertThat(join.isDependent()).isTrue();
  }

  @Test
  void shouldDeleteByKey() {
    LogicalChange.Delete delete =
        plan(LogicalChange.Delete.class, "delete from plain using t where x = id returning y");
    assertThat(columns(delete.source())).containsExactly("$rowid", "y");
  }

  @Test
  void shouldMergeByNumberedBranches() {
    LogicalChange.Merge merge =
        plan(
            LogicalChange.Merge.class,
            "merge into t using plain p on p.x = t.id when matched and a > 1 then delete"
                + " when matched then update set a = p.x"
                + " when not matched then insert (id) values (p.x)");
    assertThat(columns(merge.source())).containsExactly("id", "branch", "a", "id", "d", "n");
    assertThat(merge.branches())
        .extracting(ModifyPlan.Branch::action)
        .containsExactly(
            ModifyPlan.MergeAction.DELETE,
            ModifyPlan.MergeAction.UPDATE,
            ModifyPlan.MergeAction.INSERT);
  }

  @Test
  void shouldPlaceRowOfConflictBehindParameters() {
    LogicalChange.Insert insert =
        plan(
            LogicalChange.Insert.class,
            "insert into t (id, a) values ($1, $2) on conflict (id) do update set a = excluded.a");
    LogicalChange.Conflict conflict = requireNonNull(insert.conflict());
    assertThat(conflict.arbiters()).hasSize(1);
    assertThat(conflict.arbiters().getFirst().key().indexName()).isEqualTo("t_pkey");
    LogicalChange.ConflictUpdate update = requireNonNull(conflict.update());
    assertThat(names(update.assigned())).containsExactly("a");
    assertThat(update.rows().one().parameterTypes()).hasSize(2 + 7);
    assertThat(columns(update.rows().one().plan())).containsExactly("id", "a");
    assertThat(update.rows().many()).as("one row only").isNull();
  }

  @Test
  void shouldFindTheConflictsOfManyRowsTogether() {
    assertThat(batchOf("select id, a from t on conflict (id) do update set a = excluded.a"))
        .isNotNull()
        .satisfies(batch -> assertThat(columns(batch.plan())).containsExactly("number", "id", "a"));
    assertThat(batchOf("select id, a from t on conflict (id) do update set b = random()::text"))
        .as("volatile")
        .isNull();
    assertThat(
            batchOf(
                "select id, a from t on conflict (id) do update set a ="
                    + " (select max(a) from t where random() < excluded.a)"))
        .as("volatile")
        .isNull();
  }

  private LogicalChange.@Nullable ConflictBatch batchOf(String rows) {
    LogicalChange.Insert insert = plan(LogicalChange.Insert.class, "insert into t (id, a) " + rows);
    LogicalChange.ConflictUpdate update = requireNonNull(insert.conflict()).update();
    return requireNonNull(update).rows().many();
  }

  @Test
  void shouldLockRowsByKeysBehindTheColumns() {
    LogicalChange.LockRows lock =
        plan(
            LogicalChange.LockRows.class,
            "select p.y from t join plain p on x = id order by y limit 1 for update skip locked");
    assertThat(columns(lock)).containsExactly("y");
    assertThat(lock.targets()).hasSize(2);
    assertThat(lock.count()).isNotNull();
    LogicalChange.LockRows waiting =
        plan(LogicalChange.LockRows.class, "select a from t limit 1 for update");
    assertThat(waiting.count()).isNull();
  }

  @Test
  void shouldRunChangesOfWithAsItems() {
    LogicalChange.WithChanges with =
        plan(
            LogicalChange.WithChanges.class,
            "with d as (delete from t returning id) select count(*) from d");
    assertThat(with.items()).hasSize(1);
    assertThat(with.items().getFirst().plan()).isInstanceOf(LogicalChange.Delete.class);
    LogicalChange.WithChanges locked =
        plan(
            LogicalChange.WithChanges.class,
            "update t set a = 1 where id in (select id from t for update)");
    assertThat(locked.items().getFirst().plan()).isInstanceOf(LogicalChange.LockRows.class);
    assertThat(locked.body()).isInstanceOf(LogicalChange.Update.class);
  }

  @Test
  void shouldPutCommonTablesIntoTheSource() {
    LogicalChange.Delete delete =
        plan(
            LogicalChange.Delete.class,
            "with q as (select 1 as x) delete from t using q where q.x = t.id");
    assertThat(delete.source()).isInstanceOf(LogicalSet.With.class);
  }
}
