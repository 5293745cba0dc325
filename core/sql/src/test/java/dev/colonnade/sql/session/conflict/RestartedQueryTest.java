package dev.colonnade.sql.session.conflict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of queries that are run again until their first rows are there. */
class RestartedQueryTest {
  private int runs;
  private int closed;

  /** Rows of which the read at a position fails; negative for none. */
  private StatementResult rows(int count, int failsAt, ErrorCode code, String column) {
    runs++;
    return new StatementResult() {
      private int at;

      @Override
      public String command() {
        return "SELECT";
      }

      @Override
      public List<SqlColumn> columns() {
        return List.of(new SqlColumn(column, SqlType.of(TypeKind.INTEGER)));
      }

      @Override
      public long updateCount() {
        return at;
      }

      @Override
      public @Nullable Object @Nullable [] next() {
        if (at == failsAt) {
          throw new ColonnadeException(code, "fails");
        }
        return at == count ? null : new @Nullable Object[] {at++};
      }

      @Override
      public void close() {
        closed++;
      }
    };
  }

  private static int count(StatementResult result) {
    int count = 0;
    while (result.next() != null) {
      count++;
    }
    return count;
  }

  private StatementResult failing(int at, ErrorCode code) {
    return rows(3, at, code, "a");
  }

  private StatementResult complete() {
    return failing(-1, ErrorCode.INTERNAL);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIALIZATION_FAILURE", "READ_TIMESTAMP_TOO_OLD"})
  void shouldRunAgainBeforeTheFirstRow(ErrorCode code) {
    try (StatementResult result = RestartedQuery.begin(() -> failing(0, code), this::complete)) {
      assertThat(count(result)).isEqualTo(3);
    }
    assertThat(runs).isEqualTo(2);
    assertThat(closed).isEqualTo(2);
  }

  @Test
  void shouldRunAgainIfTheBeginningFails() {
    StatementResult result =
        RestartedQuery.begin(
            () -> {
              throw new ColonnadeException(ErrorCode.SERIALIZATION_FAILURE, "fails");
            },
            this::complete);
    assertThat(count(result)).isEqualTo(3);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void shouldFailAfterTheFirstRow() {
    StatementResult result =
        RestartedQuery.begin(() -> failing(1, ErrorCode.SERIALIZATION_FAILURE), this::complete);
    assertThat(result.next()).isNotNull();
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(result::next);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void shouldFailWithOtherErrors() {
    StatementResult result =
        RestartedQuery.begin(() -> failing(0, ErrorCode.DIVISION_BY_ZERO), this::complete);
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(result::next);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void shouldGiveUpInTheEnd() {
    StatementResult result =
        RestartedQuery.begin(
            () -> failing(0, ErrorCode.SERIALIZATION_FAILURE),
            () -> failing(0, ErrorCode.SERIALIZATION_FAILURE));
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(result::next);
    assertThat(runs).isBetween(2, 100);
  }

  @Test
  void shouldFailIfTheColumnsAreOthers() {
    StatementResult result =
        RestartedQuery.begin(
            () -> failing(0, ErrorCode.SERIALIZATION_FAILURE),
            () -> rows(3, -1, ErrorCode.INTERNAL, "b"));
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(result::next);
  }
}
