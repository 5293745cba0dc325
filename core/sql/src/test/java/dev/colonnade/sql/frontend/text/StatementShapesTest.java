package dev.colonnade.sql.frontend.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.activity.StatementShape;
import org.junit.jupiter.api.Test;

/** Tests of the shapes of statements. */
class StatementShapesTest {
  private static StatementShape of(String text) {
    return StatementShapes.of(text);
  }

  @Test
  void shouldReplaceLiteralsByParameters() {
    assertThat(of("SELECT a, 'x', 1.5e3, B'01' FROM t WHERE b = 17 /* all */").text())
        .isEqualTo("SELECT a, $1, $2, $3 FROM t WHERE b = $4 /* all */");
  }

  @Test
  void shouldNumberThemBehindTheParametersOfTheClient() {
    assertThat(of("select $2 + 1, $1").text()).isEqualTo("select $2 + $3, $1");
    assertThat(of("select ? + 1, ?").text()).isEqualTo("select $1 + $3, $2");
  }

  @Test
  void shouldReplacePasswords() {
    assertThat(of("CREATE ROLE r PASSWORD 'secret' VALID UNTIL $$never$$").text())
        .isEqualTo("CREATE ROLE r PASSWORD $1 VALID UNTIL $2");
  }

  @Test
  void shouldHaveEqualIdsForLiteralsBlanksCommentsAndCase() {
    long id = of("select a from t where b = 1").id();
    assertThat(of("SELECT A  from t -- c\n where b = 2").id()).isEqualTo(id);
    assertThat(of("select a from t where b = 'x'").id()).isEqualTo(id);
  }

  @Test
  void shouldHaveDifferentIdsForDifferentTokens() {
    long id = of("select a from t where b = 1").id();
    assertThat(of("select a from t where c = 1").id()).isNotEqualTo(id);
    assertThat(of("select a from t where b = 1 or b = 2").id()).isNotEqualTo(id);
    assertThat(of("select a from t where b = $1").id()).isNotEqualTo(id);
    assertThat(of("select ab from t where b = 1").id()).isNotEqualTo(id);
  }

  @Test
  void shouldReadTheBeginningOfLongTexts() {
    String text = "insert into t values ('" + "secret".repeat(1_000_000) + "')";
    assertThat(of(text).text()).isEqualTo("insert into t values (");
    assertThat(StatementShapes.of("a; select 1; b", 3, 11).text()).isEqualTo("select $1");
  }

  @Test
  void shouldReturnTextsWithoutTokens() {
    assertThat(of("commit").text()).isEqualTo("commit");
    assertThat(of("").text()).isEmpty();
  }
}
