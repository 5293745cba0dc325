package dev.colonnade.sql.function.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** JSON parser and its output forms. */
class JsonTextTest {
  private static final String DOCUMENT = "{\"b\":[1,{\"x\":[]}],\"a\":{}, \"c\" : \"\\u00e9\\n\"}";

  @Test
  void shouldWriteTheCanonicalForm() {
    assertThat(JsonWriter.canonical(JsonText.parse(DOCUMENT)))
        .isEqualTo("{\"a\": {}, \"b\": [1, {\"x\": []}], \"c\": \"\u00e9\\n\"}");
    assertThat(JsonWriter.canonical(JsonText.parse("[1.50, 1e3, -0]")))
        .isEqualTo("[1.50, 1000, 0]");
  }

  @Test
  void shouldWriteTheCompactForm() {
    assertThat(JsonWriter.compact(JsonText.parse(" [ 1 , {\"k\" : null} ] ")))
        .isEqualTo("[1,{\"k\":null}]");
  }

  @Test
  void shouldWriteTheIndentedForm() {
    assertThat(JsonWriter.pretty(JsonText.parse("{\"b\":[1,{\"x\":[]}],\"a\":{}}")))
        .isEqualTo(
            """
            {
                "a": {
                },
                "b": [
                    1,
                    {
                        "x": [
                        ]
                    }
                ]
            }\
            """);
  }

  @Test
  void shouldQuoteControlCharacters() {
    assertThat(JsonWriter.quoted("a\"\\\b\f\n\r\t\u0001z"))
        .isEqualTo("\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001z\"");
  }

  @Test
  void shouldKeepTheSourceOfEachNode() {
    JsonText.Node node = JsonText.parse(" [1, {\"a\" : 2}] ");
    assertThat(node.source()).isEqualTo("[1, {\"a\" : 2}]");
    assertThat(node)
        .isInstanceOfSatisfying(
            JsonText.Node.ArrayNode.class,
            array -> assertThat(array.elements().get(1).source()).isEqualTo("{\"a\" : 2}"));
  }

  @Test
  void shouldRefuseNumbersThatExceedNumeric() {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> JsonWriter.canonical(JsonText.parse("[1e1000000]")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }
}
