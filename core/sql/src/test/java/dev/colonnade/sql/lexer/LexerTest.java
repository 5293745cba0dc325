package dev.colonnade.sql.lexer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of PostgreSQL's forms, and the errors of broken ones. */
class LexerTest {
  @Test
  void shouldReadIdentifiers() {
    assertThat(
            tokens("Ab_1$ \"Ab\" \"a\"\"b\" ÄB U&\"d\\0061t\\+000061\" U&\"d!0061\" UESCAPE '!'"))
        .containsExactly(
            "IDENTIFIER ab_1$",
            "IDENTIFIER Ab",
            "IDENTIFIER a\"b",
            "IDENTIFIER Äb",
            "IDENTIFIER data",
            "IDENTIFIER da");
  }

  @Test
  void shouldChargeTheMemoryOfManyTokens() {
    String text = "1,".repeat(1_000_000);
    AtomicLong charged = new AtomicLong();
    Tokens tokens = Lexer.read(text, charged::addAndGet);
    assertThat(tokens.count()).isEqualTo(2_000_001);
    assertThat(charged.get()).isBetween(10 * 1_900_000L, 10 * 2_100_000L);
    assertThatThrownBy(() -> Lexer.read(text, LexerTest::refuse)).hasMessage("refused");
  }

  private static void refuse(long bytes) {
    throw new ColonnadeException(ErrorCode.MEMORY_LIMIT, "refused");
  }

  @Test
  void shouldBeInterrupted() {
    String text = "1,".repeat(10_000);
    RuntimeException canceled = new IllegalStateException("canceled");
    AtomicInteger checks = new AtomicInteger();
    assertThatThrownBy(
            () ->
                InterruptionPoint.call(
                    () -> {
                      if (checks.incrementAndGet() == 10) {
                        throw canceled;
                      }
                    },
                    () -> Lexer.read(text)))
        .isSameAs(canceled);
  }

  @Test
  void shouldReadKeywordsInEitherCase() {
    assertThat(tokens("SELECT select SelecT selectx"))
        .containsExactly(
            "KEYWORD select", "KEYWORD select", "KEYWORD select", "IDENTIFIER selectx");
    for (Keyword keyword : Keyword.values()) {
      assertThat(Lexer.read(keyword.name()).keyword(0)).isEqualTo(keyword);
    }
  }

  @Test
  void shouldReadStrings() {
    assertThat(tokens("'a''b' 'a\\b' 'a' \n 'b' 'x' 'y' U&'\\0041\\D83D\\DE00' N'n'"))
        .containsExactly(
            "STRING a'b",
            "STRING a\\b",
            "STRING ab",
            "STRING x",
            "STRING y",
            "STRING A\uD83D\uDE00",
            "KEYWORD nchar",
            "STRING n");
    assertThat(tokens("'a' -- comment\n  'b'")).containsExactly("STRING ab");
    assertThat(tokens("'a' /* comment */\n  'b'")).containsExactly("STRING a", "STRING b");
  }

  @Test
  void shouldReadEscapedStrings() {
    assertThat(tokens("E'\\n\\t\\\\\\'''\\101\\x42\\u0043\\U00000044\\uD83D\\uDE00\\q'"))
        .containsExactly("STRING \n\t\\''ABCD\uD83D\uDE00q");
    assertThat(tokens("E'\\xc3\\xa4' e'a'\n'\\x62'")).containsExactly("STRING ä", "STRING ab");
  }

  @Test
  void shouldReadDollarQuotes() {
    assertThat(tokens("$$a'$b$$ $x$ $$ $y$ $x$ $$$$ $1 $12"))
        .containsExactly(
            "STRING a'$b", "STRING  $$ $y$ ", "STRING ", "PARAMETER $1", "PARAMETER $12");
    assertThat(tokens("a$b$c")).containsExactly("IDENTIFIER a$b$c");
  }

  @Test
  void shouldReadBitStrings() {
    assertThat(tokens("B'01' x'1F'")).containsExactly("BIT_STRING 01", "HEX_STRING 1F");
  }

  @Test
  void shouldReadNumbers() {
    assertThat(tokens("1 2147483647 2147483648 1.5 .5 1. 1e5 1.5E-3 1..2"))
        .containsExactly(
            "INTEGER 1",
            "INTEGER 2147483647",
            "DECIMAL 2147483648",
            "DECIMAL 1.5",
            "DECIMAL .5",
            "DECIMAL 1.",
            "DECIMAL 1e5",
            "DECIMAL 1.5E-3",
            "INTEGER 1",
            "DOT_DOT ..",
            "INTEGER 2");
  }

