package dev.colonnade.sql.frontend.text;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Division of texts into statements, and their properties. */
class StatementTextTest {
  @Test
  void shouldDivideATextIntoStatements() {
    List<StatementText> texts = StatementText.parse(" select 1;; select ';' ; ");

    assertThat(texts.stream().map(StatementText::text)).containsExactly("select 1", "select ';'");
    assertThat(texts.stream().map(StatementText::start)).containsExactly(1, 12);
  }

  @Test
  void shouldReportThePositionInTheWholeText() {
    assertThatThrownBy(() -> StatementText.parse("select 1; select from from"))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.position()).isEqualTo(23));
  }

  @Test
  void shouldCountCharactersBeforeAnError() {
    StatementText text = StatementText.parse("select '\uD83D\uDE00', x").getFirst();
    ColonnadeException thrown =
        new ColonnadeException(ErrorCode.UNKNOWN_COLUMN, "no such column", ErrorFields.at(14));

    assertThat(text.error(thrown).position()).isEqualTo(13);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "(select 1) union select 2",
        "with x as (select 1) select * from x",
        "values (1)",
        "table t",
        "insert into t values (1)",
        "update t set a = 1",
        "delete from t",
        "merge into t using u on a = b when matched then delete",
        "explain analyze select 1",
        "explain create table t as select 1",
        "select a from t for update",
      })
  void shouldFindStatementsOfData(String sql) {
    assertThat(StatementText.parse(sql).getFirst().data()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t (a int)",
        "create table t as select 1",
        "select 1 into t",
        "set search_path = a",
        "show all",
        "begin",
        "declare c cursor for select 1",
      })
  void shouldLeaveOtherStatements(String sql) {
    assertThat(StatementText.parse(sql).getFirst().data()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select 1 | SELECT",
        "values (1) | SELECT",
        "with x as (select 1) insert into t select * from x | INSERT",
        "update t set a = 1 | UPDATE",
        "delete from t | DELETE",
        "explain delete from t | EXPLAIN",
      })
  void shouldNameTheCommand(String sql, String command) {
    assertThat(StatementText.parse(sql).getFirst().command()).isEqualTo(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a from t as of system time '-10s'",
        "select a from t as of system time '-10s' where b = 1",
        "select a from t where b = 1 as of system time '-10s';",
      })
  void shouldReturnTheSystemTime(String sql) {
    StatementText past = StatementText.parse(sql).getFirst();

    assertThat(past.systemTime()).isEqualTo("-10s");
    assertThat(past.text()).isEqualTo(sql.replace(";", ""));
    assertThat(StatementText.parse("select a from t").getFirst().systemTime()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select ?, ? + 1 | SELECT $1, $2 + 1",
        "select a ? 'x' | SELECT a ? 'x'",
        "select a from t where b = ? and c ? ? | SELECT a FROM t WHERE b = $1 AND c ? $2",
        "select a from t limit ? | SELECT a FROM t LIMIT $1",
        "select a from t fetch first ? rows only | SELECT a FROM t LIMIT $1",
        "select a from t where b=? and c>=?+1 | SELECT a FROM t WHERE b = $1 AND c >= $2 + 1",
        "select ?*?, a-? from t where b ?& c | SELECT $1 * $2, a - $3 FROM t WHERE b ?& c",
      })
  void shouldReadQuestionMarksAsParameters(String sql, String printed) {
    DataStatement data = requireNonNull(StatementText.parse(sql).getFirst().data(), "data is null");

    assertThat(SqlPrinter.print(data)).isEqualToIgnoringWhitespace(printed);
  }
}
