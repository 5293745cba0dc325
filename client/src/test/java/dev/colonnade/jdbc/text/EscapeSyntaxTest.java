package dev.colonnade.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link EscapeSyntax}. */
final class EscapeSyntaxTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '~',
      value = {
        "SELECT {d '2024-01-02'} @ SELECT DATE '2024-01-02'",
        "SELECT {ts '2024-01-02 03:04:05'}, {t '03:04:05'} @"
            + " SELECT TIMESTAMP '2024-01-02 03:04:05', TIME '03:04:05'",
        "SELECT * FROM {oj a LEFT JOIN b ON a.x = b.x} @ SELECT * FROM a LEFT JOIN b ON a.x = b.x",
        "SELECT * FROM a WHERE x LIKE 'a!%' {escape '!'} @"
            + " SELECT * FROM a WHERE x LIKE 'a!%' ESCAPE '!'",
        "SELECT x FROM a {limit 3} @ SELECT x FROM a LIMIT 3",
        "{call work(1, 2)} @ SELECT * FROM work(1, 2) AS result",
        "{? = call work(?)} @ SELECT * FROM work(?) AS result",
        "{?=CALL work} @ SELECT * FROM work() AS result",
        "SELECT {fn ucase({fn concat('a,(', name)})} @ SELECT upper(('a,(' || name))",
        "SELECT {fn ifnull(a, 0)}, {fn log(2)}, {fn database()} @"
            + " SELECT coalesce(a, 0), ln(2), current_database()",
        "SELECT {fn dayofweek(d)} @ SELECT (extract(dow FROM d) + 1)",
        "SELECT {fn timestampadd(SQL_TSI_DAY, 2, ts)} @ SELECT (ts + (2) * INTERVAL '1 day')",
        "SELECT {fn abs(-1)}, {fn nosuch(1)} @ SELECT abs(-1), nosuch(1)",
      })
  void shouldTranslate(String escaped, String expected) {
    assertThat(EscapeSyntax.translate(escaped)).isEqualTo(expected);
  }

  @Test
  void shouldLeaveQuotedTextAndCommentsUnchanged() {
    String sql = "SELECT '{d x}', \"{d x}\", $${fn now()}$$ -- {oj}\n/* {ts} */";
    assertThat(EscapeSyntax.translate(sql)).isEqualTo(sql);
    assertThat(EscapeSyntax.translate("x LIKE '!%' {escape '!'} -- {d"))
        .isEqualTo("x LIKE '!%' ESCAPE '!' -- {d");
    assertThat(EscapeSyntax.translate("SELECT '{1,2}', $${ts}$$")).contains("'{1,2}', $${ts}$$");
  }
}
