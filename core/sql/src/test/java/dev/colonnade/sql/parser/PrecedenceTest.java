package dev.colonnade.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Precedence of operators as in PostgreSQL's manual. */
class PrecedenceTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "2 + 2 ^ 3; 2 + (2 ^ 3)",
        "2 ^ 3 ^ 4; (2 ^ 3) ^ 4",
        "a - b - c; (a - b) - c",
        "a * b + c / d; (a * b) + (c / d)",
        "~ 1 + 2; ~ (1 + 2)",
        "a | b + c; a | (b + c)",
        "a || b = c; (a || b) = c",
        "a operator(pg_catalog.*) b + c; a operator(pg_catalog.*) (b + c)",
        "- a ^ 2; (- a) ^ 2",
        "- a::int; - (a::int)",
        "- a collate x; (- a) collate x",
        "a + b collate x; a + (b collate x)",
        "a at time zone 'x' + b; (a at time zone 'x') + b",
        "not a = b and c; (not (a = b)) and c",
        "a or b and c; a or (b and c)",
        "a = b is null; (a = b) is null",
        "a is null = b; (a is null) = b",
        "a is distinct from b and c; (a is distinct from b) and c",
        "a is distinct from b = c; a is distinct from (b = c)",
        "a between 1 and 2 and b; (a between 1 and 2) and b",
        "a between b = c and d; a between (b = c) and d",
        "a not between 1 and 2 is null; (a not between 1 and 2) is null",
        "a like b || c; a like (b || c)",
        "a like b escape c = d; (a like b escape c) = d",
        "a not in (1) = b; (a not in (1)) = b",
        "not a in (1); not (a in (1))",
        "a < b or not c; (a < b) or (not c)",
        "a = any (b) = c; (a = any (b)) = c",
        "1 + not a; 1 + (not a)"
      })
  void shouldGroup(String text, String grouped) {
    assertThat(
            SyntaxEquality.areEqual(
                SqlParser.parseExpression(text), SqlParser.parseExpression(grouped)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a < b < c",
        "a = b = c",
        "a like b like c",
        "a between 1 and 2 between 3 and 4",
        "a is distinct from b is null"
      })
  void shouldRefuseChainsOfOperatorsThatDoNotAssociate(String text) {
    assertThatThrownBy(() -> SqlParser.parseExpression(text))
        .hasMessageStartingWith("syntax error at or near");
  }

  @Test
  void shouldReadASignAsPartOfANumber() {
    assertThat(SqlParser.parseExpression("- 5")).isEqualTo(new Constant.IntegerConstant(-5, 0));
    assertThat(SqlParser.parseExpression("-2147483648"))
        .isEqualTo(new Constant.NumericConstant("-2147483648", 0));
    assertThat(SqlParser.parseExpression("-32768::int2")).isInstanceOf(Operation.Unary.class);
  }

  @Test
  void shouldFlattenConjunctions() {
    Operation.And and = (Operation.And) SqlParser.parseExpression("a and b and c and d");
    assertThat(and.operands()).hasSize(4);
  }
}
