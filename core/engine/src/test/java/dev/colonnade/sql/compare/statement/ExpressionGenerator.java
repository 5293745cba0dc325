package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;
import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/** Generator of scalar expressions of a type over a scope. */
final class ExpressionGenerator {
  private static final int REPEATED_PERCENT = 10;

  private final GenerationContext context;
  private final Choices choices;
  private final PredicateGenerator predicates;
  private final ConversionGenerator conversions;
  private final FunctionGenerator functions;
  private final RecentExpressions recent = new RecentExpressions();

  ExpressionGenerator(GenerationContext context) {
    this.context = context;
    choices = context.choices();
    predicates = new PredicateGenerator(context, this);
    conversions = new ConversionGenerator(context, this);
    functions = new FunctionGenerator(context, this);
  }

  PredicateGenerator predicates() {
    return predicates;
  }

  /** Returns an expression with a maximum nesting depth, sometimes one that was returned before. */
  Node next(Type type, Scope scope, int depth) {
    List<Node> earlier = recent.usable(type, scope);
    if (!earlier.isEmpty() && choices.percent(REPEATED_PERCENT)) {
      return choices.of(earlier);
    }
    Node node = create(type, scope, depth);
    recent.add(type, scope, node);
    return node;
  }

  private Node create(Type type, Scope scope, int depth) {
    if (depth <= 0 || choices.percent(40)) {
      return leaf(type, scope);
    }
    if (ConversionGenerator.has(type) && choices.percent(15)) {
      return conversions.next(type, scope, depth - 1);
    }
    if (choices.percent(25)) {
      return functions.next(type, scope, depth - 1);
    }
    if (type == Type.BOOLEAN && choices.percent(70)) {
      return predicates.next(scope, depth - 1);
    }
    return choices.percent(45) ? generic(type, scope, depth - 1) : special(type, scope, depth - 1);
  }

  /** Returns a column, if there is one of the type, or a literal. */
  Node leaf(Type type, Scope scope) {
    Scope source = scope;
    while (requireNonNull(source).outer() != null && choices.percent(30)) {
      source = requireNonNull(source.outer());
    }
    List<Column> columns = source.of(type);
    return columns.isEmpty() || choices.percent(12) ? literal(type) : choices.of(columns).node();
  }

  /** Returns a literal, sometimes NULL. */
  Node literal(Type type) {
    if (type == Type.UUID && choices.percent(4)) {
      return expression(
          type, "uuid from 8", type.literal("'a0000000-0000-0000-0000-00000000000f'"));
    }
    return choices.percent(12)
        ? expression(type, "null", type.nullLiteral())
        : expression(type, "", type.literal(choices.of(type.domain())));
  }

  private Node generic(Type type, Scope scope, int depth) {
    return switch (choices.below(8)) {
      case 0, 1 ->
          expression(
              type,
              "case",
              "case when $ then $ else $ end",
              predicates.next(scope, depth),
              next(type, scope, depth),
              next(type, scope, depth));
      case 2 -> simpleCase(type, scope, depth);
      case 3 -> binary(type, "coalesce", "coalesce($, $)", type, type, scope, depth);
      case 4 -> binary(type, "nullif", "nullif($, $)", type, type, scope, depth);
      case 5 ->
          type == Type.BOOLEAN
              ? leaf(type, scope)
              : binary(
                  type,
                  "greatest",
                  choices.of("greatest($, $)", "least($, $)"),
                  type,
                  type,
                  scope,
                  depth);
      default -> subquery(type, scope, depth);
    };
  }

  private Node subquery(Type type, Scope scope, int depth) {
    Node query = context.queries().single(scope.plain(), type, Math.min(depth, 2));
    return expression(type, "scalar subquery", "($)", query);
  }

  /** Returns an operand of a condition: an expression, often a scalar subquery. */
  Node operand(Type type, Scope scope, int depth) {
    if (depth > 0 && choices.percent(12)) {
      Node node = subquery(type, scope, depth - 1);
      recent.add(type, scope, node);
      return node;
    }
    return next(type, scope, depth);
  }

  private Node simpleCase(Type type, Scope scope, int depth) {
    Type tested = choices.of(Type.INT, Type.TEXT, Type.BOOLEAN);
    return expression(
        type,
        "case",
        "case $ when $ then $ when $ then $ end",
        next(tested, scope, depth),
        literal(tested),
        next(type, scope, depth),
        leaf(tested, scope),
        next(type, scope, depth));
  }

