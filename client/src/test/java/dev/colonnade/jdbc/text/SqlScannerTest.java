package dev.colonnade.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link SqlScanner}. */
final class SqlScannerTest {
  @Test
  void shouldFindTheFirstKeyword() {
    assertThat(SqlScanner.firstKeyword(" /* x */ -- y\n insert into")).isEqualTo("INSERT");
  }

  @Test
  void shouldDistinguishQueriesFromChanges() {
    for (String query : List.of("select 1", "/* x */ VALUES (1);", "TABLE t", "show all; -- end")) {
      assertThat(SqlScanner.isQuery(query)).as(query).isTrue();
    }
    for (String change :
        List.of(
            "insert into t select 1",
            "select 1 into t",
            "select 1; delete from t",
            "with d as (delete from t returning a) select * from d",
            "explain analyze delete from t",
            "call p()",
            "")) {
      assertThat(SqlScanner.isQuery(change)).as(change).isFalse();
    }
  }
}
