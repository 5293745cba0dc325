package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of statements that run once for many rows of parameters. */
class BatchExecutionTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run(
        "create table t (id serial primary key, a int unique, b text default 'none', check (a <"
            + " 9))");
    run("create table tree (id int primary key, up int references tree (id))");
    run("create table leaf (id int primary key, up int references tree (id))");
  }

  @AfterEach
  public void close() {
    assertThat(database.statistics().directBytes()).isZero();
    database.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private SqlPrepared prepared(String sql) {
    return session.prepare(session.parse(sql).getFirst(), List.of());
  }

  private static List<List<@Nullable Object>> rows(@Nullable Object[]... rows) {
    List<List<@Nullable Object>> lists = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      lists.add(Arrays.asList(row));
    }
    return lists;
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private long @Nullable [] many(String sql, @Nullable Object[]... rows) {
    SqlPrepared prepared = prepared(sql);
    session.beginImplicit();
    try {
      return session.tryExecuteBatch(prepared, Cancellation.withoutDeadline(), rows(rows));
    } finally {
      session.endImplicit(Cancellation.withoutDeadline());
    }
  }

  @Test
  void shouldEvaluateConstantsOfEachRow() {
    run("create table e (id int, l boolean, m boolean, n boolean, o boolean, p boolean)");
    String insert =
        """
        insert into e values ($1, $2::text like $3 || '%', $2::text not like $3::text,
          $1 = any ($4::int[]), $1 <> all ($4::int[]), $1::int in ($5::int, $5::int + 1, 4, 5, 6, 7))
        """;
    @Nullable Object[][] rows = {
      row(1, "abc", "a", List.of(1, 2), 1),
      row(2, "abc", "b", List.of(1), 7),
      row(3, null, "a", List.of(), 2),
      row(4, "abc", null, null, null),
      row(5, "a_c", "a_c", Arrays.asList(null, 6), null),
      row(8, "x", "%x%", Arrays.asList(null, 8), null),
      row(9, "", "", List.of(9, 9), 8)
    };
    assertThat(many(insert, rows)).hasSize(rows.length);
    List<List<@Nullable Object>> batch = all("select * from e order by id");
    run("delete from e");
    for (@Nullable Object[] row : rows) {
      session.execute(insert, row).close();
    }
    assertThat(all("select * from e order by id"))
        .isEqualTo(batch)
        .startsWith(
            Arrays.asList(1, true, true, true, false, true),
            Arrays.asList(2, false, true, false, true, false),
            Arrays.asList(3, null, null, false, true, true),
            Arrays.asList(4, null, null, null, null, true));
  }

  @Test
  void shouldLeaveRowsOfSubqueriesToSingleExecutions() {
    String insert = "insert into t (a) values (cardinality(array(select $1::int)))";
    assertThat(many(insert, row(1), row(2))).isNull();
  }

  private List<List<@Nullable Object>> all(String sql) {
    return session.execute(sql).toList();
  }

  @Test
  void shouldInsertForEachRowOfParameters() {
    assertThat(many("insert into t (a, b) values (?, ?)", row(1, "x"), row(2, null), row("3", "z")))
        .containsExactly(1, 1, 1);
    assertThat(many("insert into t (a) values (?)", row(4), row(5), row(6), row(7)))
        .containsExactly(1, 1, 1, 1);
    assertThat(all("select id, a, b from t order by id"))
        .containsExactly(
            Arrays.asList(1, 1, "x"),
            Arrays.asList(2, 2, null),
            Arrays.asList(3, 3, "z"),
            Arrays.asList(4, 4, "none"),
            Arrays.asList(5, 5, "none"),
            Arrays.asList(6, 6, "none"),
            Arrays.asList(7, 7, "none"));
    assertThat(all("select lastval()")).containsExactly(List.of(7L));
  }

  @Test
  void shouldNotBatchStatementsThatReadRows() {
    @Nullable Object[] one = row(1);
    @Nullable Object[] two = row(2);
    assertThat(many("insert into t (a) values (?) returning id", one, two)).isNull();
    assertThat(many("insert into t (a) values (?) on conflict do nothing", one, two)).isNull();
    assertThat(many("insert into t (a) select cast(? as int) from t", one, two)).isNull();
    assertThat(many("insert into tree values (?, null)", one, two)).isNull();
    assertThat(many("delete from t where a = ?", one, two)).isNull();
    assertThat(many("select cast(? as int)", one, two)).isNull();
    assertThat(many("insert into t (a) values (?)", one)).isNull();
    assertThat(all("select count(*) from t")).containsExactly(List.of(0L));
  }

  @Test
  void shouldChangeForEachRowOfParameters() {
    run("insert into t (a) select g from generate_series(1, 8) g");
    String update = "update t set a = a - ?, b = b || ? where id = ?";
    assertThat(many(update, row(1, "x", 1), row(2, null, 99), row(0, "y", 3)))
        .containsExactly(1, 0, 1);
    assertThat(all("select id, a, b from t where b <> 'none' order by id"))
        .containsExactly(List.of(1, 0, "nonex"), List.of(3, 3, "noney"));
    String versioned = "update t set b = ? where id = ? and a = ?";
    assertThat(many(versioned, row("p", 3, 3), row("q", 4, 3))).containsExactly(1, 0);
    assertThat(all("select id from t where b in ('p', 'q')")).containsExactly(List.of(3));
    assertThat(many("delete from t where id = ?", row(1), row(77), row("2"), row(5)))
        .containsExactly(1, 0, 1, 1);
    assertThat(all("select id from t order by id"))
        .containsExactly(List.of(3), List.of(4), List.of(6), List.of(7), List.of(8));
  }

  @Test
  void shouldChangeManyRowsAsSingleExecutionsDo() {
    run("insert into t (a, b) select null, 'v' || g from generate_series(1, 700) g");
    @Nullable Object[][] rows = new @Nullable Object[600][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row("w" + i, 1000 - i * 7 % 701);
    }
    String update = "update t set b = b || ? where id = ?";
    long @Nullable [] counts = many(update, rows);
    List<List<@Nullable Object>> batch = all("select id, b from t order by id");
    run("update t set b = 'v' || id");
    long[] single = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      try (SqlResult result = session.execute(update, rows[i])) {
        single[i] = result.updateCount();
      }
    }
    assertThat(counts).isEqualTo(single).contains(0, 1);
    assertThat(all("select id, b from t order by id")).isEqualTo(batch);
  }

  @Test
  void shouldNotBatchChangesThatDependOnEachOther() {
    run("insert into t (a) values (1), (2), (3)");
    run("insert into tree values (1, null), (2, 1)");
    @Nullable Object[] one = row(1);
    @Nullable Object[] two = row(2);
    assertThat(many("update t set b = b || 'x' where id = ?", one, two, one)).isNull();
    assertThat(many("update t set a = ? where id = 1 and a = ?", row(7, 1), row(8, 7))).isNull();
    assertThat(many("update t set id = ? where id = ?", row(9, 1), row(1, 2))).isNull();
    assertThat(many("update t set b = 'x' where id > ?", one, two)).isNull();
    assertThat(many("update t set a = 5 where id = ? returning id", one, two)).isNull();
    assertThat(many("update t set a = (select max(a) from t) where id = ?", one, two)).isNull();
    assertThat(many("delete from tree where id = ?", two, one)).isNull();
    assertThat(many("delete from t where id = ?", one, row((Object) null))).isNull();
    assertThat(all("select id, a, b from t order by id"))
        .containsExactly(List.of(1, 1, "none"), List.of(2, 2, "none"), List.of(3, 3, "none"));
  }

  @Test
  void shouldUndoAllChangesWhenOneFails() {
    run("insert into t (a) values (1), (2), (3)");
    String update = "update t set a = ? where id = ?";
    assertThat(many(update, row(5, 1), row(3, 2))).isNull();
    assertThat(many(update, row(5, 1), row(9, 2))).isNull();
    assertThat(many(update, row(5, 1), row("x", 2))).isNull();
    assertThat(many(update, row(5, 1), row(6))).isNull();
    assertThat(all("select a from t order by id"))
        .containsExactly(List.of(1), List.of(2), List.of(3));
    assertThat(many(update, row(5, 1), row(1, 2))).containsExactly(1, 1);
    assertThat(all("select a from t order by id"))
        .containsExactly(List.of(5), List.of(1), List.of(3));
  }

  @Test
  void shouldUndoEverythingWhenARowFails() {
    String insert = "insert into t (a) values (?)";
    assertThat(many(insert, row(1), row(1))).isNull();
    assertThat(many(insert, row(1), row("x"))).isNull();
    assertThat(many(insert, row(1), row(9))).isNull();
    assertThat(many(insert, row(1), row())).isNull();
    assertThat(many("insert into leaf values (?, ?)", row(1, null), row(2, 7))).isNull();
    assertThat(all("select count(*) from t")).containsExactly(List.of(0L));
    assertThat(all("select count(*) from leaf")).containsExactly(List.of(0L));
    assertThat(many(insert, row(1), row(2))).containsExactly(1, 1);
  }

  @Test
  void shouldPreserveTheTransactionWhenARowFails() {
    SqlPrepared insert = prepared("insert into t (a) values (?)");
    run("begin");
    run("insert into t (a) values (5)");
    Cancellation never = Cancellation.withoutDeadline();
    assertThat(session.tryExecuteBatch(insert, never, rows(row(6), row(5)))).isNull();
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    assertThat(session.tryExecuteBatch(insert, never, rows(row(7), row(8)))).containsExactly(1, 1);
    assertThat(all("select a from t order by a"))
        .containsExactly(List.of(5), List.of(7), List.of(8));
    run("commit");
    assertThat(all("select count(*) from t")).containsExactly(List.of(3L));
  }

  @Test
  void shouldInsertUnderReadCommittedToo() {
    SqlPrepared insert = prepared("insert into t (a) values (?)");
    Cancellation never = Cancellation.withoutDeadline();
    run("begin isolation level read committed");
    assertThat(session.tryExecuteBatch(insert, never, rows(row(1), row(2)))).containsExactly(1, 1);
    assertThat(session.tryExecuteBatch(insert, never, rows(row(3), row(2)))).isNull();
    run("update t set b = 'changed' where a = 2");
    run("commit");
    assertThat(all("select id, a, b from t order by id"))
        .containsExactly(List.of(1, 1, "none"), List.of(2, 2, "changed"));
  }

  @Test
  void shouldNotRunOutsideOfATransactionOrInAFailedOne() {
    SqlPrepared insert = prepared("insert into t (a) values (?)");
    Cancellation never = Cancellation.withoutDeadline();
    assertThat(session.tryExecuteBatch(insert, never, rows(row(1), row(2)))).isNull();
    Cancellation canceled = Cancellation.withoutDeadline();
    canceled.cancel();
    run("begin");
    assertThat(session.tryExecuteBatch(insert, canceled, rows(row(1), row(2)))).isNull();
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    run("rollback");
    run("begin read only");
    assertThat(session.tryExecuteBatch(insert, never, rows(row(1), row(2)))).isNull();
    run("rollback");
    assertThat(all("select count(*) from t")).containsExactly(List.of(0L));
  }
}
