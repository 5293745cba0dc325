package dev.colonnade.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;

/**
 * Every word of PostgreSQL 15's {@code pg_get_keywords()} has to be a name where it is one there:
 * the statement must come to the same as with the word in quotes. {@code words.txt} has each word,
 * its category (U not reserved, C a name of columns and tables, T of types and functions, R
 * reserved), and whether it can be a label without AS.
 */
class KeywordQuotingTest {
  private static final List<String> OF_COLUMNS =
      List.of(
          "create table t (? int, b int)",
          "create table t (b int, ? text not null)",
          "create table t (b int, primary key (?))",
          "insert into t (?, b) values (1, 2)",
          "insert into t (b, ?) select 1, 2",
          "update t set ? = 5, b = ? + 1 where ? > 0",
          "update t set b = 1, ? = 2",
          "update t set (b, ?) = (1, 2)",
          "delete from t where ? = 1",
          "select ? from t",
          "select ?, t.?, ? + 1, -? from t where ? = 1 and t.? < 2 or ? is null",
          "select b from t group by ?, b having ? > 1 order by ?, b desc",
          "select b from t order by b, ? desc limit 1",
          "select max(?), count(distinct ?) from t",
          "select case when ? then ? else ? end from t",
          "select case ? when 1 then 2 end from t",
          "select b from t where b = ?",
          "select b from t where not ?",
          "select b from t where ? in (1, 2) and ? like 'a'",
          "select b from t where ? between 1 and 2 and b between ? and 5",
          "select sum(b) over (partition by ? order by ? rows between 1 preceding and current row)"
              + " from t",
          "select b from t join u using (?)",
          "select b from t join u on t.? = u.? and ? = 1",
          "select (?), b + ? as x from t",
          "select ? as x, ? y from t",
          "select ?::text, cast(? as text), coalesce(?, 1) from t",
          "select * from (select ? from t) as s",
          "create index i on t (?)",
          "alter table t add column ? int",
          "alter table t drop column ?",
          "alter table t rename column ? to b",
          "alter table t rename column b to ?");

  private static final List<String> OF_TABLES =
      List.of(
          "create table ? (a int)",
          "insert into ? values (3)",
          "insert into ? (a) values (3)",
          "update ? set a = 1",
          "delete from ?",
          "delete from ? where a = 1",
          "drop table ?",
          "truncate ?",
          "alter table ? add b int",
          "select ?.a, a from ? where ?.a = 3",
          "select ?.* from ?",
          "select * from ?, u",
          "select * from u join ? on ?.a = u.a",
          "select a from base as ?",
          "select a from base as ? join u on true",
          "select ?.a from base ? where ?.a = 1",
          "select * from base ?, u",
          "select * from base ? join u on true",
          "with ? as (select 1) select * from ?");

  private static final List<String> LABELS =
      List.of(
          "select a as ? from t",
          "select 1 as ?",
          "select a + 1 as ?, b from t order by 1",
          "select (select 1 as ?) as b where true",
          "select cast(a as text) as ?, case when a then b end as ? from t");

  private static final List<String> BARE_LABELS =
      List.of(
          "select a ? from t",
          "select 1 ?",
          "select a + 1 ?, b from t",
          "select (1) ? where true",
          "select case when a then b end ? from t");

  /** Words that PostgreSQL reserves and this grammar does not. */
  private static final Set<String> NOT_RESERVED_HERE =
      Set.of(
          ("analyse asc deferrable desc initially placing variadic collation concurrently freeze"
                  + " ilike isnull notnull")
              .split(" ", -1));

  private static final Pattern POSITION = Pattern.compile("line \\d+, column \\d+");

  private record Word(String text, char category, boolean isBareLabel) {
    boolean isColumn() {
      return category == 'U' || category == 'C';
    }
  }

  private static List<Word> words() {
    try (InputStream stream = KeywordQuotingTest.class.getResourceAsStream("/sql/words.txt")) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(line -> line.split(" ", -1))
          .map(fields -> new Word(fields[0], fields[1].charAt(0), fields[2].equals("t")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldKnowAllWords() {
    assertThat(words()).hasSize(460);
    assertThat(words().stream().filter(Word::isColumn)).hasSize(360);
    assertThat(words().stream().filter(word -> !word.isBareLabel())).hasSize(39);
  }

  @Test
  void shouldTakeWordsForColumnsAndTables() {
    List<Word> columns = words().stream().filter(Word::isColumn).toList();
    requireNames(OF_COLUMNS, columns);
    requireNames(OF_TABLES, columns);
  }

  @Test
  void shouldTakeEveryWordForALabelBehindAs() {
    requireNames(LABELS, words());
  }

  @Test
  void shouldTakeWordsForLabelsWithoutAs() {
    requireNames(BARE_LABELS, words().stream().filter(Word::isBareLabel).toList());
  }

  @Test
  void shouldRefuseReservedWordsAsColumns() {
    for (Word word : words()) {
      if (!word.isColumn() && !NOT_RESERVED_HERE.contains(word.text())) {
        assertThat(rendered("insert into t (?) values (1)".replace("?", word.text())))
            .as(word.text())
            .isEqualTo(ErrorCode.SYNTAX_ERROR.toString());
      }
    }
  }

  @Test
  void shouldReadNullTestsOfOneWord() {
    assertThat(rendered("select a isnull, b notnull from t where a notnull"))
        .isEqualTo(rendered("select a is null, b is not null from t where a is not null"));
  }

  private static void requireNames(List<String> forms, List<Word> words) {
    List<String> refused = new ArrayList<>();
    for (String form : forms) {
      String expected = rendered(form.replace("?", "\"\u00e4\""));
      assertThat(expected).as(form).isNotEqualTo(ErrorCode.SYNTAX_ERROR.toString());
      for (Word word : words) {
        String sql = form.replace("?", word.text());
        if (!rendered(sql).equals(expected.replace("\u00e4", word.text()))) {
          refused.add(sql);
        }
      }
    }
    assertThat(refused).isEmpty();
  }

  /** Returns the parsed content of a statement; the code of its error if it is not valid. */
  private static String rendered(String sql) {
    try {
      return POSITION.matcher(rendered(StatementParser.parse(sql))).replaceAll("");
    } catch (ColonnadeException e) {
      return e.code().toString();
    }
  }

  private static String rendered(SqlNode node) {
    return switch (node) {
      case SqlCreateTable table -> table.name() + " " + table.elements();
      case SqlInsertRows insert -> insert.target() + " " + insert.source();
      case SqlUpdateRows update -> update.rows() + " " + update.assignments();
      case SqlDeleteRows delete -> delete.rows().toString();
      case SqlDefinition definition -> definition.definition().toString();
      case SqlCreateIndex index -> index.toString();
      default -> node.toString();
    };
  }
}
