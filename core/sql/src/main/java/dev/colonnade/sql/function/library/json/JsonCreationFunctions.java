package dev.colonnade.sql.function.library.json;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonWriter;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that build JSON from values. Lowering converts arguments of any type ({@code anyjson}
 * in a signature) to JSON with the conversion methods of this class.
 */
public final class JsonCreationFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "to_json(anyjson) json = same",
          "to_jsonb(anyjson) jsonb = canonical",
          "array_to_json(anyjson) json = same",
          "json_build_array(variadic anyjson) json! = array",
          "json_build_array() json = emptyArray",
          "jsonb_build_array(variadic anyjson) jsonb! = canonicalArray",
          "jsonb_build_array() jsonb = emptyArray",
          "json_build_object(variadic anyjson) json! = object",
          "json_build_object() json = emptyObject",
          "jsonb_build_object(variadic anyjson) jsonb! = canonicalObject",
          "jsonb_build_object() jsonb = emptyObject",
          "json_object(text[]) json = plainOfPairs",
          "json_object(text[], text[]) json = plainOfKeysAndValues",
          "jsonb_object(text[]) jsonb = ofPairs",
          "jsonb_object(text[], text[]) jsonb = ofKeysAndValues");

  private JsonCreationFunctions() {}

  /** Returns the JSON of a number or a Boolean, from its text. */
  public static String plain(String text) {
    return Character.isLetter(text.charAt(text.length() - 1))
            && !text.equals("true")
            && !text.equals("false")
        ? quoted(text)
        : text;
  }

  /** Returns the JSON of a value that is a JSON string, from its text. */
  public static String quoted(String text) {
    return JsonWriter.quoted(text);
  }

  /**
   * Returns the JSON of an array.
   *
   * @param kind the name of the elements' type
   */
  public static String ofArray(FunctionContext context, List<?> values, String kind) {
    if (values.isEmpty()) {
      return emptyArray();
    }
    BoundedText out = new BoundedText();
    ArrayShape shape = ArrayValue.shapeOf(values);
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      out.append(i == 0 ? "" : ",")
          .append("[", shape.opened(i))
          .append(value == null ? "null" : element(context, value, kind))
          .append("]", shape.closed(i));
    }
    return out.toString();
  }

  /**
   * Returns an array or object whose elements or members are on lines of their own if {@code
   * isPretty}.
   */
  public static String lines(String json, boolean isPretty) {
    if (!isPretty) {
      return json;
    }
    BoundedText out = new BoundedText();
    int depth = 0;
    boolean isInText = false;
    for (int at = 0; at < json.length(); at++) {
      Interruption.check(at);
      char letter = json.charAt(at);
      out.append(letter);
      if (isInText) {
        if (letter == '\\') {
          out.append(json.charAt(++at));
        }
        isInText = letter != '"';
      } else {
        isInText = letter == '"';
        depth += letter == '[' || letter == '{' ? 1 : letter == ']' || letter == '}' ? -1 : 0;
        out.append(letter == ',' && depth == 1 ? "\n " : "");
      }
    }
    return out.toString();
  }

  private static String element(FunctionContext context, Object value, String kind) {
    return switch (kind) {
      case "JSON", "JSONB" -> value.toString();
      case "DATE" -> ofDate((Integer) value);
      case "TIME" -> quoted(DateTimeOutput.time((Long) value));
      case "TIMESTAMP" -> ofTimestamp((Long) value);
      case "TIMESTAMPTZ" -> ofTimestamptz(context, (Long) value);
      case "NUMERIC" -> plain(Casts.decimalToText((java.math.BigDecimal) value));
      default ->
          value instanceof Boolean
              ? value.toString()
              : value instanceof Number
                  ? plain(text(TypeKind.valueOf(kind), value))
                  : quoted(text(TypeKind.valueOf(kind), value));
    };
  }

  /** Returns the JSON of a date, which no setting changes. */
  public static String ofDate(int days) {
    return quoted(DateTimeOutput.date(days, DateStyle.JSON));
  }

  /** Returns the JSON of a timestamp, which no setting changes. */
  public static String ofTimestamp(long micros) {
    return quoted(DateTimeOutput.timestamp(micros, DateStyle.JSON));
  }

  /** Returns the JSON of a timestamp with time zone in the zone of the session. */
  public static String ofTimestamptz(FunctionContext context, long micros) {
    return quoted(DateTimeOutput.timestamptz(micros, context.timeZone(), DateStyle.JSON));
  }

  private static String text(TypeKind kind, Object value) {
    Object shown = ValueConverter.toJava(kind, value);
    return shown == null ? "" : TextOutputFormat.of(kind, shown);
  }

  public static String same(String json) {
    return json;
  }

  public static String canonical(String json) {
    return JsonWriter.canonical(JsonText.parse(json));
  }

  public static String emptyArray() {
    return "[]";
  }

  public static String emptyObject() {
    return "{}";
  }

  public static String array(@Nullable Object... values) {
    BoundedText out = new BoundedText().append('[');
    String separator = "";
    for (Object value : values) {
      out.append(separator).append(value == null ? "null" : value.toString());
      separator = ", ";
    }
    return out.append(']').toString();
  }

  public static String canonicalArray(@Nullable Object... values) {
    return canonical(array(values));
  }

  public static String object(@Nullable Object... values) {
    if (values.length % 2 != 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "argument list must have even number of elements");
    }
    BoundedText out = new BoundedText().append('{');
    for (int i = 0; i < values.length; i += 2) {
      Object key = values[i];
      Object value = values[i + 1];
      if (key == null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "argument %d cannot be null".formatted(i + 1));
      }
      out.append(i == 0 ? "" : ", ").append(keyOf(key.toString())).append(" : ");
      out.append(value == null ? "null" : value.toString());
    }
    return out.append('}').toString();
  }

  /**
   * Returns the object key of a JSON scalar: a string unchanged, a number or Boolean as a string.
   */
  private static String keyOf(String json) {
    return switch (JsonText.parse(json)) {
      case Node.StringNode _ -> json;
      case Node.LiteralNode(String word) -> quoted(word);
      case Node.ObjectNode _, Node.ArrayNode _ ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "key value must be scalar, not array, composite, or json");
    };
  }

  public static String canonicalObject(@Nullable Object... values) {
    return canonical(object(values));
  }

  /** Returns the {@code jsonb} object of alternating keys and values. */
  public static String ofPairs(List<?> pairs) {
    return canonical(plainOfPairs(pairs));
  }

  public static String ofKeysAndValues(List<?> keys, List<?> values) {
    return canonical(plainOfKeysAndValues(keys, values));
  }

  /** Returns the object of alternating keys and values. */
  public static String plainOfPairs(List<?> pairs) {
    ArrayShape shape = ArrayValue.shapeOf(pairs);
    if (shape.dimensions() > 2) {
      throw wrongShape("wrong number of array subscripts");
    }
    if (shape.dimensions() == 2 && shape.length(1) != 2) {
      throw wrongShape("array must have two columns");
    }
    if (pairs.size() % 2 != 0) {
      throw wrongShape("array must have even number of elements");
    }
    List<@Nullable Object> keys = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      keys.add(pairs.get(i));
      values.add(pairs.get(i + 1));
    }
    return plainOfKeysAndValues(keys, values);
  }

  private static ColonnadeException wrongShape(String message) {
    return new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, message);
  }

  public static String plainOfKeysAndValues(List<?> keys, List<?> values) {
    if (ArrayValue.shapeOf(keys).dimensions() > 1 || ArrayValue.shapeOf(values).dimensions() > 1) {
      throw wrongShape("wrong number of array subscripts");
    }
    if (keys.size() != values.size()) {
      throw wrongShape("mismatched array dimensions");
    }
    @Nullable Object[] members = new @Nullable Object[2 * keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      Object key = keys.get(i);
      Object value = values.get(i);
      if (key == null) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "null value not allowed for object key");
      }
      members[2 * i] = quoted(key.toString());
      members[2 * i + 1] = value == null ? null : quoted(value.toString());
    }
    return object(members);
  }
}
