package dev.colonnade.sql.function.library.json.path;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.value.JsonKeyOrder;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.type.path.JsonPath;
import dev.colonnade.type.path.JsonPath.Step;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Item methods and arithmetic of paths. */
final class JsonPathMethods {
  private final JsonPathContext evaluator;

  JsonPathMethods(JsonPathContext evaluator) {
    this.evaluator = evaluator;
  }

  static List<String> keys(Map<String, Node> members) {
    return members.keySet().stream().sorted(JsonKeyOrder.INSTANCE).toList();
  }

  /** Applies a method, then further accessors. */
  Outcome apply(JsonPath.Method method, List<Step> rest, Node value, @Nullable List<Node> found) {
    return switch (method.name()) {
      case "type" -> evaluator.next(rest, new Node.StringNode(typeOf(value), ""), found);
      case "size" -> size(rest, value, found);
      case "abs", "floor", "ceiling" -> number(method.name(), rest, value, found);
      case "double" -> toDouble(rest, value, found);
      case "keyvalue" -> members(rest, value, found);
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "jsonpath item method .%s() is not supported".formatted(method.name()));
    };
  }

  private static String typeOf(Node value) {
    return switch (value) {
      case Node.ObjectNode _ -> "object";
      case Node.ArrayNode _ -> "array";
      case Node.StringNode _ -> "string";
      case Node.LiteralNode(String source) ->
          switch (source) {
            case "null" -> "null";
            case "true", "false" -> "boolean";
            default -> "number";
          };
    };
  }

  private Outcome size(List<Step> rest, Node value, @Nullable List<Node> found) {
    if (!(value instanceof Node.ArrayNode) && !evaluator.isLax() && !evaluator.ignoresStructure()) {
      return evaluator.fail(
          ErrorCode.JSON_ARRAY_NOT_FOUND,
          "jsonpath item method .size() can only be applied to an array");
    }
    int size = value instanceof Node.ArrayNode(List<Node> elements, _) ? elements.size() : 1;
    return evaluator.next(rest, JsonNumbers.node(BigDecimal.valueOf(size)), found);
  }

  private Outcome number(String name, List<Step> rest, Node value, @Nullable List<Node> found) {
    BigDecimal number = JsonNumbers.of(value);
    if (number == null) {
      return evaluator.fail(
          ErrorCode.NON_NUMERIC_JSON_ITEM,
          "jsonpath item method .%s() can only be applied to a numeric value".formatted(name));
    }
    BigDecimal result =
        switch (name) {
          case "abs" -> number.abs();
          case "floor" -> number.setScale(0, RoundingMode.FLOOR);
          default -> number.setScale(0, RoundingMode.CEILING);
        };
    return evaluator.next(rest, JsonNumbers.node(result), found);
  }

  private Outcome toDouble(List<Step> rest, Node value, @Nullable List<Node> found) {
    BigDecimal number = JsonNumbers.of(value);
    if (number != null) {
      return Double.isInfinite(number.doubleValue())
          ? evaluator.fail(
              ErrorCode.NON_NUMERIC_JSON_ITEM,
              "numeric argument of jsonpath item method .double() is out of range for type double"
                  + " precision")
          : evaluator.next(rest, value, found);
    }
    if (!(value instanceof Node.StringNode(String text, _))) {
      return evaluator.fail(
          ErrorCode.NON_NUMERIC_JSON_ITEM,
          "jsonpath item method .double() can only be applied to a string or numeric value");
    }
    double parsed = parsed(text);
    return Double.isFinite(parsed)
        ? evaluator.next(rest, JsonNumbers.node(new BigDecimal(Double.toString(parsed))), found)
        : evaluator.fail(
            ErrorCode.NON_NUMERIC_JSON_ITEM,
            "string argument of jsonpath item method .double() is not a valid representation of a"
                + " double precision number");
  }

  private static double parsed(String text) {
    boolean isNumber = text.matches("\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*");
    return isNumber ? Double.parseDouble(text.strip()) : Double.NaN;
  }

  private Outcome members(List<Step> rest, Node value, @Nullable List<Node> found) {
    if (!(value instanceof Node.ObjectNode(Map<String, Node> members, _))) {
      return evaluator.fail(
          ErrorCode.JSON_OBJECT_NOT_FOUND,
          "jsonpath item method .keyvalue() can only be applied to an object");
    }
    List<Node> pairs = new ArrayList<>();
    for (String key : keys(members)) {
      Map<String, Node> pair = new LinkedHashMap<>();
      pair.put("key", new Node.StringNode(key, ""));
      pair.put("value", members.get(key));
      pair.put("id", JsonNumbers.node(BigDecimal.ZERO));
      pairs.add(new Node.ObjectNode(pair, JsonText.Slice.NONE));
    }
    return evaluator.each(pairs, pair -> evaluator.next(rest, pair, found), found);
  }

  /** Calculates one number of two. */
  Outcome calculate(JsonPath.Binary binary, Node value, List<Node> into) {
    List<BigDecimal> operands = new ArrayList<>(2);
    for (boolean isLeft : new boolean[] {true, false}) {
      List<Node> found = new ArrayList<>();
      Outcome outcome = evaluator.unwrapped(isLeft ? binary.left() : binary.right(), value, found);
      if (outcome == Outcome.FAILED) {
        return outcome;
      }
      BigDecimal number = found.size() == 1 ? JsonNumbers.of(found.getFirst()) : null;
      if (number == null) {
        return evaluator.fail(
            ErrorCode.SINGLETON_JSON_ITEM_REQUIRED,
            "%s operand of jsonpath operator %s is not a single numeric value"
                .formatted(isLeft ? "left" : "right", binary.operator().sign()));
      }
      operands.add(number);
    }
    try {
      into.add(
          JsonNumbers.node(result(binary.operator(), operands.getFirst(), operands.getLast())));
      return Outcome.FOUND;
    } catch (ColonnadeException e) {
      return evaluator.fail(e.code(), String.valueOf(e.getMessage()));
    }
  }

  private static BigDecimal result(JsonPath.Operator operator, BigDecimal left, BigDecimal right) {
    return switch (operator) {
      case ADD -> CheckedArithmetic.addDecimal(left, right);
      case SUBTRACT -> CheckedArithmetic.subtractDecimal(left, right);
      case MULTIPLY -> CheckedArithmetic.multiplyDecimal(left, right);
      case DIVIDE -> CheckedArithmetic.divideDecimal(left, right);
      case MODULO -> CheckedArithmetic.modDecimal(left, right);
      default -> throw new IllegalArgumentException("not arithmetic: " + operator);
    };
  }
}
