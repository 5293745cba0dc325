package dev.colonnade.sql.expression.call;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextKernelTest {
  private static String random(Random random, String letters, int lengthMax) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(lengthMax + 1);
    for (int i = 0; i < length; i++) {
      int at = random.nextInt(letters.codePointCount(0, letters.length()));
      text.appendCodePoint(letters.codePointAt(letters.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }

  @Test
  void shouldMatchPatternsAsThePlainFunction() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT).row(new Object[] {null}).row("");
    for (int i = 0; i < 40; i++) {
      rows.row(random(random, "abä\uD83D\uDE00", 6));
    }
    for (int i = 0; i < 300; i++) {
      String letters = i % 3 == 0 ? "ab_%" : "abä%%";
      String pattern = random(random, letters, 5);
      Expression like = new LikeExpression(rows.column(0), literal(TypeKind.TEXT, pattern));
      rows.assertValues(
          like, row -> row[0] == null ? null : (Boolean) Texts.like((String) row[0], pattern));
    }
    assertThat(seed).isNotNull();
  }

  @Test
  void shouldFailForPatternsThatEndWithAnEscape() {
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT).row("ab");
    rows.assertFails(
        new LikeExpression(rows.column(0), literal(TypeKind.TEXT, "a\\")),
        ErrorCode.INVALID_PATTERN);
  }

  @Test
  void shouldKnowNothingOfANullPattern() {
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT).row("ab");
    rows.assertValues(
        new LikeExpression(rows.column(0), literal(TypeKind.TEXT, null)), row -> null);
  }

  @Test
  void shouldCountCharacters() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.TEXT)
            .row("")
            .row("aä\uD83D\uDE00")
            .row(new Object[] {null})
            .row("abc");
    Expression length = new TextLength(rows.column(0));
    rows.assertValues(
        length, row -> row[0] == null ? null : (Integer) Texts.length((String) row[0]));
    assertThat(length.sql(List.of("a"))).isEqualTo("length(a)");
  }
}
