package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that recursive constructs have a depth limit at which a statement fails, and that the
 * session remains usable.
 */
class DeepNestingTest {
  private static final int DEPTH = 10_000;
  private static final int VIEWS = 20;
  private static final int NESTED_QUERIES = 20;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    run("create table t (id int primary key, a int, b text)");
    run("insert into t values (1, 1, 'x')");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "jsonb"})
  void shouldRejectJsonNestedTooDeeply(String type) {
    assertTooComplex("select '" + nested("[", "1", "]") + "'::" + type);
    assertTooComplex("select '" + nested("{\"a\":", "1", "}") + "'::" + type);
    assertTooComplex("select (repeat('[', 10000) || repeat(']', 10000))::" + type);
  }

  @Test
  void shouldRejectExpressionsNestedTooDeeply() {
    assertTooComplex("select " + nested("abs(", "1", ")"));
    assertTooComplex("select " + nested("case when true then ", "1", " end"));
    assertTooComplex("select " + nested("coalesce(null, ", "1", ")"));
    assertTooComplex("select " + nested("array[", "1", "]"));
  }

  @Test
  void shouldRunOrRejectLongChainsOfOperators() {
    assertRunsOrTooComplex("select " + "- ".repeat(DEPTH) + "1");
    assertRunsOrTooComplex("select 1" + "::int".repeat(DEPTH));
    assertRunsOrTooComplex("select 'a'" + " || b".repeat(DEPTH / 10) + " from t");
  }

  @Test
  void shouldRunLongChains() {
    assertThat(session.execute("select 1" + " union all select 1".repeat(DEPTH - 1)).toList())
        .hasSize(DEPTH);
    assertThat(session.execute("select 1" + " union select 1".repeat(DEPTH / 10)).toList())
        .hasSize(1);
    assertThat(
            session
                .execute("select id from t where a = 1" + " or a = 2".repeat(DEPTH / 2))
                .toList())
        .hasSize(1);
    assertThat(
            session
                .execute("select id from t where a = 1" + " and a > 0".repeat(DEPTH / 2))
                .toList())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (select 1) x",
        "with x as (select 1) select * from x",
        "select 1 where exists (select 1)"
      })
  void shouldRejectDeeplyNestedSubqueries(String sql) {
    int opening = sql.indexOf('(');
    int closing = sql.indexOf(')');
    assertTooComplex(nested(sql.substring(0, opening + 1), "select 1", sql.substring(closing)));
  }

  @Test
  void shouldRunOrRejectNestedSubqueries() {
    assertRunsOrTooComplex(
        "select * from (".repeat(NESTED_QUERIES)
            + "select * from t"
            + ") x".repeat(NESTED_QUERIES));
  }

  @Test
  void shouldRunOrRejectViewsOverViews() {
    run("create view v0 as select id, a from t");
    for (int i = 1; i <= VIEWS; i++) {
      run("create view v%d as select id, a + 1 as a from v%d".formatted(i, i - 1));
    }
    assertRunsOrTooComplex("select * from v" + VIEWS);
  }

  @Test
  void shouldRejectPatternsThatAreTooExpensive() {
    assertRunsOrTooComplex("select repeat('ab', 100000) ~ '^(a|b)*$'");
    assertRunsOrTooComplex("select regexp_replace(repeat('ab', 100000), '^(a|b)*$', 'x')");
    assertRunsOrTooComplex("select repeat('ab', 100000) similar to '(a|b)*'");
    assertRunsOrTooComplex(
        "select count(*) from t where (b || repeat('ab', 100000)) ~ '^x(a|b)*$'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"select '{1}'::int[]", "select 'a' ~ '(1)'"})
  void shouldRejectTextsNestedTooDeeply(String sql) {
    String deep = sql.replaceAll("([{(])1([})])", nested("$1", "1", "$2"));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(deep).toList())
        .satisfies(
            error ->
                assertThat(error.code())
                    .isIn(
                        Set.of(
                            ErrorCode.INVALID_TEXT_REPRESENTATION,
                            ErrorCode.INVALID_REGULAR_EXPRESSION,
                            ErrorCode.LIMIT_EXCEEDED,
                            ErrorCode.STATEMENT_TOO_COMPLEX)));
    assertStillAnswers();
  }

  private static String nested(String before, String inside, String behind) {
    return before.repeat(DEPTH) + inside + behind.repeat(DEPTH);
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private void assertTooComplex(String sql) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(sql).toList())
        .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX));
    assertStillAnswers();
  }

  private void assertRunsOrTooComplex(String sql) {
    try {
      session.execute(sql).toList();
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    }
    assertStillAnswers();
  }

  private void assertStillAnswers() {
    assertThat(session.execute("select 1").toList()).hasSize(1);
  }
}
