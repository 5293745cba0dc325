package dev.colonnade.sql.function.library.json;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonbComparator;
import java.math.BigDecimal;
import java.util.List;

/** Comparison operators of {@code jsonb} values, and casts from {@code jsonb} to other types. */
public final class JsonComparisonFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "<(jsonb, jsonb) bool = isLess",
          "<=(jsonb, jsonb) bool = isAtMost",
          ">(jsonb, jsonb) bool = isGreater",
          ">=(jsonb, jsonb) bool = isAtLeast");

  private JsonComparisonFunctions() {}

  public static boolean isLess(String left, String right) {
    return JsonbComparator.compare(left, right) < 0;
  }

  public static boolean isAtMost(String left, String right) {
    return JsonbComparator.compare(left, right) <= 0;
  }

  public static boolean isGreater(String left, String right) {
    return JsonbComparator.compare(left, right) > 0;
  }

  public static boolean isAtLeast(String left, String right) {
    return JsonbComparator.compare(left, right) >= 0;
  }

  public static BigDecimal jsonbToDecimal(String json) {
    return number(json, "numeric");
  }

  public static long jsonbToLong(String json) {
    return Casts.decimalToLong(number(json, "bigint"));
  }

  public static int jsonbToInteger(String json) {
    return Casts.longToInteger(Casts.decimalToLong(number(json, "integer")));
  }

  public static short jsonbToShort(String json) {
    return Casts.longToSmallint(Casts.decimalToLong(number(json, "smallint")));
  }

  public static double jsonbToDouble(String json) {
    return number(json, "double precision").doubleValue();
  }

  public static float jsonbToReal(String json) {
    return number(json, "real").floatValue();
  }

  public static boolean jsonbToBoolean(String json) {
    Node node = JsonText.parse(json);
    if (node instanceof Node.LiteralNode(String word)) {
      switch (word) {
        case "true" -> {
          return true;
        }
        case "false" -> {
          return false;
        }
        default -> {}
      }
    }
    throw other(node, "boolean");
  }

  private static BigDecimal number(String json, String type) {
    Node node = JsonText.parse(json);
    if (node instanceof Node.LiteralNode(String word) && !Character.isLetter(word.charAt(0))) {
      return NumericLimits.parse(word);
    }
    throw other(node, type);
  }

  private static ColonnadeException other(Node node, String type) {
    String found =
        switch (node) {
          case Node.ObjectNode _ -> "object";
          case Node.ArrayNode _ -> "array";
          case Node.StringNode _ -> "string";
          case Node.LiteralNode(String word) ->
              switch (word) {
                case "null" -> "null";
                case "true", "false" -> "boolean";
                default -> "numeric";
              };
        };
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "cannot cast jsonb " + found + " to type " + type);
  }
}
