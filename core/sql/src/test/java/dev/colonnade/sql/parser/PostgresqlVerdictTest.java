package dev.colonnade.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agreement with PostgreSQL about statements and mutations of them: verdict, message, position. */
class PostgresqlVerdictTest {
  @Test
  void shouldAgreeWithPostgresql() {
    List<RecordedStatements.Recorded> all = RecordedStatements.read();
    List<String> differences = new ArrayList<>();
    for (RecordedStatements.Recorded recorded : all) {
      String verdict = verdict(recorded.sql());
      if (!verdict.equals(recorded.verdict())) {
        differences.add(recorded.sql() + " -> " + verdict + " not " + recorded.verdict());
      }
    }
    assertThat(all).hasSizeGreaterThan(3_000);
    assertThat(differences).isEmpty();
  }

  private static String verdict(String sql) {
    try {
      SqlParser.parse(sql);
      return "";
    } catch (ColonnadeException e) {
      return e.sqlState() + "|" + e.position() + "|" + e.getMessage();
    }
  }
}
