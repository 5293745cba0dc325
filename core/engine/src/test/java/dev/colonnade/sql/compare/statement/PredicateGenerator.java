package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/** Generator of conditions: comparisons, three-valued logic, and subqueries of every form. */
final class PredicateGenerator {
  private static final Type BOOLEAN = Type.BOOLEAN;

  private final GenerationContext context;
  private final ExpressionGenerator expressions;
  private final Choices choices;

  PredicateGenerator(GenerationContext context, ExpressionGenerator expressions) {
    this.context = context;
    this.expressions = expressions;
    choices = context.choices();
  }

  /** Returns a condition with a maximum nesting depth. */
  Node next(Scope scope, int depth) {
    if (depth <= 0 || choices.percent(45)) {
      return simple(scope, depth);
    }
    return switch (choices.below(10)) {
      case 0, 1 ->
          expression(BOOLEAN, "and", "($ and $)", next(scope, depth - 1), next(scope, depth - 1));
      case 2, 3 ->
          expression(BOOLEAN, "or", "($ or $)", next(scope, depth - 1), next(scope, depth - 1));
      case 4 -> expression(BOOLEAN, "not", "(not $)", next(scope, depth - 1));
      case 5 ->
          expression(
              BOOLEAN,
              "is true",
              "($ "
                  + choices.of(
                      "is true",
                      "is not true",
                      "is false",
                      "is not false",
                      "is unknown",
                      "is not unknown")
                  + ")",
              next(scope, depth - 1));
      default -> subquery(scope, depth - 1);
    };
  }

  private Node simple(Scope scope, int depth) {
    Type type = typeOf(scope);
    return switch (choices.below(14)) {
      case 0, 1, 2, 3 ->
          comparison(type, choices.of("=", "=", "<>", "<", "<=", ">", ">="), scope, depth);
      case 4 ->
          comparison(type, choices.of("is distinct from", "is not distinct from"), scope, depth);
      case 5, 6 ->
          expression(
              BOOLEAN,
              "is null",
              "($ " + choices.of("is null", "is not null") + ")",
              expressions.next(type, scope, depth - 1));
      case 7 ->
          expression(
              BOOLEAN,
              "between",
              "($ " + choices.of("between", "not between", "between symmetric") + " $ and $)",
              expressions.operand(type, scope, depth - 1),
              bound(type, scope, depth - 1),
              bound(type, scope, depth - 1));
      case 8, 9 -> inList(type, scope, depth);
      case 10 ->
          expression(
              BOOLEAN,
              "like",
              "($ " + choices.of("like", "not like", "ilike") + " $)",
              expressions.next(Type.TEXT, scope, depth - 1),
              Node.expression(
                  Type.TEXT,
                  "",
                  choices.of("'a%'", "'%b%'", "'_'", "'%'", "'ab'", "'x\\%'", "null")));
      case 11 -> rowComparison(scope, depth);
      case 12 -> constant();
      default -> expressions.leaf(BOOLEAN, scope);
    };
  }

  private Type typeOf(Scope scope) {
    List<Type> types = scope.types();
    return types.isEmpty() || choices.percent(15)
        ? choices.of(Type.INT, Type.TEXT, Type.NUMERIC, Type.BIGINT)
        : choices.of(types);
  }

  private Node constant() {
    return expression(
        BOOLEAN, "constant", choices.of("true", "false", "null::boolean", "(1 = 1)", "(1 = 0)"));
  }

  private Node comparison(Type type, String operator, Scope scope, int depth) {
    Type other =
        type.isInteger() && choices.percent(15)
            ? choices.of(Type.INT, Type.BIGINT, Type.NUMERIC, Type.DOUBLE)
            : type;
    return expression(
        BOOLEAN,
        operator.startsWith("is") ? "distinct from" : "",
        "($ " + operator + " $)",
        expressions.operand(type, scope, depth - 1),
        expressions.operand(other, scope, depth - 1));
  }

  private Node inList(Type type, Scope scope, int depth) {
    List<Node> items = new ArrayList<>();
    int count = choices.between(1, 4);
    for (int i = 0; i < count; i++) {
      items.add(choices.percent(65) ? expressions.literal(type) : bound(type, scope, depth - 1));
    }
    return expression(
        BOOLEAN,
        "in list",
        "($ " + choices.of("in", "not in") + " ($))",
        expressions.operand(type, scope, depth - 1),
        Node.list("", items));
  }

  private Node bound(Type type, Scope scope, int depth) {
    return choices.percent(70)
        ? expressions.leaf(type, scope)
        : expressions.operand(type, scope, depth - 1);
  }

