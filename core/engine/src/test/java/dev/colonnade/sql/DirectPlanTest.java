package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of point reads and other short plans, against the same queries by scans. */
class DirectPlanTest {
  @AfterEach
  public void close() {
    assertThat(database.statistics().directBytes()).isZero();
    database.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  /** Returns the result without blocking; null if the statement has to block. */
  private @Nullable SqlResult tried(SqlPrepared statement, List<@Nullable Object> parameters) {
    try {
      return session.executeWithoutBlocking(statement, parameters);
    } catch (WouldBlockException e) {
      return null;
    }
  }

  private static final long MIB = 1024 * 1024;
  private static final String COLUMNS =
      "bo, si, ii, bi, re, dp, te, ba, da, ti, ts, tz, uu, n1, n2, n3, vc, ch, en, iv, js, jb, ar";

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run("create type mood as enum ('sad', 'ok', 'happy')");
    run(
        """
        create table t (id bigint primary key, bo boolean, si smallint, ii integer, bi bigint,
          re real, dp double precision, te text, ba bytea, da date, ti time, ts timestamp,
          tz timestamptz, uu uuid, n1 numeric(8,2), n2 numeric(30,5), n3 numeric, vc varchar(10),
          ch char(5), en mood, iv interval, js json, jb jsonb, ar integer[])\
        """);
    run(
        """
        insert into t values (1, true, -3, 4, 5, 1.5, -2.25, 'tëxt', '\\x00ff', '2024-02-29',
          '12:34:56.789', '2024-02-29 01:02:03.000004', '2024-02-29 01:02:03+02',
          '00112233-4455-6677-8899-aabbccddeeff', 1.50, -12345678901234567890.5, 0.1000, 'vär',
          'ab', 'happy', '1 mon 2 days 03:00:00', '{"a" : 1}', '{"a" : 1}', '{1,null,3}')\
        """);
    run("insert into t (id) values (2)");
    run(
        "create table f (a int, b text, c int, d text, primary key (a, b), "
            + "family f0 (c), family f1 (d))");
    run("insert into f values (1, 'x', 10, 'one'), (1, 'y', 20, null)");
    run("create sequence s");
  }

  private SqlPrepared prepared(String sql) {
    return session.prepare(session.parse(sql).getFirst(), List.of());
  }

  private List<List<@Nullable Object>> executed(
      SqlPrepared prepared, @Nullable Object... parameters) {
    return session
        .execute(prepared, Cancellation.withoutDeadline(), Arrays.asList(parameters))
        .toList();
  }

  private @Nullable List<List<@Nullable Object>> tried(
      SqlPrepared prepared, @Nullable Object... parameters) {
    SqlResult result = tried(prepared, Arrays.asList(parameters));
    return result == null ? null : result.toList();
  }

  /** Compares the point plan, with and without waiting, with a plan of the general planner. */
  private void assertSame(String sql, String andAgain, int rows, @Nullable Object... parameters) {
    SqlPrepared direct = prepared(sql);
    SqlPrepared scanned = prepared(sql + andAgain);
    assertThat(tried(scanned, parameters)).as(sql + andAgain).isNull();
    List<List<@Nullable Object>> expected = executed(scanned, parameters);
    assertThat(expected).hasSize(rows);
    assertThat(text(tried(direct, parameters))).isEqualTo(text(expected));
    assertThat(text(executed(direct, parameters))).isEqualTo(text(expected));
    assertThat(direct.columns()).isEqualTo(scanned.columns());
    run("begin");
    assertThat(text(executed(direct, parameters))).isEqualTo(text(expected));
    run("rollback");
  }

  /** Returns the values with their classes. */
  private static String text(@Nullable List<List<@Nullable Object>> rows) {
    StringBuilder text = new StringBuilder(rows == null ? "nothing" : "");
    for (List<@Nullable Object> row : rows == null ? List.<List<@Nullable Object>>of() : rows) {
      for (Object value : row) {
        String shown = value instanceof byte[] bytes ? Arrays.toString(bytes) : "" + value;
        text.append(value == null ? "" : value.getClass().getSimpleName());
        text.append(':').append(shown).append('|');
      }
    }
    return text.toString();
  }