  @Test
  void shouldReadOperators() {
    assertThat(tokens("a=-1 @- <= >= <> != => := :: ->> *- +- ~~* <--x\n>"))
        .containsExactly(
            "IDENTIFIER a",
            "EQUALS =",
            "MINUS -",
            "INTEGER 1",
            "OPERATOR @-",
            "LESS_EQUALS <=",
            "GREATER_EQUALS >=",
            "NOT_EQUALS <>",
            "NOT_EQUALS !=",
            "EQUALS_GREATER =>",
            "COLON_EQUALS :=",
            "TYPECAST ::",
            "OPERATOR ->>",
            "STAR *",
            "MINUS -",
            "PLUS +",
            "MINUS -",
            "OPERATOR ~~*",
            "LESS <",
            "GREATER >");
  }

  @Test
  void shouldSkipComments() {
    assertThat(tokens("a -- b\n/* c /* d */ e */ f --"))
        .containsExactly("IDENTIFIER a", "IDENTIFIER f");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'abc|unterminated quoted string at or near \"'abc\"|1",
        "a 'abc''|unterminated quoted string at or near \"'abc''\"|3",
        "\"abc|unterminated quoted identifier at or near \"\"abc\"|1",
        "\"\"|zero-length delimited identifier at or near \"\"\"\"|1",
        "a $$b|unterminated dollar-quoted string at or near \"$$b\"|3",
        "B'01|unterminated bit string literal at or near \"B'01\"|1",
        "X'01|unterminated hexadecimal string literal at or near \"X'01\"|1",
        "a /* b|unterminated /* comment at or near \"/* b\"|3",
        "123abc|trailing junk after numeric literal at or near \"123abc\"|1",
        "1.5e|trailing junk after numeric literal at or near \"1.5e\"|1",
        "1e+|trailing junk after numeric literal at or near \"1e+\"|1",
        "$1a|trailing junk after parameter at or near \"$1a\"|1",
        "E'\\u12'|invalid Unicode escape|3",
        "E'\\uD83Dx'|invalid Unicode surrogate pair at or near \"x\"|9",
        "U&'\\00g'|invalid Unicode escape|4",
        "U&'a' UESCAPE x|UESCAPE must be followed by a simple string literal at or near \"x\"|15",
        "U&'a' UESCAPE 'a'|invalid Unicode escape character at or near \"'a'\"|15"
      })
  void shouldReportErrors(String text, String message, int position) {
    ColonnadeException error = Lexer.read(text).error();
    assertThat(error).isNotNull().hasMessage(message);
    assertThat(requireNonNull(error).position()).isEqualTo(position);
  }

  @Test
  void shouldCountCharactersBeforeAnError() {
    ColonnadeException error = Lexer.read("'\uD83D\uDE00' 'x").error();
    assertThat(requireNonNull(error).position()).isEqualTo(5);
  }

  @Test
  void shouldRefuseInvalidBytes() {
    assertThat(Lexer.read("E'\\xc3('").error())
        .hasMessage("invalid byte sequence for encoding \"UTF8\": 0xc3 0x28");
    assertThat(Lexer.read("E'\\000'").error())
        .hasMessage("invalid byte sequence for encoding \"UTF8\": 0x00");
  }

  @Test
  void shouldTruncateIdentifiersAtACharacter() {
    assertThat(Identifiers.truncate("x".repeat(70))).hasSize(63);
    assertThat(Identifiers.truncate("ä".repeat(40))).hasSize(31);
    assertThat(Identifiers.truncate("short")).isEqualTo("short");
  }

  @Test
  void shouldQuoteOnlyWhereNeeded() {
    assertThat(Identifiers.quote("a_1")).isEqualTo("a_1");
    assertThat(Identifiers.quote("A")).isEqualTo("\"A\"");
    assertThat(Identifiers.quote("a\"b")).isEqualTo("\"a\"\"b\"");
    assertThat(Identifiers.quote("select")).isEqualTo("\"select\"");
    assertThat(Identifiers.quote("")).isEqualTo("\"\"");
  }

  private static List<String> tokens(String text) {
    Tokens tokens = Lexer.read(text);
    assertThat(tokens.error()).isNull();
    List<String> read = new ArrayList<>();
    for (int i = 0; i < tokens.count() - 1; i++) {
      read.add(tokens.kind(i) + " " + tokens.value(i));
    }
    return read;
  }
}