  private Node rowInList(List<Type> types, Scope scope, int depth) {
    List<Node> items = new ArrayList<>();
    int count = choices.between(1, 3);
    for (int i = 0; i < count; i++) {
      items.add(
          Node.other(
              "", "($, $)", bound(types.get(0), scope, depth), bound(types.get(1), scope, depth)));
    }
    return expression(
        BOOLEAN,
        "in list of rows",
        "(($, $) " + choices.of("in", "not in") + " ($))",
        expressions.operand(types.get(0), scope, depth),
        expressions.operand(types.get(1), scope, depth),
        Node.list("", items));
  }

  private Node rowComparison(Scope scope, int depth) {
    List<Type> types = List.of(typeOf(scope), typeOf(scope));
    if (choices.percent(35)) {
      return rowInList(types, scope, depth - 1);
    }
    return expression(
        BOOLEAN,
        "row comparison",
        "(($, $) " + choices.of("=", "<>", "<", ">=", "is distinct from") + " ($, $))",
        expressions.next(types.get(0), scope, depth - 1),
        expressions.next(types.get(1), scope, depth - 1),
        expressions.leaf(types.get(0), scope),
        expressions.leaf(types.get(1), scope));
  }

  private Node subquery(Scope scope, int depth) {
    Type type = typeOf(scope);
    Scope outer = scope.plain();
    return switch (choices.below(10)) {
      case 0, 1 -> exists(outer, depth);
      case 2, 3 -> inSubquery(List.of(type), scope, depth);
      case 4, 5 -> inSubquery(List.of(type, typeOf(scope)), scope, depth);
      case 6, 7 ->
          expression(
              BOOLEAN,
              "quantified",
              "($ %s %s ($))"
                  .formatted(
                      choices.of("=", "<>", "<", "<=", ">", ">="),
                      choices.of("any", "all", "some")),
              expressions.next(type, scope, 1),
              context.queries().query(outer, List.of(type), depth));
      case 8 ->
          expression(
              BOOLEAN,
              "any array",
              "($ = " + choices.of("any", "all") + " ($))",
              expressions.next(Type.INT, scope, 1),
              expressions.next(Type.INT_ARRAY, scope, depth));
      default ->
          expression(
              BOOLEAN,
              "scalar subquery",
              "($ " + choices.of("=", "<>", "<", ">") + " ($))",
              expressions.next(type, scope, 1),
              context.queries().single(outer, type, depth));
    };
  }

  private Node exists(Scope outer, int depth) {
    return expression(
        BOOLEAN,
        "exists",
        choices.of("exists ($)", "(not exists ($))"),
        context.queries().query(outer, context.someTypes(1), depth));
  }

  private Node inSubquery(List<Type> types, Scope scope, int depth) {
    boolean isNegated = choices.percent(45);
    String template = types.size() == 1 ? "($ %s ($))" : "(($, $) %s ($))";
    List<Node> children = new ArrayList<>(expressions.all(types, scope, 1));
    children.add(context.queries().query(scope.plain(), types, depth));
    return expression(
        BOOLEAN,
        (isNegated ? "not in" : "in") + " subquery" + (types.size() == 1 ? "" : " of rows"),
        template.formatted(isNegated ? "not in" : "in"),
        children.toArray(Node[]::new));
  }

  /** Returns a condition that joins two lists of columns. */
  Node join(List<Column> left, List<Column> right, boolean needsEquality) {
    List<Node> conjuncts = new ArrayList<>();
    List<Column[]> pairs = new ArrayList<>();
    for (Column one : left) {
      right.stream()
          .filter(
              other ->
                  other.type() == one.type()
                      || (one.type().isInteger() && other.type().isInteger()))
          .forEach(other -> pairs.add(new Column[] {one, other}));
    }
    if (!pairs.isEmpty() && (needsEquality || choices.percent(85))) {
      Column[] pair = choices.of(pairs);
      String operator =
          needsEquality || choices.percent(85)
              ? "="
              : choices.of("is not distinct from", "<", ">=", "<>");
      conjuncts.add(pairing(pair, operator));
      if (choices.percent(20)) {
        conjuncts.add(
            pairing(
                choices.of(pairs),
                needsEquality ? "=" : choices.of("=", "=", "<", "is not distinct from")));
      }
    }
    List<Column> both = new ArrayList<>(left);
    both.addAll(right);
    if (!needsEquality || (!conjuncts.isEmpty() && choices.percent(30))) {
      Scope scope = Scope.of(both, null);
      if (conjuncts.isEmpty() || choices.percent(30)) {
        conjuncts.add(
            choices.percent(80)
                ? next(scope, 1)
                : expression(BOOLEAN, "or", "($ or $)", constant(), next(scope, 1)));
      }
    }
    if (conjuncts.isEmpty()) {
      conjuncts.add(expression(BOOLEAN, "constant", "true"));
    }
    return new Node.Items("", "", " and ", conjuncts, 1);
  }

  private static Node pairing(Column[] pair, String operator) {
    return expression(
        BOOLEAN,
        operator.startsWith("is") ? "distinct from" : "",
        "$ " + operator + " $",
        pair[0].node(),
        pair[1].node());
  }
}
