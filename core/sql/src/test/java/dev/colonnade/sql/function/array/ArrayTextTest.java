package dev.colonnade.sql.function.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayTextTest {
  @Test
  void shouldParseQuotedAndMissingElements() {
    assertThat(ArrayText.parse(" { a , \"b,\\\"\" ,NULL, \"null\" } "))
        .containsExactly("a", "b,\"", null, "null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {{1,2},{3,4}}                  | {{1,2},{3,4}}
          [2:3]={1,2}                    | [2:3]={1,2}
          [1:2]={1,2}                    | {1,2}
          [-1:0][2:2]={{"a b"},{null}}   | [-1:0][2:2]={{"a b"},{NULL}}
          ` [2] = { 1 , 2 } `            | {1,2}
          {{{1}},{{2}}}                  | {{{1}},{{2}}}
          {{{1}},{2}}                    | {}
          {\\,, "" ,\\ n u l l}          | {",",""," n u l l"}
          """)
  void shouldFormatWhatItParses(String text, String expected) {
    assertThat(ArrayText.format(ArrayText.parse(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1,2     | Array value must start with "{" or dimension information.
          {1,2    | Unexpected end of input.
          {1,2}x  | Junk after closing right brace.
          {1,,2}  | Unexpected "," character.
          {"a}    | Unexpected end of input.
          {a"b"}  | Unexpected array element.
          {{1,2},{3}}   | Multidimensional arrays must have sub-arrays with matching dimensions.
          {{1,2},3}     | Unexpected array element.
          {1,{2}}       | Unexpected "{" character.
          {{},{}}       | Unexpected "}" character.
          {1,}          | Unexpected "}" character.
          [1:3]={1,2}   | Specified array dimensions do not match array contents.
          [1:2]{1,2}    | Missing "=" after array dimensions.
          [1:2]=1,2     | Array contents must start with "{".
          [a]={1}       | "[" must introduce explicitly-specified array dimensions.
          [1:]={1}      | Missing array dimension value.
          [1:2={1}      | Missing "]" after array dimensions.
          """)
  void shouldDescribeMalformedText(String text, String detail) {
    assertThatThrownBy(() -> ArrayText.parse(text))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("22P02");
              assertThat(e).hasMessage("malformed array literal: \"" + text + "\"");
              assertThat(e.fields().detail()).isEqualTo(detail);
            });
  }
}
