package dev.colonnade.shell.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlErrorField;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ErrorFormatter}. */
final class ErrorFormatterTest {
  @Test
  void shouldMarkThePosition() {
    assertThat(ErrorFormatter.of(failure(8), "select x\nfrom t"))
        .isEqualTo(
            """
            ERROR 42703: no such column
            LINE 1: select x
                           ^
            DETAIL: there are two columns
            HINT: look again\
            """);
    assertThat(ErrorFormatter.of(failure(15), "select x\nfrom t"))
        .contains("\nLINE 2: from t\n             ^\n");
    assertThat(ErrorFormatter.of(failure(9), "select 1"))
        .as("the end")
        .contains("\n                ^\n");
    assertThat(ErrorFormatter.of(failure(10), "select '\uD83D\uDE00' + x"))
        .as("positions count code points, not UTF-16 units")
        .contains("\n                 ^\n");
  }

  @Test
  void shouldTruncateLongLines() {
    String sql = "select " + "a, ".repeat(100) + "x";
    assertThat(ErrorFormatter.of(failure(sql.length()), sql).lines().toList().get(1))
        .startsWith("LINE 1: ...")
        .endsWith("x")
        .hasSizeLessThan(80);
    assertThat(ErrorFormatter.of(failure(1), sql).lines().toList().get(1)).endsWith("...");
  }

  @Test
  void shouldOmitAPositionOutsideOfTheStatement() {
    assertThat(ErrorFormatter.of(failure(0), "select 1")).doesNotContain("LINE");
    assertThat(ErrorFormatter.of(failure(99), "select 1")).doesNotContain("LINE");
    assertThat(ErrorFormatter.of(new SQLException("lost", "08006"), "select 1"))
        .isEqualTo("ERROR 08006: lost");
  }

  private static SQLException failure(int position) {
    return SqlFailures.of(
        new SqlResponse.Failed(
            new ErrorResponse(
                1, "42703", ErrorCategory.USER, "no such column", "there are two columns"),
            WireTransactionState.IDLE,
            List.of(
                new NamedText(SqlErrorField.POSITION, Integer.toString(position)),
                new NamedText(SqlErrorField.HINT, "look again"))));
  }
}
