package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonWriter;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** JSON array of values, or JSON object of keys and values; NULL if there are none. */
final class JsonAccumulator implements GroupAccumulator {
  private final boolean isObject;
  private final boolean isBinary;
  private final StringJoiner members;
  private final String indentation;
  private boolean isEmpty = true;

  /**
   * Creates an empty accumulator.
   *
   * @param isObject whether the arguments are keys and values; values are JSON already
   * @param isBinary whether the result is in the form of {@code jsonb}
   */
  JsonAccumulator(boolean isObject, boolean isBinary) {
    this(
        isObject,
        isBinary,
        isObject ? new StringJoiner(", ", "{ ", " }") : new StringJoiner(", ", "[", "]"),
        "");
  }

  private JsonAccumulator(
      boolean isObject, boolean isBinary, StringJoiner members, String indentation) {
    this.isObject = isObject;
    this.isBinary = isBinary;
    this.members = members;
    this.indentation = indentation;
  }

  /** Returns an accumulator of objects and arrays, each on a line of its own. */
  static JsonAccumulator ofLines() {
    return new JsonAccumulator(false, false, new StringJoiner(", ", "[", "]"), "\n ");
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    boolean isFirst = isEmpty;
    isEmpty = false;
    Object value = arguments[arguments.length - 1];
    String json = value == null ? "null" : value.toString();
    if (!isObject) {
      members.add(value == null || isFirst ? json : indentation + json);
      return;
    }
    Object key = arguments[0];
    if (key == null) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "field name must not be null");
    }
    members.add(JsonWriter.quoted(key.toString()) + " : " + json);
  }

  @Override
  public @Nullable Object result() {
    if (isEmpty) {
      return null;
    }
    String json = members.toString();
    return isBinary ? JsonWriter.canonical(JsonText.parse(json)) : json;
  }
}
