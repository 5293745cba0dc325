package dev.colonnade.sql.function.library.text.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.library.text.RegexSearchFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matches and groups are those of PostgreSQL 15. */
class RegexMatcherTest {
  private static List<String> groups(String text, String pattern) {
    RegexMatcher matcher = new RegexMatcher(CompiledRegex.of(pattern, ""), text);
    List<String> groups = new ArrayList<>();
    if (matcher.find()) {
      for (int i = 0; i <= matcher.groupCount(); i++) {
        groups.add(String.valueOf(matcher.group(i)));
      }
    }
    return groups;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "foobar; foo|foobar; foobar",
        "ab; a?(ab)?; ab,ab",
        "abcd; (a|ab)(c|bcd)(d*); abcd,ab,c,d",
        "xyz; (?:x|xy)(z?); xyz,z",
        "XY1234Z; Y*?([0-9]{1,3}); Y1,1",
        "XY1234Z; Y*([0-9]{1,3}?); Y123,123",
        "foobarbequebaz; bar.*?que|barbe; barbeque",
        "abc01234xyz; (?:(.*?)(\\d+)(.*)){1,1}; abc01234xyz,abc,01234,xyz",
        "abc01234xyz; (.*?)(\\d+)(.*); abc0,abc,0,''",
        "abb; a?(?:ab)?(b*); abb,b",
        "aba; (ab|a)(ba|b)?; aba,a,ba",
        "aa; (a+?)*; aa,a",
        "aaa; (a{2}|a)+; aaa,a",
        "abab; ^(ab|a)*$; abab,ab"
      })
  void shouldPreferTheLengthThatPostgresPrefers(String text, String pattern, String expected) {
    assertThat(groups(text, pattern))
        .containsExactlyElementsOf(
            Arrays.stream(expected.split(",", -1)).map(each -> each.replace("'", "")).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "x; (a*)*; ,''",
        "x; (a*?)*; ,null",
        "x; (b)*; ,null",
        "bbx; (b)(\\1|a*)*x; bbx,b,b",
        "bx; (b)(\\1)*x; bx,b,null",
        "ax; (a|b*)*; a,a",
        "abcabc; (abc)\\1; abcabc,abc",
        "aXAx; (?i)(ax)\\1; aXAx,aX"
      })
  void shouldDivideRepetitions(String text, String pattern, String expected) {
    assertThat(groups(text, pattern))
        .containsExactlyElementsOf(
            Arrays.stream(expected.split(",", -1)).map(each -> each.replace("'", "")).toList());
  }

  @Test
  void shouldCaptureNothingInConstraints() {
    assertThat(groups("ab", "(?=(a))(ab)")).containsExactly("ab", "ab");
    assertThat(groups("ab", "(?=((?:a)))a(b|bc)")).containsExactly("ab", "b");
  }

  @Test
  void shouldRefuseReferencesToGroupsWithoutText() {
    assertThat(RegexFunctions.matches("1", "(a)|1\\1?")).isFalse();
    assertThat(RegexFunctions.matches("1", "(a)|1")).isTrue();
  }

  @Test
  void shouldReadLettersBeyondTheBasicPlane() {
    assertThat(groups("a\ud834\udd1e\ud834\udd1ex", "(\ud834\udd1e+)(x|xy)"))
        .containsExactly("\ud834\udd1e\ud834\udd1ex", "\ud834\udd1e\ud834\udd1e", "x");
    assertThat(RegexFunctions.split("\ud834\udd1ea", "b*|c"))
        .isEqualTo(List.of("\ud834\udd1e", "a"));
  }

  @Test
  void shouldReplaceAndSplitAsPostgres() {
    assertThat(RegexFunctions.regexpReplace("abcabc", "a|ab|abc", "X", "g")).isEqualTo("XX");
    assertThat(RegexFunctions.regexpReplace("a", "a", "[\\q\\\\\\&\\0]", ""))
        .isEqualTo("[\\q\\a\\0]");
    assertThat(RegexFunctions.regexpReplace(" a b ", "^\\s+|\\s+$", "", "g")).isEqualTo("a b");
    assertThat(RegexFunctions.split("the quick  brown", "\\s*"))
        .isEqualTo(List.of("thequickbrown".split("")));
    assertThat(RegexSearchFunctions.partOfGroup("xab", "a|ab", 1, 1, "", 1)).isEqualTo("ab");
    assertThat(RegexSearchFunctions.placeOfGroup("xab", "a|ab", 1, 1, 1, "", 1)).isEqualTo(4);
  }

  @Test
  void shouldKnowLettersOfAllScripts() {
    for (String letter : List.of("\u00e9", "\u8a9e", "\u0663", "z", "_")) {
      assertThat(RegexFunctions.matches(letter, "^[\\w]\\M")).as(letter).isTrue();
      assertThat(RegexFunctions.matches(letter, "[^\\w]|\\W|[\\W]|\\Y")).as(letter).isFalse();
    }
    assertThat(RegexFunctions.matches("\u20ac\u00b2\u00a0", "\\w|\\s|\\y")).isFalse();
    assertThat(RegexFunctions.matches("\u3000", "^[[:space:]]$")).isTrue();
    assertThat(RegexFunctions.matches("\u20ac", "[[:punct:]]")).isTrue();
  }

  @Test
  void shouldLimitTheStatesOfAnAutomaton() {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> groups("a", "(a|aa)((a{255}){255}){255}|a"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REGULAR_EXPRESSION));
  }
}
