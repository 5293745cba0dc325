package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test of the text form of ranges; texts and messages are PostgreSQL's. */
class RangeTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          INT4RANGE       | [1,5]                    | [1,6)
          INT4RANGE       | (1,2)                    | empty
          INT4RANGE       | ` [ 1 ,"5") `            | [1,5)
          INT4RANGE       | (,]                      | (,)
          NUMRANGE        | [1.50,)                  | [1.50,)
          NUMRANGE        | Empty                    | empty
          DATERANGE       | (2020-01-31,2020-02-29]  | [2020-02-01,2020-03-01)
          TSRANGE         | [2020-01-01,]            | ["2020-01-01 00:00:00",)
          INT4MULTIRANGE  | {[5,6],[1,2],empty,(2,4)} | {[1,4),[5,7)}
          INT4MULTIRANGE  | {}                       | {}
          NUMMULTIRANGE   | {[1,2),(2,3]}            | {[1,2),(2,3]}
          """)
  void shouldFormatWhatItParsesInCanonicalForm(TypeKind kind, String text, String expected) {
    Object value = ValueConverter.fromJava(SqlType.of(kind), text);
    Object shown = requireNonNull(ValueConverter.toJava(SqlType.of(kind), value), "shown is null");
    assertThat(TextOutputFormat.of(kind, shown)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INT4RANGE      | range      | 1,5)       | Missing left parenthesis or bracket.
          INT4RANGE      | range      | [1)        | Missing comma after lower bound.
          INT4RANGE      | range      | [1,2,3)    | Too many commas.
          INT4RANGE      | range      | [1,5       | Unexpected end of input.
          INT4RANGE      | range      | [1,2)x     | Junk after right parenthesis or bracket.
          INT4RANGE      | range      | empty x    | Junk after "empty" key word.
          INT4MULTIRANGE | multirange | [1,2)      | Missing left brace.
          INT4MULTIRANGE | multirange | {[1,2)     | Unexpected end of input.
          INT4MULTIRANGE | multirange | {[1,2),}   | Expected range start.
          INT4MULTIRANGE | multirange | {[1,2)[3,4)} | Expected comma or end of multirange.
          INT4MULTIRANGE | multirange | {[1,2)}x   | Junk after closing right brace.
          """)
  void shouldDescribeMalformedText(TypeKind kind, String name, String text, String detail) {
    assertThatThrownBy(() -> ValueConverter.fromJava(SqlType.of(kind), text))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("22P02");
              assertThat(e).hasMessage("malformed %s literal: \"%s\"", name, text);
              assertThat(e.fields().detail()).isEqualTo(detail);
            });
  }
}
