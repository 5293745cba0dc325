package dev.colonnade.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link ReturningClause}. */
final class ReturningClauseTest {
  @Test
  void shouldAddReturningOnlyWhereItIsMissing() {
    assertThat(ReturningClause.all("INSERT INTO t VALUES (1);"))
        .isEqualTo("INSERT INTO t VALUES (1)\nRETURNING *");
    assertThat(ReturningClause.all("INSERT INTO t VALUES ('returning')")).endsWith("RETURNING *");
    assertThat(ReturningClause.all("DELETE FROM t RETURNING id")).endsWith("RETURNING id");
    assertThat(ReturningClause.all("SELECT 1")).isEqualTo("SELECT 1");
    assertThat(ReturningClause.of("UPDATE t SET a = 1", new String[] {"ID", "camelCase"}))
        .endsWith("RETURNING ID, \"camelCase\"");
  }
}
