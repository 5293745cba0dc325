package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that statements which cannot run fail with PostgreSQL's messages and have no effect. */
class SqlBadInputTest {
  private static final int DEPTH = 10_000;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    session.execute("create table t (id int primary key, a int, b text)").close();
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @Test
  void shouldRejectParenthesesNestedTooDeeply() {
    assertTooComplex("select " + "(".repeat(2 * DEPTH) + "1" + ")".repeat(2 * DEPTH));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select %s",
        "values (%s)",
        "select 1 from (select %s) s",
        "select exists (select %s)",
        "select 1 from t group by %s",
        "select 1 from t order by %s",
        "select distinct on (%s) 1 from t",
        "select row(%s) is null",
        "select (%s) is null",
      })
  void shouldRejectMoreThan1664Columns(String form) {
    String most =
        IntStream.range(0, 1664).mapToObj(i -> "id + " + i).collect(Collectors.joining(", "));
    boolean isOfRows = form.contains("is null");
    boolean hasTable = form.contains("from t");
    String columns = hasTable ? most.substring(most.indexOf(',') + 1) : most.replace("id", "1");
    session.execute(form.formatted(columns)).toList();
    String more = columns + (hasTable ? ", id - 1" : ", 9 + 9");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(form.formatted(more)).toList())
        .withMessage(
            (isOfRows ? "ROW expressions" : "target lists") + " can have at most 1664 entries")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_COLUMNS));
  }

  @Test
  void shouldCountEqualColumnsOnce() {
    String columns =
        IntStream.range(0, 1664).mapToObj(i -> "id + " + i).collect(Collectors.joining(", "));
    String query = "select " + columns + " from t group by " + columns + " order by " + columns;
    assertThat(session.execute(query).toList()).isEmpty();
  }

  @Test
  void shouldRejectQueriesNestedTooDeeply() {
    assertTooComplex("select (".repeat(DEPTH) + "select 1" + ")".repeat(DEPTH));
  }

  @Test
  void shouldRejectOrRunLongChainsOfPredicates() {
    assertRunsOrTooComplex("select id from t where " + "id = 1 or ".repeat(DEPTH) + "id = 2");
    assertRunsOrTooComplex("select id from t where " + "not ".repeat(DEPTH) + "id = 2");
    assertRunsOrTooComplex("select 1" + " + 1".repeat(DEPTH));
    assertRunsOrTooComplex("select 1" + " union all select 1".repeat(DEPTH / 10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select aa from t",
        "select t.aa from t",
        "select 1 from t where aa = 1",
        "select id from t order by aa"
      })
  void shouldHintAtSimilarColumnNames(String sql) {
    assertThatThrownBy(() -> session.execute(sql))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            failure ->
                assertThat(failure.fields().hint())
                    .isEqualTo("Perhaps you meant to reference the column \"t.a\"."));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select nope from t | 42703 | column \"nope\" does not exist | 8",
        "select t.nope from t | 42703 | column t.nope does not exist | 0",
        "select * from nope | 42P01 | relation \"nope\" does not exist | 15",
        "select x.id from t | 42P01 | missing FROM-clause entry for table \"x\" | 8",
        "select nope(1) | 42883 | function nope(integer) does not exist | 8",
        "select lpad(1, 2, 3) | 42883 | function lpad(integer, integer, integer) does not exist |"
            + " 8",
        "selec 1 | 42601 | syntax error at or near \"selec\" | 1",
        "select 1 from | 42601 | syntax error at end of input | 14",
        "select 1::nope | 42704 | type \"nope\" does not exist | 11",
        "select 'abc'::int | 22P02 | invalid input syntax for type integer: \"abc\" | 0",
        "select 1/0 | 22012 | division by zero | 0",
        "select 2147483647 + 1 | 22003 | integer out of range | 0",
        "insert into t (id, nope) values (1, 2) | 42703"
            + " | column \"nope\" of relation \"t\" does not exist | 0",
      })
  void shouldReportPostgresMessages(String sql, String state, String message, int position) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(sql).toList())
        .satisfies(
            error -> {
              assertThat(error.code().sqlState()).isEqualTo(state);
              assertThat(error.getMessage()).isEqualTo(message);
              if (position > 0) {
                assertThat(error.position()).isEqualTo(position);
              }
            });
    assertStillAnswers();
  }

  private void assertTooComplex(String sql) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> session.execute(sql).toList())
        .extracting(ColonnadeException::code)
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
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
