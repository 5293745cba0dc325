package dev.colonnade.sql.function.library.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

class JsonSubscriptFunctionsTest {
  @Test
  void shouldReadMembersAndElements() {
    assertThat(JsonSubscriptFunctions.item("{\"a\": 1}", "a")).isEqualTo("1");
    assertThat(JsonSubscriptFunctions.itemAt("{\"0\": 1}", 0)).isEqualTo("1");
    assertThat(JsonSubscriptFunctions.item("[1, 2]", "-1")).isEqualTo("2");
    assertThat(JsonSubscriptFunctions.itemAt("7", 0)).isNull();
  }

  @Test
  void shouldCreateMissingSteps() {
    assertThat(JsonSubscriptFunctions.withItem(null, "1", false, "a", 2, "b"))
        .isEqualTo("{\"a\": [null, null, {\"b\": 1}]}");
    assertThat(JsonSubscriptFunctions.withItem(null, null, true, 1)).isEqualTo("[null, null]");
    assertThat(JsonSubscriptFunctions.withItem("[1]", "3", true, 2)).isEqualTo("[1, null, 3]");
    assertThat(JsonSubscriptFunctions.withItem("[1, 2]", "3", true, -1)).isEqualTo("[1, 3]");
  }

  @Test
  void shouldRefuseWrongPaths() {
    assertFails(ErrorCode.INVALID_ARGUMENT, "1", "a");
    assertFails(ErrorCode.INVALID_ARGUMENT, "[1]", -2);
    assertFails(ErrorCode.INVALID_TEXT_REPRESENTATION, "[1]", "a");
    assertFails(ErrorCode.LIMIT_EXCEEDED, "[1]", Integer.MAX_VALUE);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> JsonSubscriptFunctions.withItem("{}", "1", false, new Object[] {null}))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NULL_NOT_ALLOWED));
  }

  private static void assertFails(ErrorCode code, String json, Object step) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> JsonSubscriptFunctions.withItem(json, "1", false, step))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
