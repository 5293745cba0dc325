package dev.colonnade.sql.syntax.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.parser.ParsedStatement;
import dev.colonnade.sql.parser.RecordedStatements;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.parser.SyntaxEquality;
import dev.colonnade.sql.syntax.query.DataStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Printed texts, which parse to equal trees. */
class SqlPrinterTest {
  @Test
  void shouldPrintWhatParsesToAnEqualTree() {
    int count = 0;
    for (RecordedStatements.Recorded recorded : RecordedStatements.read()) {
      if (!recorded.verdict().isEmpty()) {
        continue;
      }
      for (ParsedStatement parsed : SqlParser.parse(recorded.sql())) {
        if (parsed.statement() instanceof DataStatement statement) {
          assertEqualTree(statement);
          count++;
        }
      }
    }
    assertThat(count).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with recursive a (b) as materialized (select 1 union all select b from a) search depth"
            + " first by b set o cycle b set c to 1 default 0 using p select * from a",
        "select distinct on (a, b) all_ from (a join b using (c) as x) as j, lateral f(1) with"
            + " ordinality as g (h, i), rows from (k(1) as (l int), m()) as n",
        "select sum(a) filter (where b) over (w rows between 1 preceding and current row exclude"
            + " ties), percentile_cont(0.5) within group (order by c desc nulls last) from t window"
            + " w as (partition by d order by e range unbounded preceding)",
        "select -a ^ 2, (- a)::int, - (5::int), not (a and (b or c)), (a and b) and c,"
            + " a - (b - c), (a, b) = row(1, 2), array[[1, 2], [3, 4]], (x).y[1:2].z, (t.a).*",
        "select extract(year from a), trim(leading 'x' from b), substring(c from 1 for 2),"
            + " overlay(d placing e from 1), position(f in g), substring(h similar i escape j),"
            + " normalize(k, nfc), collation for (l), treat(m as text), current_timestamp(3)",
        "select interval '1' year to month, interval(3) '1 s', date '2024-01-05', bit '1', x'1f',"
            + " u&'\\0041', e'\\n', numeric(3, 1) '1.5', timestamp(3) with time zone 'x'",
        "select a between symmetric 1 and (2 + 3), b not in (1, 2), c is not distinct from d,"
            + " e similar to f escape g, h not ilike all (array['a']), i is not unknown,"
            + " j is nfkc normalized, (1, 2) overlaps (3, 4), k = any (select 1)",
        "insert into t (a[1], b.c) overriding system value (select 1 order by 1) on conflict"
            + " (lower(a) collate \"C\" text_ops desc) where b do update set (a, b[2]) = (select 1,"
            + " 2) returning *, a as \"B\"",
        "merge into only t as x using u on true when matched and a then update set b = default when"
            + " not matched then insert (a) overriding user value values (default)",
        "(select 1 union select 2) intersect (select 3 except all (values (4) limit 5)) order by 1"
            + " using operator(pg_catalog.<) fetch first 3 rows with ties for share of t"
      })
  void shouldPrintAllForms(String sql) {
    assertEqualTree((DataStatement) SqlParser.parse(sql).get(0).statement());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "a+b*c; a + b * c",
        "(a+b)*c; (a + b) * c",
        "NOT a OR b AND \"C\"; NOT a OR b AND \"C\"",
        "'it''s'::text; 'it''s'::text"
      })
  void shouldPrintParenthesesOnlyWhereNeeded(String sql, String printed) {
    assertThat(SqlPrinter.print(SqlParser.parseExpression(sql))).isEqualTo(printed);
  }

  @Test
  void shouldPrintLongChains() {
    String chain = "a" + " || b".repeat(20_000);
    assertThat(SqlPrinter.print(SqlParser.parseExpression(chain))).isEqualTo(chain);
  }

  private static void assertEqualTree(DataStatement statement) {
    String printed = SqlPrinter.print(statement);
    Object again = SqlParser.parse(printed).get(0).statement();
    assertThat(SyntaxEquality.areEqual(statement, again)).as(printed).isTrue();
  }
}
