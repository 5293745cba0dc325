package dev.colonnade.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.SqlErrorField;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.TransactionState;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ErrorText}. */
final class ErrorTextTest {
  @Test
  void shouldMarkThePosition() {
    assertThat(ErrorText.of(failure(8), "select x\nfrom t"))
        .isEqualTo(
            """
            ERROR 42703: no such column
            LINE 1: select x
                           ^
            DETAIL: there are two columns
            HINT: look again\
            """);
    assertThat(ErrorText.of(failure(15), "select x\nfrom t"))
        .contains("\nLINE 2: from t\n             ^\n");
    assertThat(ErrorText.of(failure(9), "select 1"))
        .as("the end")
        .contains("\n                ^\n");
    assertThat(ErrorText.of(failure(10), "select '\uD83D\uDE00' + x"))
        .as("positions count code points, not UTF-16 units")
        .contains("\n                 ^\n");
  }

  @Test
  void shouldTruncateLongLines() {
    String sql = "select " + "a, ".repeat(100) + "x";
    assertThat(ErrorText.of(failure(sql.length()), sql).lines().toList().get(1))
        .startsWith("LINE 1: ...")
        .endsWith("x")
        .hasSizeLessThan(80);
    assertThat(ErrorText.of(failure(1), sql).lines().toList().get(1)).endsWith("...");
  }

  @Test
  void shouldOmitAPositionOutsideOfTheStatement() {
    assertThat(ErrorText.of(failure(0), "select 1")).doesNotContain("LINE");
    assertThat(ErrorText.of(failure(99), "select 1")).doesNotContain("LINE");
    assertThat(ErrorText.of(new SQLException("lost", "08006"), "select 1"))
        .isEqualTo("ERROR 08006: lost");
  }

  private static SQLException failure(int position) {
    return SqlFailures.of(
        new SqlResponse.Failed(
            new ErrorResponse(
                1, "42703", ErrorCategory.USER, "no such column", "there are two columns"),
            TransactionState.IDLE,
            List.of(
                new NamedText(SqlErrorField.POSITION, Integer.toString(position)),
                new NamedText(SqlErrorField.HINT, "look again"))));
  }
}