  @Test
  void shouldReturnTheValuesOfAScan() {
    assertSame("select " + COLUMNS + " from t where id = $1", " and id >= $1", 1, 1L);
    assertSame("select " + COLUMNS + " from t where id = $1", " and id >= $1", 1, 2L);
    assertSame("select " + COLUMNS + " from t where id = $1", " and id >= $1", 0, 3L);
    assertSame("select * from t where id = $1", " and id >= $1", 1, 1);
    assertSame("select ch, id, ch as again from t x where 1 = x.id", " and te is not null", 1);
    assertSame("select te from t where id = $1::int", " and id > 0", 1, 1);
  }

  @Test
  void shouldFindRowsByKeysOfEveryType() {
    for (String[] column :
        new String[][] {
          {"boolean", "true"},
          {"smallint", "-7"},
          {"integer", "7"},
          {"bigint", "-7"},
          {"text", "'ä'"},
          {"varchar(5)", "'ab'"},
          {"bytea", "'\\x00ff'"},
          {"date", "'2024-02-29'"},
          {"time", "'12:34:56.5'"},
          {"timestamp", "'2024-02-29 01:02:03'"},
          {"timestamptz", "'2024-02-29 01:02:03+02'"},
          {"numeric(8,2)", "1.50"},
          {"numeric(30,2)", "-1234567890123456789012.25"},
          {"uuid", "'00112233-4455-6677-8899-aabbccddeeff'"}
        }) {
      run("create table k (k " + column[0] + " primary key, v int)");
      run("insert into k values (" + column[1] + ", 1)");
      String value = column[1].replace("'", "");
      Object parameter = column[0].startsWith("numeric") ? new BigDecimal(value) : value;
      SqlPrepared read = prepared("select k, v from k where k = $1");
      assertThat(text(tried(read, parameter)))
          .as(column[0])
          .isEqualTo(text(session.execute("select k, v from k").toList()));
      run("drop table k");
    }
  }

  @Test
  void shouldReadAllFamiliesOfARow() {
    String again = " and a > 0";
    assertSame("select * from f where a = $1 and b = $2", again, 1, 1, "x");
    assertSame("select d, c from f where b = $2 and a = $1", again, 1, 1, "y");
    assertSame("select d from f where a = $1 and b = $2", again, 1, 1, "y");
    assertSame("select b, a from f where a = $1 and b = $2", again, 1, 1, "x");
    assertSame("select * from f where a = $1 and b = $2", again, 0, 2, "x");
  }

