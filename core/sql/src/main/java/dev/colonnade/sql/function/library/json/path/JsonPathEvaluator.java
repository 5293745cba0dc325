package dev.colonnade.sql.function.library.json.path;

import static dev.colonnade.error.ErrorCode.INVALID_JSON_SUBSCRIPT;
import static dev.colonnade.error.ErrorCode.JSON_ARRAY_NOT_FOUND;
import static dev.colonnade.error.ErrorCode.JSON_MEMBER_NOT_FOUND;
import static dev.colonnade.error.ErrorCode.JSON_NUMBER_NOT_FOUND;
import static dev.colonnade.error.ErrorCode.JSON_OBJECT_NOT_FOUND;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.type.path.JsonPath;
import dev.colonnade.type.path.JsonPath.Expression;
import dev.colonnade.type.path.JsonPath.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of a path for one document, with the rules of PostgreSQL's jsonpath: the lax mode
 * unwraps arrays where a single value is expected, and takes missing parts as empty.
 */
final class JsonPathEvaluator implements JsonPathContext {
  private final JsonPath path;
  private final Node root;
  private final Map<String, Node> variables;
  private final JsonPathPredicates predicates;
  private final JsonPathMethods methods;

  /** Mode in which failures of structure end the evaluation without an exception. */
  private boolean isSilent;

  /** Mode in which failures of structure count as nothing found, as within {@code **}. */
  private boolean ignoresStructure;

  private @Nullable Node current;
  private int arraySize = -1;
  private int steps;

  JsonPathEvaluator(JsonPath path, Node root, Map<String, Node> variables, boolean isSilent) {
    this.path = path;
    this.root = root;
    this.variables = variables;
    this.isSilent = isSilent;
    this.ignoresStructure = !path.isStrict();
    this.predicates = new JsonPathPredicates(this);
    this.methods = new JsonPathMethods(this);
  }

  @Override
  public boolean isLax() {
    return !path.isStrict();
  }

  @Override
  public boolean ignoresStructure() {
    return ignoresStructure;
  }

  /** Returns all values; after a silent failure those before it. */
  List<Node> run() {
    List<Node> found = new ArrayList<>();
    var _ = evaluate(path.root(), root, isLax(), found);
    return found;
  }

  /** Returns whether there are values; the lax mode ends at the first. */
  Outcome runFirst() {
    if (isLax()) {
      return evaluate(path.root(), root, true, null);
    }
    List<Node> found = new ArrayList<>();
    Outcome outcome = evaluate(path.root(), root, false, found);
    return outcome == Outcome.FAILED ? outcome : found.isEmpty() ? Outcome.NONE : Outcome.FOUND;
  }

  @Override
  public Outcome fail(ErrorCode code, String message) {
    if (isSilent) {
      return Outcome.FAILED;
    }
    throw new ColonnadeException(code, message);
  }

  /**
   * Evaluates an expression for a value.
   *
   * @param unwraps whether an array stands for its elements
   * @param found receives the values; null if one is enough
   */
  Outcome evaluate(Expression expression, Node value, boolean unwraps, @Nullable List<Node> found) {
    return expression instanceof JsonPath.Chain(Expression base, List<Step> accessors)
        ? evaluate(base, accessors, value, unwraps, found)
        : evaluate(expression, List.of(), value, unwraps, found);
  }

  private Outcome evaluate(
      Expression expression,
      List<Step> accessors,
      Node value,
      boolean unwraps,
      @Nullable List<Node> found) {
    Interruption.check(++steps);
    return switch (expression) {
      case JsonPath.Place.ROOT -> next(accessors, root, found);
      case JsonPath.Place.CURRENT -> next(accessors, current == null ? value : current, found);
      case JsonPath.Place.LAST ->
          next(accessors, JsonNumbers.node(BigDecimal.valueOf(arraySize - 1L)), found);
      case JsonPath.Text(String text) -> next(accessors, new Node.StringNode(text, ""), found);
      case JsonPath.Decimal(BigDecimal number) -> next(accessors, JsonNumbers.node(number), found);
      case JsonPath.Constant(Boolean constant) ->
          next(accessors, new Node.LiteralNode(String.valueOf(constant)), found);
      case JsonPath.Variable(String name) -> next(accessors, variable(name), found);
      case JsonPath.Chain(Expression base, List<Step> inner) -> {
        List<Step> all = new ArrayList<>(inner);
        all.addAll(accessors);
        yield evaluate(base, all, value, unwraps, found);
      }
      case JsonPath.Binary binary when binary.operator().isArithmetic() -> {
        List<Node> result = new ArrayList<>(1);
        Outcome outcome = methods.calculate(binary, value, result);
        yield outcome == Outcome.FOUND ? next(accessors, result.getFirst(), found) : outcome;
      }
      case JsonPath.Signed signed -> signed(signed, accessors, value, found);
      case JsonPath.Binary _,
          JsonPath.Not _,
          JsonPath.IsUnknown _,
          JsonPath.Exists _,
          JsonPath.LikeRegex _ ->
          next(
              accessors,
              new Node.LiteralNode(String.valueOf(predicates.test(expression, value))),
              found);
    };
  }

