package dev.colonnade.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.parser.token.TokenStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Depth and size of texts, on a stack smaller than that of threads by default. */
@Timeout(60)
class SqlParserLimitsTest {
  private static final int STACK_BYTES = 768 * 1024;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "(1 + ",
        "(select ",
        "array[",
        "case when ",
        "f(",
        "not ",
        "- ",
        "a[",
        "1 in (",
        "cast(",
        "coalesce(",
        "exists (select ",
        "1 = any (",
        "1 between (",
        "(a, ",
        "x.y(",
        "count(*) over (order by ",
        "f() filter (where ",
        "a::numeric(",
        "position(",
        "a like not "
      })
  void shouldRefuseDeepExpressions(String part) {
    assertThat(codeOf("select " + part.repeat(100_000))).isEqualTo("54001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (",
        "select * from a join ",
        "with a as (",
        "select 1 from a group by grouping sets (",
        "(",
        "explain "
      })
  void shouldRefuseDeepStatements(String part) {
    assertThat(codeOf(part.repeat(100_000))).isIn("54001", "42601");
  }

  @Test
  void shouldAcceptParenthesesUpToTheirLimit() {
    int limit = TokenStream.PARENTHESES_MAX;
    assertThat(codeOf("select " + "(".repeat(limit) + "1" + ")".repeat(limit))).isEmpty();
    assertThat(codeOf("select " + "(".repeat(limit + 2) + "1")).isEqualTo("54001");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "select 'a',  || 'b'",
        "select a, and b",
        "select a, or b",
        "select 1, + 1",
        "select 1, union all select 1",
        "select 1, union select 1 intersect select 1",
        "select * from a, join b on true",
        "select a, ::int",
        "select a, is null",
        "select 1 ^ 1, ^ - 1",
        "select 1; select 1,; select 1"
      })
  void shouldReadLongChains(String start, String part) {
    assertThat(codeOf(start + (" " + part).repeat(20_000))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "insert into t values (1)|, (1234, 'some text here', 3.14)|300000|",
        "|select 1;|1000000|",
        "select 1 /*|/* x */|1000000|*/",
        "select '|x|10000000|'",
        "select a in (1|, 1|1000000|)"
      })
  void shouldReadLongTexts(String start, String part, int count, String end) {
    String text = (start == null ? "" : start) + part.repeat(count) + (end == null ? "" : end);
    long before = System.nanoTime();
    assertThat(codeOf(text)).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void shouldHintAtTheCause() {
    assertThatThrownBy(() -> SqlParser.parse("select " + "f(".repeat(1_000)))
        .hasMessage("stack depth limit exceeded")
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            error -> assertThat(error.fields().hint()).contains("max_stack_depth"));
  }

  /** Returns the SQLSTATE of a text's error, empty if it parses. */
  private static String codeOf(String sql) {
    AtomicReference<String> code = new AtomicReference<>("not finished");
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                SqlParser.parse(sql);
                code.set("");
              } catch (ColonnadeException e) {
                code.set(e.sqlState());
              } catch (StackOverflowError e) {
                code.set("StackOverflowError");
              }
            },
            "parser",
            STACK_BYTES);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return code.get();
  }
}
