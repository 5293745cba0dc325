package dev.colonnade.sql.function.library.json.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import org.junit.jupiter.api.Test;

class JsonPathFunctionsTest {
  private static final String DOCUMENT =
      "{\"a\": [1, 2, {\"b\": \"x\"}], \"c\": {\"d\": 5.5}, \"s\": \"abc\"}";

  @Test
  void shouldUnwrapArraysInLaxModeOnly() {
    assertThat(all("$.a.b")).isEqualTo("[\"x\"]");
    assertThat(all("$.a[*].b")).isEqualTo("[\"x\"]");
    assertThatThrownBy(() -> all("strict $.a.b"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("jsonpath member accessor can only be applied to an object");
    assertThat(all("$.zz")).isEqualTo("[]");
  }

  @Test
  void shouldFilterByPredicates() {
    assertThat(all("$.a ? (@ > 1)")).isEqualTo("[2]");
    assertThat(all("$.a ? (@.b starts with \"x\")")).isEqualTo("[{\"b\": \"x\"}]");
    assertThat(all("$.s ? (@ like_regex \"^A\" flag \"i\")")).isEqualTo("[\"abc\"]");
    assertThat(all("$.* ? (exists(@.d))")).isEqualTo("[{\"d\": 5.5}]");
    assertThat(all("$.a[*] ? ((@ > 1) is unknown)")).isEqualTo("[{\"b\": \"x\"}]");
  }

  @Test
  void shouldReadSubscriptsAndLevels() {
    assertThat(all("$.a[last]")).isEqualTo("[{\"b\": \"x\"}]");
    assertThat(all("$.a[0, 1 to last]")).isEqualTo("[1, 2, {\"b\": \"x\"}]");
    assertThat(all("$.**.b")).isEqualTo("[\"x\", \"x\"]");
    assertThat(all("strict $.**{2}")).isEqualTo("[1, 2, {\"b\": \"x\"}, 5.5]");
  }

  @Test
  void shouldCalculate() {
    assertThat(all("-$.c.d * 2 + $.a[0]")).isEqualTo("[-10.0]");
    assertThat(all("$.c.d.floor()")).isEqualTo("[5]");
    assertThat(all("$.a.size()")).isEqualTo("[3]");
    assertThatThrownBy(() -> all("$.c.d / 0"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("division by zero");
  }

  @Test
  void shouldReturnWhatWasFoundBeforeASilentFailure() {
    BaseValue path = path("$.a[*].abs()");
    assertThat(JsonPathFunctions.queryArray(DOCUMENT, path, "{}", true)).isEqualTo("[1, 2]");
    assertThat(JsonPathFunctions.exists(DOCUMENT, path("strict $.zz"), "{}", true)).isNull();
    assertThat(JsonPathFunctions.existsSilently(DOCUMENT, path("$.a"))).isTrue();
  }

  @Test
  void shouldMatchOneBooleanOnly() {
    assertThat(JsonPathFunctions.matchesSilently(DOCUMENT, path("$.a[0] == 1"))).isTrue();
    assertThat(JsonPathFunctions.matchesSilently(DOCUMENT, path("$.a"))).isNull();
    assertThatThrownBy(() -> JsonPathFunctions.matches(DOCUMENT, path("$.a"), "{}", false))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("single boolean result is expected");
  }

  @Test
  void shouldReadVariables() {
    BaseValue path = path("$.a[*] ? (@ == $x)");
    assertThat(JsonPathFunctions.queryFirst(DOCUMENT, path, "{\"x\": 2}", false)).isEqualTo("2");
    assertThatThrownBy(() -> JsonPathFunctions.queryFirst(DOCUMENT, path, "{}", true))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("could not find jsonpath variable \"x\"");
  }

  private static String all(String path) {
    return JsonPathFunctions.queryArray(DOCUMENT, path(path), "{}", false);
  }

  private static BaseValue path(String text) {
    return BaseType.JSONPATH.parse(text);
  }
}