  private Node special(Type type, Scope scope, int depth) {
    return switch (type) {
      case INT -> integer(scope, depth);
      case BIGINT, SMALLINT, DOUBLE, REAL -> otherNumber(type, scope, depth);
      case NUMERIC -> numeric(scope, depth);
      case TEXT -> text(scope, depth);
      case CHAR -> unary(type, "cast", "($)::char(4)", Type.TEXT, scope, depth);
      case BOOLEAN -> predicates.next(scope, depth);
      case DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> time(type, scope, depth);
      case UUID -> leaf(type, scope);
      case TIME, JSONB, RANGE, BYTEA, TEXT_ARRAY, MOOD, PAIR -> functions.next(type, scope, depth);
      case INT_ARRAY -> array(scope, depth);
    };
  }

  private Node unary(
      Type type, String feature, String template, Type operand, Scope scope, int depth) {
    return expression(type, feature, template, next(operand, scope, depth));
  }

  private Node binary(
      Type type, String feature, String template, Type left, Type right, Scope scope, int depth) {
    return expression(type, feature, template, next(left, scope, depth), next(right, scope, depth));
  }

  private Node arithmetic(Type type, Scope scope, int depth) {
    String template =
        choices.of("($ + $)", "($ - $)", "($ * $)", "($ / nullif($, 0))", "($ + $)", "($ - $)");
    return binary(type, "arithmetic", template, type, type, scope, depth);
  }

  private Node integer(Scope scope, int depth) {
    Type type = Type.INT;
    return switch (choices.below(16)) {
      case 0, 1, 2, 3, 4 -> arithmetic(type, scope, depth);
      case 5 -> binary(type, "arithmetic", "($ % nullif($, 0))", type, type, scope, depth);
      case 6 -> unary(type, "arithmetic", choices.of("(- $)", "abs($)"), type, scope, depth);
      case 7 -> unary(type, "text function", "length($)", Type.TEXT, scope, depth);
      case 8 ->
          unary(
              type,
              "array",
              choices.of("cardinality($)", "array_length($, 1)", "($)[1]"),
              Type.INT_ARRAY,
              scope,
              depth);
      case 9 -> binary(type, "date", "($ - $)", Type.DATE, Type.DATE, scope, depth);
      case 10 -> unary(type, "cast", "($)::int", Type.BOOLEAN, scope, depth);
      case 11 -> unary(type, "cast", "($)::int", Type.SMALLINT, scope, depth);
      case 12 -> unary(type, "cast", "($)::int", Type.NUMERIC, scope, depth);
      case 13 -> unary(type, "date", "extract(month from $)::int", Type.DATE, scope, depth);
      case 14 ->
          binary(type, "text function", "position($ in $)", Type.TEXT, Type.TEXT, scope, depth);
      default -> binary(type, "arithmetic", "($ + $)", type, Type.SMALLINT, scope, depth);
    };
  }

  private Node otherNumber(Type type, Scope scope, int depth) {
    if (type == Type.SMALLINT) {
      return unary(type, "cast", "($ % 100)::smallint", Type.INT, scope, depth);
    }
    return switch (choices.below(6)) {
      case 0, 1 -> arithmetic(type, scope, depth);
      case 2 ->
          binary(
              type, "arithmetic", choices.of("($ + $)", "($ - $)"), type, Type.INT, scope, depth);
      case 3 -> unary(type, "arithmetic", choices.of("(- $)", "abs($)"), type, scope, depth);
      case 4 ->
          type == Type.DOUBLE
              ? unary(
                  type,
                  "arithmetic",
                  choices.of("sqrt(abs($))", "floor($)", "round($)"),
                  type,
                  scope,
                  depth)
              : arithmetic(type, scope, depth);
      default -> unary(type, "cast", "($)::" + type.sqlName(), Type.INT, scope, depth);
    };
  }

  private Node numeric(Scope scope, int depth) {
    Type type = Type.NUMERIC;
    return switch (choices.below(9)) {
      case 0, 1, 2 -> arithmetic(type, scope, depth);
      case 3 -> binary(type, "arithmetic", "($ * $)", type, Type.INT, scope, depth);
      case 4 ->
          unary(
              type,
              "rounding",
              choices.of("round($, 1)", "trunc($)", "floor($)", "ceil($)"),
              type,
              scope,
              depth);
      case 5 ->
          unary(type, "cast", "($)::numeric", choices.of(Type.INT, Type.BIGINT), scope, depth);
      case 6 -> unary(type, "cast", "($)::numeric(10,1)", Type.NUMERIC, scope, depth);
      case 7 ->
          unary(
              type,
              "date",
              choices.of("extract(year from $)", "extract(dow from $)"),
              choices.of(Type.DATE, Type.TIMESTAMP),
              scope,
              depth);
      default -> binary(type, "arithmetic", "mod($, nullif($, 0))", type, type, scope, depth);
    };
  }

