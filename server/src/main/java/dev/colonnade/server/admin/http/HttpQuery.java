package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Query parameters of a request: {@code ?limit=10&from=0x0a}. The first value of a repeated name is
 * used; unknown names are ignored.
 *
 * @param hasDetails whether the client may see names, keys and settings
 */
public record HttpQuery(Map<String, String> values, boolean hasDetails) {
  /** Empty query. */
  public static final HttpQuery NONE = new HttpQuery(Map.of(), false);

  public HttpQuery {
    values = Map.copyOf(values);
  }

  static HttpQuery of(Map<String, List<String>> parameters) {
    Map<String, String> values = new HashMap<>();
    parameters.forEach((name, all) -> values.put(name, all.getFirst()));
    return new HttpQuery(values, false);
  }

  HttpQuery withDetails() {
    return new HttpQuery(values, true);
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(requireNonNull(name, "name is null")));
  }

  /**
   * Returns a parameter that is a whole number, or {@code otherwise} without the parameter.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if the text is not a number from {@code min} to
   *     {@code max}
   */
  public int count(String name, int otherwise, int min, int max) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw invalid(name, text, min, max);
    }
    throw invalid(name, text, min, max);
  }

  private static ColonnadeException invalid(String name, String text, int min, int max) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "expected a whole number from %d to %d: %s=%s".formatted(min, max, name, text));
  }
}