  private Outcome signed(
      JsonPath.Signed signed, List<Step> accessors, Node value, @Nullable List<Node> found) {
    List<Node> operands = new ArrayList<>();
    Outcome outcome = unwrapped(signed.operand(), value, operands);
    if (outcome == Outcome.FAILED) {
      return outcome;
    }
    Outcome result = Outcome.NONE;
    for (Node operand : operands) {
      BigDecimal number = JsonNumbers.of(operand);
      if (number == null) {
        return fail(
            JSON_NUMBER_NOT_FOUND,
            "operand of unary jsonpath operator %s is not a numeric value"
                .formatted(signed.isNegative() ? "-" : "+"));
      }
      Outcome one =
          next(accessors, JsonNumbers.node(signed.isNegative() ? number.negate() : number), found);
      if (one == Outcome.FAILED || (one == Outcome.FOUND && found == null)) {
        return one;
      }
      result = one == Outcome.FOUND ? one : result;
    }
    return result;
  }

  private Node variable(String name) {
    Node value = variables.get(name);
    if (value == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "could not find jsonpath variable \"%s\"".formatted(name));
    }
    return value;
  }

  @Override
  public Outcome unwrapped(Expression expression, Node value, List<Node> found) {
    if (!isLax()) {
      return evaluate(expression, value, false, found);
    }
    List<Node> all = new ArrayList<>();
    Outcome outcome = evaluate(expression, value, true, all);
    for (Node one : all) {
      found.addAll(one instanceof Node.ArrayNode(List<Node> elements, _) ? elements : List.of(one));
    }
    return outcome;
  }

  @Override
  public Outcome evaluateSilently(
      Expression expression, Node value, boolean unwraps, @Nullable List<Node> found) {
    boolean before = isSilent;
    isSilent = true;
    try {
      return unwraps && found != null
          ? unwrapped(expression, value, found)
          : evaluate(expression, value, isLax(), found);
    } finally {
      isSilent = before;
    }
  }

  @Override
  public Outcome next(List<Step> accessors, Node value, @Nullable List<Node> found) {
    if (!accessors.isEmpty()) {
      return apply(accessors, value, isLax(), found);
    }
    if (found != null) {
      found.add(value);
    }
    return Outcome.FOUND;
  }

  private Outcome apply(
      List<Step> accessors, Node value, boolean unwraps, @Nullable List<Node> found) {
    Interruption.check(++steps);
    List<Step> rest = accessors.subList(1, accessors.size());
    Step step = accessors.getFirst();
    boolean isUnwrapped =
        switch (step) {
          case JsonPath.Key _, JsonPath.Filter _ -> true;
          case JsonPath.Wildcard wildcard -> wildcard == JsonPath.Wildcard.MEMBERS;
          case JsonPath.Method(String name, _) -> !name.equals("type") && !name.equals("size");
          case JsonPath.Subscripts _, JsonPath.Descendants _ -> false;
        };
    if (isUnwrapped && unwraps && value instanceof Node.ArrayNode(List<Node> elements, _)) {
      return each(elements, element -> apply(accessors, element, false, found), found);
    }
    return switch (step) {
      case JsonPath.Key(String name) -> member(name, rest, value, found);
      case JsonPath.Wildcard.MEMBERS ->
          value instanceof Node.ObjectNode(Map<String, Node> members, _)
              ? each(ordered(members), member -> next(rest, member, found), found)
              : missing(
                  JSON_OBJECT_NOT_FOUND,
                  "jsonpath wildcard member accessor can only be applied to an object");
      case JsonPath.Wildcard.ELEMENTS ->
          value instanceof Node.ArrayNode(List<Node> elements, _)
              ? each(elements, element -> next(rest, element, found), found)
              : isLax()
                  ? next(rest, value, found)
                  : missing(
                      JSON_ARRAY_NOT_FOUND,
                      "jsonpath wildcard array accessor can only be applied to an array");
      case JsonPath.Subscripts(List<JsonPath.Subscript> ranges) ->
          elements(ranges, rest, value, found);
      case JsonPath.Descendants(int first, int last) ->
          descendants(first, last, rest, value, found);
      case JsonPath.Filter(Expression predicate) ->
          Boolean.TRUE.equals(filtered(predicate, value)) ? next(rest, value, found) : Outcome.NONE;
      case JsonPath.Method method -> methods.apply(method, rest, value, found);
    };
  }

  private @Nullable Boolean filtered(Expression predicate, Node value) {
    Node before = current;
    current = value;
    try {
      return predicates.test(predicate, value);
    } finally {
      current = before;
    }
  }

  private Outcome missing(ErrorCode code, String message) {
    return ignoresStructure ? Outcome.NONE : fail(code, message);
  }

  @Override
  public Outcome each(Collection<Node> values, Evaluation evaluation, @Nullable List<Node> found) {
    Outcome result = Outcome.NONE;
    for (Node value : values) {
      Outcome one = evaluation.of(value);
      if (one == Outcome.FAILED || (one == Outcome.FOUND && found == null)) {
        return one;
      }
      result = one == Outcome.FOUND ? one : result;
    }
    return result;
  }

  /** Returns the members in the order of {@code jsonb}: short keys first. */
  static List<Node> ordered(Map<String, Node> members) {
    return JsonPathMethods.keys(members).stream().map(members::get).toList();
  }

  private Outcome member(String name, List<Step> rest, Node value, @Nullable List<Node> found) {
    if (value instanceof Node.ObjectNode(Map<String, Node> members, _)) {
      Node member = members.get(name);
      return member != null
          ? next(rest, member, found)
          : missing(
              JSON_MEMBER_NOT_FOUND, "JSON object does not contain key \"%s\"".formatted(name));
    }
    return missing(
        JSON_MEMBER_NOT_FOUND, "jsonpath member accessor can only be applied to an object");
  }

  private Outcome elements(
      List<JsonPath.Subscript> ranges, List<Step> rest, Node value, @Nullable List<Node> found) {
    List<Node> elements;
    if (value instanceof Node.ArrayNode(List<Node> all, _)) {
      elements = all;
    } else if (isLax()) {
      elements = List.of(value);
    } else {
      return missing(
          JSON_ARRAY_NOT_FOUND, "jsonpath array accessor can only be applied to an array");
    }
    int before = arraySize;
    Outcome result = Outcome.NONE;
    try {
      for (JsonPath.Subscript range : ranges) {
        arraySize = elements.size();
        List<Integer> bounds = new ArrayList<>(2);
        Outcome outcome = index(range.from(), value, bounds);
        Expression to = range.to();
        outcome = outcome == Outcome.FOUND && to != null ? index(to, value, bounds) : outcome;
        if (outcome == Outcome.FAILED) {
          return outcome;
        }
        int first = bounds.getFirst();
        int last = bounds.getLast();
        if (!ignoresStructure && (first < 0 || first > last || last >= elements.size())) {
          return fail(INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is out of bounds");
        }
        List<Node> within =
            first > last || first >= elements.size() || last < 0
                ? List.of()
                : elements.subList(Math.max(0, first), Math.min(last, elements.size() - 1) + 1);
        Outcome one = each(within, element -> next(rest, element, found), found);
        if (one == Outcome.FAILED || (one == Outcome.FOUND && found == null)) {
          return one;
        }
        result = one == Outcome.FOUND ? one : result;
      }
    } finally {
      arraySize = before;
    }
    return result;
  }

  private Outcome index(Expression subscript, Node value, List<Integer> into) {
    List<Node> found = new ArrayList<>(1);
    Outcome outcome = evaluate(subscript, value, isLax(), found);
    if (outcome == Outcome.FAILED) {
      return outcome;
    }
    BigDecimal number = found.size() == 1 ? JsonNumbers.of(found.getFirst()) : null;
    if (number == null) {
      return fail(INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is not a single numeric value");
    }
    try {
      into.add(number.setScale(0, java.math.RoundingMode.DOWN).intValueExact());
      return Outcome.FOUND;
    } catch (ArithmeticException e) {
      return fail(INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is out of integer range");
    }
  }

  private Outcome descendants(
      int first, int last, List<Step> rest, Node value, @Nullable List<Node> found) {
    Outcome result = Outcome.NONE;
    if (first == 0) {
      boolean before = ignoresStructure;
      ignoresStructure = true;
      try {
        result = next(rest, value, found);
      } finally {
        ignoresStructure = before;
      }
      if (result == Outcome.FAILED || (result == Outcome.FOUND && found == null)) {
        return result;
      }
    }
    Outcome below = descend(value, 1, first, last, rest, found);
    return below == Outcome.NONE ? result : below;
  }

  private static boolean isScalar(Node value) {
    return !(value instanceof Node.ArrayNode) && !(value instanceof Node.ObjectNode);
  }

  private Outcome descend(
      Node value, int level, int first, int last, List<Step> rest, @Nullable List<Node> found) {
    if (isScalar(value) || level > last) {
      return Outcome.NONE;
    }
    Collection<Node> children =
        value instanceof Node.ObjectNode(Map<String, Node> members, _)
            ? ordered(members)
            : ((Node.ArrayNode) value).elements();
    return each(
        children,
        child -> {
          Outcome result = Outcome.NONE;
          boolean isWanted =
              level >= first
                  || (first == JsonPath.LAST_LEVEL
                      && last == JsonPath.LAST_LEVEL
                      && isScalar(child));
          if (isWanted) {
            boolean before = ignoresStructure;
            ignoresStructure = true;
            try {
              result = next(rest, child, found);
            } finally {
              ignoresStructure = before;
            }
            if (result == Outcome.FAILED || (result == Outcome.FOUND && found == null)) {
              return result;
            }
          }
          Outcome below =
              level < last ? descend(child, level + 1, first, last, rest, found) : Outcome.NONE;
          return below == Outcome.NONE ? result : below;
        },
        found);
  }
}