  @Test
  void shouldReportWrongParametersAsTheQueryDoes() {
    SqlPrepared read = prepared("select te from t where id = $1");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> tried(read, "x"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TEXT_REPRESENTATION));
    assertThat(tried(read, "1")).isNotNull();
    assertThat(tried(read, (Object) null)).isNull();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> tried(read))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_PARAMETERS));
    assertThat(executed(read, (Object) null)).isEmpty();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(read, "x"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TEXT_REPRESENTATION));
    assertThat(tried(prepared("select te from t where id = $1 limit 1"), 1)).hasSize(1);
    assertThat(tried(prepared("select te from t where id > $1"), 1)).isNull();
    assertThat(tried(prepared("select te || 'x' from t where id = $1"), 1)).isNull();
    assertThat(tried(prepared("select c from f where a = $1"), 1)).isNull();
    assertThat(tried(prepared("select te from t where id = $1 for update"), 1)).isNull();
  }

  @Test
  void shouldSeeWhatTheTransactionSees() {
    SqlPrepared read = prepared("select te from t where id = $1");
    run("begin");
    assertThat(tried(read, 1)).containsExactly(List.of("tëxt"));
    run("update t set te = 'mine' where id = 1");
    run("insert into t (id, te) values (3, 'new')");
    run("delete from t where id = 2");
    assertThat(executed(read, 1)).containsExactly(List.of("mine"));
    assertThat(executed(read, 3)).containsExactly(List.of("new"));
    assertThat(executed(read, 2)).isEmpty();
    assertThat(tried(read, 1)).containsExactly(List.of("mine"));
    assertThat(tried(read, 3)).containsExactly(List.of("new"));
    assertThat(tried(read, 2)).isEmpty();
    run("rollback");
    assertThat(tried(read, 1)).containsExactly(List.of("tëxt"));
    session.beginImplicit();
    assertThat(tried(read, 1)).isNull();
    session.endImplicit(Cancellation.withoutDeadline());
    run("delete from t where id = 1");
    assertThat(tried(read, 1)).isEmpty();
  }

  @Test
  void shouldReplanAfterCatalogChanges() {
    SqlPrepared read = prepared("select * from t where id = $1");
    run("alter table t add column z int default 7");
    assertThat(tried(read, 1)).isNull();
    assertThat(executed(read, 1).getFirst()).hasSize(25).endsWith(7);
    assertThat(text(tried(read, 1))).isEqualTo(text(executed(read, 1))).endsWith("Integer:7|");
    run("drop table t");
    assertThat(tried(read, 1)).isNull();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(read, 1))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
  }

  @Test
  void shouldAllocateFromASequence() {
    SqlPrepared draw = prepared("select nextval('s')");
    assertThat(executed(draw)).containsExactly(List.of(1L));
    assertThat(tried(draw)).containsExactly(List.of(2L));
    assertThat(session.execute("select currval('s'), lastval()").toList())
        .containsExactly(List.of(2L, 2L));
    run("begin");
    assertThat(tried(draw)).containsExactly(List.of(3L));
    run("rollback");
    assertThat(tried(draw)).containsExactly(List.of(4L));
    assertThat(tried(prepared("select nextval('s') + 1"))).containsExactly(List.of(6L));
    run("drop sequence s");
    assertThat(tried(draw)).isNull();
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(draw))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
  }

  /**
   * Checks the bytes that a run allocates, from the parameters to the row. The limits hold for
   * interpreted code: compiled code allocates less.
   */
  @Test
  void shouldAllocateLittleForAValueOfASequence() {
    run("create sequence many cache 100000");
    SqlPrepared draw = prepared("select nextval('many')");
    executed(draw);
    // 3776 bytes are allocated; the limit is a fifth more.
    assertThat(allocatedBy(draw, List.of())).isLessThan(4_500);
  }

  @Test
  void shouldAllocateLittleForARow() {
    // 3256 bytes are allocated, with the statistics of the statement; the limit is a fifth more.
    assertThat(allocatedBy(prepared("select bi from t where id = $1"), List.of(1L)))
        .isLessThan(3_900);
  }

  private long allocatedBy(SqlPrepared prepared, List<@Nullable Object> parameters) {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 200; i++) {
      long before = thread.getCurrentThreadAllocatedBytes();
      try (SqlResult result = tried(prepared, parameters)) {
        requireNonNull(requireNonNull(result).next());
      }
      least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  @Test
  void shouldFindRowsByUniqueIndexes() {
    run("create table u (a int, b text, c numeric(8,2), e mood)");
    run("insert into u values (1, 'x', 1.5, 'ok'), (2, 'y', null, null), (3, null, 2.5, 'sad')");
    // Beside another action, the rows keep their hidden key, and the primary key is an index.
    run("alter table u alter a set not null, add primary key (a)");
    run("create unique index on u (b, c)");
    assertSame("select * from u where a = $1", " and a > 0", 1, 1);
    assertSame("select e, c, a from u where a = $1", " and a > 0", 1, 2);
    assertSame("select * from u where a = $1", " and a > 0", 0, 4);
    assertSame(
        "select a from u where c = $2 and b = $1", " and a > 0", 1, "x", new BigDecimal("1.50"));
    assertSame("select a from u where b = $1 and c = $2", " and a > 0", 0, "y", BigDecimal.ONE);
    SqlPrepared byNull = prepared("select a from u where b = $1 and c = $2");
    assertThat(tried(byNull, null, new BigDecimal("2.5"))).isNull();
    assertThat(executed(byNull, null, new BigDecimal("2.5"))).isEmpty();
    assertThat(tried(prepared("select a from u where b = $1"), "x")).isNull();
    run("set enable_indexscan = off");
    assertThat(tried(prepared("select e from u where a = $1"), 1)).isNull();
    assertThat(executed(prepared("select e from u where a = $1"), 1)).hasSize(1);
  }

  @Test
  void shouldNotUsePartialIndexes() {
    run("create table u (a int, b int)");
    run("insert into u values (1, 1), (2, 2)");
    run("create unique index on u (a) where b > 1");
    SqlPrepared read = prepared("select b from u where a = $1");
    assertThat(tried(read, 1)).isNull();
    assertThat(executed(read, 1)).containsExactly(List.of(1));
  }

  @Test
  void shouldSeeItsOwnChangesThroughAUniqueIndex() {
    run("create table u (a int, b int)");
    run("insert into u values (1, 1), (2, 2)");
    run("alter table u add primary key (a)");
    SqlPrepared read = prepared("select b from u where a = $1");
    run("begin");
    run("update u set a = 5, b = b + 10 where a = 1");
    run("delete from u where a = 2");
    run("insert into u values (2, 7)");
    assertThat(executed(read, 1)).isEmpty();
    assertThat(executed(read, 5)).containsExactly(List.of(11));
    assertThat(executed(read, 2)).containsExactly(List.of(7));
    run("rollback");
    assertThat(tried(read, 1)).containsExactly(List.of(1));
    assertThat(tried(read, 2)).containsExactly(List.of(2));
    assertThat(tried(read, 5)).isEmpty();
  }

  @Test
  void shouldWriteRowsFoundByTheirKey() {
    run("create table u (a int, b smallint, c numeric(8,2), d date, e text)");
    run("alter table u add primary key (a)");
    SqlPrepared insert = prepared("insert into u values ($1, $2, $3, $4, upper($5) || 'x')");
    SqlPrepared update =
        prepared("update u set b = b + $2, c = c * 2, d = d + 1, e = e || b where a = $1");
    executed(insert, 1, 2, new BigDecimal("1.255"), "2024-02-28", "ä");
    executed(insert, 2, null, null, null, null);
    executed(update, 1, 3);
    executed(update, 2, 3);
    executed(update, 3, 3);
    assertThat(text(session.execute("select a, b, c::text, d, e from u order by a").toList()))
        .isEqualTo(
            "Integer:1|Short:5|String:2.52|LocalDate:2024-02-29|String:Äx2|"
                + "Integer:2|:null|:null|:null|:null|");
    executed(prepared("delete from u where a = $1"), 1);
    assertThat(session.execute("select a from u").toList()).containsExactly(List.of(2));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(insert, 2, 1, 1, null, null))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(insert, 3, 40_000, 1, null, null))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @Test
  void shouldRunCommandsWithoutWaiting() {
    SqlPrepared draw = prepared("select nextval('s')");
    SqlPrepared last = prepared("select lastval()");
    assertThat(executed(draw)).containsExactly(List.of(1L));
    SqlResult discarded = tried(prepared("discard sequences"), List.of());
    assertThat(discarded).isNotNull().extracting(SqlResult::command).isEqualTo("DISCARD SEQUENCES");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> executed(last))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_DRAWN));
    assertThat(tried(prepared("begin"), List.of())).isNotNull();
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    assertThat(tried(prepared("discard sequences"), List.of())).isNull();
    assertThat(tried(prepared("commit"), List.of())).isNull();
    run("commit");
    assertThat(tried(prepared("commit"), List.of())).isNull();
    run("set application_name = 'x'");
    assertThat(tried(prepared("discard all"), List.of())).isNotNull();
    assertThat(session.settings().show("application_name")).isEmpty();
  }
}
