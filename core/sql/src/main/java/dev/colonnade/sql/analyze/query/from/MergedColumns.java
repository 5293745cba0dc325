package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Columns that USING or NATURAL merges. */
final class MergedColumns {
  private static final Reference.Column LEFT = new Reference.Column(List.of("left"), -1);
  private static final Reference.Column RIGHT = new Reference.Column(List.of("right"), -1);

  private final ExpressionContext context;

  MergedColumns(ExpressionContext context) {
    this.context = context;
  }

  /** Pair of columns with one name. */
  record Pair(NameResolver.NamedColumn left, NameResolver.NamedColumn right) {}

  /** Returns the columns that both sides of NATURAL have. */
  static List<String> common(
      List<NameResolver.NamedColumn> left, List<NameResolver.NamedColumn> right) {
    List<String> names = new ArrayList<>();
    for (NameResolver.NamedColumn column : left) {
      if (right.stream().anyMatch(other -> other.name().equals(column.name()))) {
        names.add(column.name());
      }
    }
    return names;
  }

  /** Returns the columns of USING on both sides. */
  static List<Pair> pairs(
      List<String> names,
      List<NameResolver.NamedColumn> left,
      List<NameResolver.NamedColumn> right) {
    List<Pair> pairs = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw ScopeErrors.at(
            ErrorCode.DUPLICATE_COLUMN,
            "column name \"%s\" appears more than once in USING clause".formatted(name),
            -1);
      }
      pairs.add(new Pair(require(name, left, "left"), require(name, right, "right")));
    }
    return pairs;
  }

  private static NameResolver.NamedColumn require(
      String name, List<NameResolver.NamedColumn> columns, String side) {
    List<NameResolver.NamedColumn> found =
        columns.stream().filter(column -> column.name().equals(name)).toList();
    if (found.size() > 1) {
      throw ScopeErrors.at(
          ErrorCode.AMBIGUOUS_COLUMN,
          "common column name \"%s\" appears more than once in %s table".formatted(name, side),
          -1);
    }
    if (found.isEmpty()) {
      throw ScopeErrors.at(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" specified in USING clause does not exist in %s table"
              .formatted(name, side),
          -1);
    }
    return found.getFirst();
  }

  /** Throws TYPE_MISMATCH if the columns of a pair have no common type. */
  void requireCommonType(Pair pair) {
    TypedExpression left = pair.left().value();
    TypedExpression right = pair.right().value();
    if (!left.type().type().equals(right.type().type())) {
      analyzer(pair).common("JOIN/USING", List.of(left, right));
    }
  }

  /** Returns the equality of a pair. */
  Expression equality(Pair pair) {
    return analyzer(pair)
        .predicate(new Operation.Binary(new OperatorName(List.of(), "="), LEFT, RIGHT, -1));
  }

  /** Returns the value of a merged column: of one side or, for a FULL join, of either. */
  TypedExpression value(Pair pair, FromItem.JoinKind kind) {
    ExpressionAnalyzer analyzer = analyzer(pair);
    TypedExpression left = pair.left().value();
    TypedExpression right = pair.right().value();
    if (!left.type().equals(right.type())) {
      TypeReference type =
          left.type().type().equals(right.type().type())
              ? TypeReference.of(left.type().type())
              : analyzer.common("JOIN/USING", List.of(left, right));
      left = analyzer.convert(left, type);
      right = analyzer.convert(right, type);
    }
    return switch (kind) {
      case LEFT -> left;
      case RIGHT -> right;
      case CROSS, INNER ->
          left.expression() instanceof Variable || !(right.expression() instanceof Variable)
              ? left
              : right;
      case FULL ->
          analyzer(new Pair(named(left), named(right)))
              .analyze(new Call.Special(Call.SpecialFunction.COALESCE, List.of(LEFT, RIGHT), -1));
    };
  }

  private static NameResolver.NamedColumn named(TypedExpression value) {
    return new NameResolver.NamedColumn("", value, Origin.NONE);
  }

  /** Returns the analysis of expressions over the references to both columns. */
  private ExpressionAnalyzer analyzer(Pair pair) {
    NameResolver names =
        new NameResolver() {
          @Override
          public TypedExpression resolve(Reference.Column column) {
            return column.equals(LEFT) ? pair.left().value() : pair.right().value();
          }

          @Override
          public List<NamedColumn> star(Reference.Star star) {
            throw new IllegalStateException("star in the condition of USING");
          }
        };
    return new ExpressionAnalyzer(
        new ExpressionContext(
            context.statement(), names, context.subqueries(), context.level(), context.clause()));
  }
}
