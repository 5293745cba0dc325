package dev.colonnade.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link SqlScanner}. */
final class SqlScannerTest {
  @Test
  void shouldFindTheFirstKeyword() {
    assertThat(SqlScanner.firstKeyword(" /* x */ -- y\n insert into")).isEqualTo("INSERT");
  }
}
