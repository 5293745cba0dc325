package dev.colonnade.sql.expression.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TruthTestTest {
  private final KernelFixture rows =
      KernelFixture.of(TypeKind.BOOLEAN).row(true).row(false).row(new Object[] {null});

  @Test
  void shouldTestAllTruthValues() {
    rows.assertValues(
        new TruthTest(TruthTest.Test.NOT, rows.column(0)),
        row -> row[0] == null ? null : !((Boolean) row[0]));
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_TRUE, rows.column(0)), row -> Objects.equals(row[0], true));
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_NOT_TRUE, rows.column(0)),
        row -> !Objects.equals(row[0], true));
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_FALSE, rows.column(0)),
        row -> Objects.equals(row[0], false));
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_NOT_FALSE, rows.column(0)),
        row -> !Objects.equals(row[0], false));
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_UNKNOWN, rows.column(0)), row -> row[0] == null);
    rows.assertValues(
        new TruthTest(TruthTest.Test.IS_NOT_UNKNOWN, rows.column(0)), row -> row[0] != null);
  }

  @Test
  void shouldTestNullsOfAnyType() {
    KernelFixture texts = KernelFixture.of(TypeKind.TEXT).row("a").row(new Object[] {null}).row("");
    texts.assertValues(new NullTest(false, texts.column(0)), row -> row[0] == null);
    texts.assertValues(new NullTest(true, texts.column(0)), row -> row[0] != null);
  }

  @Test
  void shouldWriteSql() {
    assertThat(new TruthTest(TruthTest.Test.NOT, rows.column(0)).sql(List.of("a")))
        .isEqualTo("(NOT a)");
    assertThat(new TruthTest(TruthTest.Test.IS_NOT_TRUE, rows.column(0)).sql(List.of("a")))
        .isEqualTo("(a IS NOT TRUE)");
    assertThat(new NullTest(true, rows.column(0)).sql(List.of("a"))).isEqualTo("(a IS NOT NULL)");
  }
}