  private Node text(Scope scope, int depth) {
    Type type = Type.TEXT;
    return switch (choices.below(10)) {
      case 0, 1 -> binary(type, "concatenation", "($ || $)", type, type, scope, depth);
      case 2 ->
          unary(
              type,
              "text function",
              choices.of("upper($)", "lower($)", "trim($)", "initcap($)", "reverse($)"),
              type,
              scope,
              depth);
      case 3 ->
          unary(
              type,
              "text function",
              choices.of(
                  "substring($ from 1 for 2)",
                  "left($, 1)",
                  "right($, 2)",
                  "lpad($, 3, '*')",
                  "repeat($, 2)",
                  "split_part($, 'a', 1)"),
              type,
              scope,
              depth);
      case 4 ->
          expression(
              type,
              "text function",
              "replace($, $, $)",
              next(type, scope, depth),
              next(type, scope, depth),
              next(type, scope, depth));
      case 5 ->
          unary(
              type,
              "cast",
              "($)::text",
              choices.of(
                  Type.INT,
                  Type.NUMERIC,
                  Type.BOOLEAN,
                  Type.DATE,
                  Type.CHAR,
                  Type.TIMESTAMP,
                  Type.INTERVAL,
                  Type.UUID,
                  Type.INT_ARRAY),
              scope,
              depth);
      case 6 -> unary(type, "cast", "($)::varchar(3)", type, scope, depth);
      case 7 -> binary(type, "text function", "concat($, $)", type, Type.INT, scope, depth);
      case 8 -> unary(type, "to_char", "to_char($, 'YYYY-MM-DD')", Type.TIMESTAMP, scope, depth);
      default -> unary(type, "array", "array_to_string($, ',')", Type.INT_ARRAY, scope, depth);
    };
  }

  private Node time(Type type, Scope scope, int depth) {
    boolean isFirst = choices.percent(50);
    return switch (type) {
      case DATE ->
          isFirst
              ? binary(
                  type, "date", choices.of("($ + $)", "($ - $)"), type, Type.SMALLINT, scope, depth)
              : unary(type, "cast", "($)::date", Type.TIMESTAMP, scope, depth);
      case TIMESTAMP ->
          isFirst
              ? binary(
                  type,
                  "date",
                  choices.of("($ + $)", "($ - $)"),
                  choices.of(type, Type.DATE),
                  Type.INTERVAL,
                  scope,
                  depth)
              : unary(
                  type,
                  "date",
                  choices.of("date_trunc('month', $)", "($ + interval '1 day')"),
                  type,
                  scope,
                  depth);
      case TIMESTAMPTZ ->
          isFirst
              ? binary(type, "date", "($ + $)", type, Type.INTERVAL, scope, depth)
              : unary(type, "date", "($ at time zone 'UTC')", Type.TIMESTAMP, scope, depth);
      default ->
          isFirst
              ? binary(type, "interval", "($ - $)", Type.TIMESTAMP, Type.TIMESTAMP, scope, depth)
              : binary(
                  type, "interval", choices.of("($ + $)", "($ - $)"), type, type, scope, depth);
    };
  }

  private Node array(Scope scope, int depth) {
    Type type = Type.INT_ARRAY;
    return switch (choices.below(5)) {
      case 0 -> binary(type, "array", "($ || $)", type, type, scope, depth);
      case 1 -> binary(type, "array", "array[$, $]", Type.INT, Type.INT, scope, depth);
      case 2 -> binary(type, "array", "array_append($, $)", type, Type.INT, scope, depth);
      case 3 -> binary(type, "array", "array_remove($, $)", type, Type.INT, scope, depth);
      default -> {
        Node rows = context.queries().query(scope.plain(), List.of(Type.INT), 1);
        Node sorted = Node.query("", "select c1 from ($) q(c1) order by c1", rows);
        yield expression(type, "array subquery", "array($)", sorted);
      }
    };
  }

  /** Returns a list of expressions of types. */
  List<Node> all(List<Type> types, Scope scope, int depth) {
    List<Node> nodes = new ArrayList<>();
    types.forEach(type -> nodes.add(next(type, scope, depth)));
    return nodes;
  }
}
