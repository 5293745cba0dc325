package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorObject;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlSessionTest {
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
    run("create table t (id bigint primary key, d date, n numeric(8,2), s varchar(10))");
    run("insert into t values (1, '2024-01-01', 1.5, 'a'), (2, '2024-01-02', 2.5, 'b')");
  }

  @AfterEach
  public void close() {
    assertThat(database.statistics().directBytes()).isZero();
    database.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<List<@Nullable Object>> query(String sql, @Nullable Object... parameters) {
    return session.execute(sql, parameters).toList();
  }

  private ColonnadeException failure(String sql, @Nullable Object... parameters) {
    try {
      query(sql, parameters);
    } catch (ColonnadeException e) {
      return e;
    }
    throw new AssertionError("the statement succeeded: " + sql);
  }

  @Test
  void shouldInferParameterTypesFromTheirContext() {
    assertThat(query("select s from t where id = ?", 2L)).containsExactly(List.of("b"));
    assertThat(query("select s from t where id = $1", 2)).containsExactly(List.of("b"));
    assertThat(query("select s from t where d = $2 and id = $1", 1, LocalDate.of(2024, 1, 1)))
        .containsExactly(List.of("a"));
    assertThat(query("select s from t where d = $1", "2024-01-02")).containsExactly(List.of("b"));
    assertThat(query("select s from t where n > $1", new BigDecimal("2.4")))
        .containsExactly(List.of("b"));
    assertThat(query("select s from t where id = $1", (Object) null)).isEmpty();
    assertThat(query("select $1::int + 1", 41)).containsExactly(List.of(42));
  }

  @Test
  void shouldWriteParameterValues() {
    try (SqlResult result =
        session.execute("insert into t values ($1, $2, $3, $4)", 3, null, "3.25", "c")) {
      assertThat(result.command()).isEqualTo("INSERT");
      assertThat(result.updateCount()).isEqualTo(1);
    }
    assertThat(query("select * from t where id = 3"))
        .containsExactly(Arrays.asList(3L, null, new BigDecimal("3.25"), "c"));
    try (SqlResult result = session.execute("update t set s = $1 where id >= $2", "x", 2)) {
      assertThat(result.updateCount()).isEqualTo(2);
    }
    try (SqlResult result = session.execute("delete from t where s = $1", "x")) {
      assertThat(result.updateCount()).isEqualTo(2);
    }
    assertThat(query("select count(*) from t")).containsExactly(List.of(1L));
  }

  @Test
  void shouldDescribeParametersAndColumns() {
    SqlDescription description = session.describe("select n, s || 'x' from t where id = $1");
    assertThat(description.parameterTypes()).containsExactly(SqlType.of(TypeKind.BIGINT));
    int oid = Integer.parseInt(query("select 't'::regclass::oid").getFirst().getFirst().toString());
    int modifier = (8 << 16 | 2) + 4;
    assertThat(description.columns())
        .containsExactly(
            new SqlColumn("n", new SqlType(TypeKind.NUMERIC, 8, 2), oid, 3, modifier),
            new SqlColumn("?column?", SqlType.of(TypeKind.TEXT)));
    assertThat(session.describe("delete from t").columns()).isEmpty();
  }

  @Test
  void shouldAcceptNamesForCatalogReferences() {
    String sql = "select $1::regclass::oid = 't'::regclass::oid, $2::regtype::oid";
    assertThat(query(sql, "\"t\"", "integer")).containsExactly(List.of(true, 23L));
    assertThat(query("select $1::regclass::oid", "1259")).containsExactly(List.of(1259L));
  }

  @Test
  void shouldRejectWrongParameters() {
    assertThat(failure("select s from t where id = $1").code())
        .isEqualTo(ErrorCode.UNKNOWN_PARAMETER);
    assertThat(failure("select $1").code()).isEqualTo(ErrorCode.UNKNOWN_PARAMETER);
    assertThat(failure("select s from t where id = $2", 1).code())
        .isEqualTo(ErrorCode.INDETERMINATE_TYPE);
    assertThat(failure("select 1", 1).code()).isEqualTo(ErrorCode.WRONG_PARAMETERS);
    assertThat(failure("select s from t where id = $1", "x").code())
        .isEqualTo(ErrorCode.INVALID_TEXT_REPRESENTATION);
    assertThat(failure("select s from t where id = $1", LocalDate.EPOCH).code())
        .isEqualTo(ErrorCode.TYPE_MISMATCH);
    assertThat(failure("select $0").code()).isEqualTo(ErrorCode.UNKNOWN_PARAMETER);
  }

  @Test
  void shouldReplanAfterACatalogChange() {
    assertThat(query("select * from t where id = 1").getFirst()).hasSize(4);
    run("drop table t");
    run("create table t (id bigint primary key, other text)");
    run("insert into t values (1, 'new')");
    assertThat(query("select * from t where id = 1")).containsExactly(List.of(1L, "new"));
  }

  @Test
  void shouldReportErrorPositions() {
    assertThat(failure("select s,\n  nope from t").position()).isEqualTo(13);
    assertThat(failure("select s frm t where").position()).isEqualTo(14);
    assertThat(failure("select (1").position()).isEqualTo(10);
    assertThat(failure("select 1 / 0").position()).isZero();
  }

  @Test
  void shouldReportTheDuplicateKey() {
    assertThat(failure("insert into t (id) values (7), (2)"))
        .hasMessage("duplicate key value violates unique constraint \"t_pkey\"")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION))
        .satisfies(
            e ->
                assertThat(e.fields())
                    .isEqualTo(
                        ErrorFields.NONE
                            .withObject(ErrorObject.NONE.withSchema("public"))
                            .withTable("t")
                            .withConstraint("t_pkey")
                            .withDetail("Key (id)=(2) already exists.")));
    assertThat(failure("insert into t (id) values (8), (9), (8)").fields().detail())
        .isEqualTo("Key (id)=(8) already exists.");
    assertThat(query("select count(*) from t")).containsExactly(List.of(2L));
  }

  @Test
  void shouldQuoteTheColumnsOfTheDuplicateKey() {
    run("create table quoted (\"q\"\"q\" int primary key, \"A\" int, \"order\" int)");
    run("create unique index on quoted (\"A\", \"order\")");
    run("insert into quoted values (1, 2, 3)");
    assertThat(failure("insert into quoted values (1, 3, 3)").fields().detail())
        .isEqualTo("Key (\"q\"\"q\")=(1) already exists.");
    assertThat(failure("insert into quoted values (2, 2, 3)").fields().detail())
        .isEqualTo("Key (\"A\", \"order\")=(2, 3) already exists.");
  }

  @Test
  void shouldRejectStatementsThatAreTooDeep() {
    String tooDeep = "select " + "(".repeat(50_000) + "1" + ")".repeat(50_000);
    assertThat(failure(tooDeep).code()).isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(query("select 1")).containsExactly(List.of(1));
  }

  @Test
  void shouldStopACanceledStatementAndFreeItsMemory() {
    Cancellation cancellation = Cancellation.withoutDeadline();
    String manyBatches = "select g from t, generate_series(1, 100000) g";
    try (SqlResult result = session.execute(manyBatches, cancellation)) {
      assertThat(result.next()).isNotNull();
      cancellation.cancel();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(result::toList)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
    }
  }

  @Test
  void shouldPushFiltersAndColumnsIntoScans() {
    assertThat(
            query(
                "explain (costs off) select s from t where id = 1 and n > 1 and s like 'a%'"
                    + " and length(s) = 1"))
        .containsExactly(
            List.of("Index Scan using t_pkey on t"),
            List.of("  Index Cond: (id = 1)"),
            List.of("  Filter: ((n > 1.00) AND (s ~~ 'a%'::text) AND (length(s) = 1))"));
  }

  @Test
  void shouldNameColumnsAsPostgresDoes() {
    assertThat(names("select count(*), sum(id), max(id) + 1 from t"))
        .containsExactly("count", "sum", "?column?");
    assertThat(names("select id + 1, s as \"A b\", n::int from t"))
        .containsExactly("?column?", "A b", "n");
    assertThat(names("values (1, 2)")).containsExactly("column1", "column2");
    assertThat(names("select id as x from t union select 1")).containsExactly("x");
    assertThat(names("select case when true then 1 end, extract(year from d), 'x' from t"))
        .containsExactly("case", "extract", "?column?");
  }

  private List<String> names(String sql) {
    return session.describe(sql).columns().stream().map(SqlColumn::name).toList();
  }

  @Test
  void shouldStoreSettingsPerSession() {
    run("set application_name = 'mine'");
    assertThat(query("show application_name")).containsExactly(List.of("mine"));
    assertThat(database.session("other").sql().execute("show application_name").toList())
        .containsExactly(List.of(""));
    run("reset all");
    assertThat(query("show application_name")).containsExactly(List.of(""));
    assertThat(failure("set nope to 1").code()).isEqualTo(ErrorCode.UNKNOWN_OBJECT);
  }
}
