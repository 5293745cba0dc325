package dev.colonnade.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link SqlText}. */
final class SqlTextTest {
  @Test
  void shouldFindTheFirstKeyword() {
    assertThat(SqlText.firstKeyword(" /* x */ -- y\n insert into")).isEqualTo("INSERT");
  }
}
