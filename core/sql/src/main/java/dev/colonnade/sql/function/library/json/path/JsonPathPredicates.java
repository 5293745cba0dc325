package dev.colonnade.sql.function.library.json.path;

import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.type.path.JsonPath;
import dev.colonnade.type.path.JsonPath.Expression;
import dev.colonnade.type.path.JsonPath.Operator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Predicates of paths, whose values are true, false and unknown, which is null here. */
final class JsonPathPredicates {
  private final JsonPathContext evaluator;

  JsonPathPredicates(JsonPathContext evaluator) {
    this.evaluator = evaluator;
  }

  @Nullable Boolean test(Expression predicate, Node value) {
    return switch (predicate) {
      case JsonPath.Binary(Operator operator, Expression left, Expression right) ->
          switch (operator) {
            case AND -> and(left, right, value);
            case OR -> or(left, right, value);
            case STARTS_WITH -> compare(left, right, false, value, JsonPathPredicates::startsWith);
            default -> compare(left, right, true, value, (a, b) -> compared(operator, a, b));
          };
      case JsonPath.Not(Expression operand) -> {
        Boolean result = test(operand, value);
        yield result == null ? null : (Boolean) !result;
      }
      case JsonPath.IsUnknown(Expression operand) -> test(operand, value) == null;
      case JsonPath.Exists(Expression operand) -> exists(operand, value);
      case JsonPath.LikeRegex(Expression operand, String pattern, String flags) ->
          compare(operand, null, false, value, (text, _) -> matches(text, pattern, flags));
      default -> throw new IllegalStateException("not a predicate: " + predicate);
    };
  }

  private @Nullable Boolean and(Expression left, Expression right, Node value) {
    Boolean first = test(left, value);
    if (Boolean.FALSE.equals(first)) {
      return false;
    }
    Boolean second = test(right, value);
    return Boolean.TRUE.equals(second) ? first : second;
  }

  private @Nullable Boolean or(Expression left, Expression right, Node value) {
    Boolean first = test(left, value);
    if (Boolean.TRUE.equals(first)) {
      return true;
    }
    Boolean second = test(right, value);
    return Boolean.FALSE.equals(second) ? first : second;
  }

  private @Nullable Boolean exists(Expression operand, Node value) {
    List<Node> found = evaluator.isLax() ? null : new ArrayList<>();
    Outcome outcome = evaluator.evaluateSilently(operand, value, false, found);
    return outcome == Outcome.FAILED ? null : (Boolean) (outcome == Outcome.FOUND);
  }

  /**
   * Compares all values of both sides; the lax mode ends at the first pair that is true, the strict
   * one at the first that is unknown.
   *
   * @param right null if the predicate has one operand
   */
  private @Nullable Boolean compare(
      Expression left,
      @Nullable Expression right,
      boolean unwrapsRight,
      Node value,
      BiFunction<Node, Node, @Nullable Boolean> test) {
    List<Node> first = new ArrayList<>();
    if (evaluator.evaluateSilently(left, value, true, first) == Outcome.FAILED) {
      return null;
    }
    List<Node> second = new ArrayList<>();
    if (right == null) {
      second.add(value);
    } else if (evaluator.evaluateSilently(right, value, unwrapsRight, second) == Outcome.FAILED) {
      return null;
    }
    boolean isUnknown = false;
    boolean isFound = false;
    for (Node one : first) {
      for (Node other : second) {
        Boolean result = test.apply(one, other);
        if (result == null) {
          if (!evaluator.isLax()) {
            return null;
          }
          isUnknown = true;
        } else if (result) {
          if (evaluator.isLax()) {
            return true;
          }
          isFound = true;
        }
      }
    }
    if (isFound) {
      return true;
    }
    return isUnknown ? null : (Boolean) false;
  }

  private static @Nullable Boolean startsWith(Node text, Node prefix) {
    return (text instanceof Node.StringNode(String whole, _)
            && prefix instanceof Node.StringNode(String start, _))
        ? (Boolean) whole.startsWith(start)
        : null;
  }

  private static @Nullable Boolean matches(Node text, String pattern, String flags) {
    if (!(text instanceof Node.StringNode(String value, _))) {
      return null;
    }
    boolean isLiteral = flags.contains("q");
    String lines =
        flags.contains("s") ? (flags.contains("m") ? "w" : "") : flags.contains("m") ? "n" : "p";
    String options = (flags.contains("i") ? "i" : "") + (isLiteral ? "q" : lines);
    return RegexFunctions.regexpLike(value, pattern, options);
  }

  private static boolean isNull(Node node) {
    return node instanceof Node.LiteralNode(String source) && source.equals("null");
  }

  private static @Nullable Boolean compared(Operator operator, Node left, Node right) {
    if (isNull(left) != isNull(right)) {
      return operator == Operator.NOT_EQUAL;
    }
    if (isNull(left)) {
      return holds(operator, 0);
    }
    BigDecimal number = JsonNumbers.of(left);
    BigDecimal other = JsonNumbers.of(right);
    if (number != null && other != null) {
      return holds(operator, number.compareTo(other));
    }
    if (left instanceof Node.StringNode(String text, _)
        && right instanceof Node.StringNode(String otherText, _)) {
      return holds(operator, SqlValueComparator.compare(text, otherText));
    }
    if (number == null
        && other == null
        && left instanceof Node.LiteralNode(String truth)
        && right instanceof Node.LiteralNode(String otherTruth)) {
      return holds(operator, Boolean.compare(truth.equals("true"), otherTruth.equals("true")));
    }
    return null;
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case GREATER -> order > 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER_OR_EQUAL -> order >= 0;
      default -> throw new IllegalArgumentException("not a comparison: " + operator);
    };
  }
}
