package dev.colonnade.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.explain.format.ExplainFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the options of EXPLAIN, whose errors are those of PostgreSQL 15. */
class ExplainOptionsTest {
  private static ExplainOptions options(String statement) {
    return ((SqlExplainQuery) StatementParser.parse(statement)).options();
  }

  @Test
  void shouldHaveDefaults() {
    assertThat(options("explain select 1"))
        .isEqualTo(
            new ExplainOptions(true, false, false, true, false, false, false, ExplainFormat.TEXT));
    assertThat(options("explain analyze verbose select 1"))
        .isEqualTo(
            new ExplainOptions(false, true, true, true, false, true, true, ExplainFormat.TEXT));
  }

  @Test
  void shouldAcceptOptions() {
    assertThat(
            options(
                "explain (ANALYZE on, \"verbose\" TRUE, costs 0, buffers, timing 'OFF', summary"
                    + " false, settings, wal 1, format text, format 'yaml') select 1"))
        .isEqualTo(
            new ExplainOptions(false, true, true, false, true, false, false, ExplainFormat.YAML));
  }

  @ParameterizedTest
  @CsvSource({"TEXT, TEXT", "xml, XML", "Json, JSON", "\"yaml\", YAML"})
  void shouldAcceptFormats(String written, ExplainFormat format) {
    assertThat(options("explain (format " + written + ") select 1").format()).isEqualTo(format);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "(nosuch), unrecognized EXPLAIN option \"nosuch\", 42601, 10",
        "`(analyze, serialize)`, unrecognized EXPLAIN option \"serialize\", 42601, 19",
        "(\"COSTS\" on), unrecognized EXPLAIN option \"COSTS\", 42601, 10",
        "(timing), EXPLAIN option TIMING requires ANALYZE, 22023, 0",
        "(wal), EXPLAIN option WAL requires ANALYZE, 22023, 0",
        "(analyze maybe), analyze requires a Boolean value, 42601, 0",
        "(costs 2), costs requires a Boolean value, 42601, 0",
        "(costs 1.0), costs requires a Boolean value, 42601, 0",
        "(costs -1), costs requires a Boolean value, 42601, 0",
        "(summary no), summary requires a Boolean value, 42601, 0",
        "(format), format requires a parameter, 42601, 0",
        "(format nosuch), unrecognized value for EXPLAIN option \"format\": \"nosuch\", 22023, 10",
        "(format 'JSON'), unrecognized value for EXPLAIN option \"format\": \"JSON\", 22023, 10",
        "(format on), unrecognized value for EXPLAIN option \"format\": \"on\", 22023, 10",
        "(format 1), unrecognized value for EXPLAIN option \"format\": \"1\", 22023, 10",
        "(), syntax error at or near \")\", 42601, 10",
        "(analyze) verbose, syntax error at or near \"verbose\", 42601, 19",
      })
  void shouldReportPostgresqlsErrors(String options, String message, String state, int position) {
    assertThatThrownBy(() -> options("explain " + options.replace("`", "") + " select 1"))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            error -> {
              assertThat(error.getMessage()).isEqualTo(message);
              assertThat(error.sqlState()).isEqualTo(state);
              assertThat(error.position()).isEqualTo(position);
            });
  }
}
