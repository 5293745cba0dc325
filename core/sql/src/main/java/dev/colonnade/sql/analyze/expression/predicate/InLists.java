package dev.colonnade.sql.analyze.expression.predicate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.operator.RowComparisons;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.resolve.ResolvedOperator;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** IN with a list: comparisons, of which the expression builder makes one membership. */
final class InLists {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final Operators operators;
  private final RowComparisons rows;

  InLists(ExpressionAnalysis analysis, Operators operators, RowComparisons rows) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.builder = state.builder();
    this.operators = requireNonNull(operators, "operators is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  Expression analyze(Predicate.InList node) {
    String symbol = node.negated() ? "<>" : "=";
    if (node.operand() instanceof Call.Row left) {
      return ofRows(node, left, symbol);
    }
    TypedExpression value = analysis.analyze(node.operand());
    List<TypedExpression> items = analysis.analyzeAll(node.list());
    Type common = commonType(value, items);
    List<Supplier<Expression>> tests = new ArrayList<>();
    if (common == null) {
      for (TypedExpression item : items) {
        tests.add(
            builder.deferred(
                () -> operators.binary(symbol, value, item, node.position()).expression()));
      }
    } else {
      addUniform(tests, symbol, value, shared(items, common), node.position());
    }
    return builder.logic(node.negated(), tests);
  }

  /** The rows of the list are compared field by field. */
  private Expression ofRows(Predicate.InList node, Call.Row left, String symbol) {
    List<TypedExpression> fields = analysis.fields(left);
    List<Supplier<Expression>> tests = new ArrayList<>();
    for (dev.colonnade.sql.syntax.query.Expression item : node.list()) {
      List<TypedExpression> others =
          item instanceof Call.Row row
              ? analysis.fields(row)
              : analysis.conversions().rows().of(analysis.analyze(item));
      tests.add(
          builder.deferred(
              () -> rows.compare(OperatorName.of(symbol), fields, others, node.position())));
    }
    return builder.logic(node.negated(), tests);
  }

  /** Returns the type to which all items are converted; null if each is compared by itself. */
  private @Nullable Type commonType(TypedExpression value, List<TypedExpression> items) {
    boolean isList = items.size() > 1 && items.stream().allMatch(item -> isFixed(item));
    if (!isList) {
      return null;
    }
    List<Type> types = new ArrayList<>();
    types.add(value.type().type());
    items.forEach(item -> types.add(item.type().type()));
    Type common = state.commonTypes().find(types);
    // Arrays are no elements of an array, so that each is compared by itself, as in PostgreSQL.
    return common == null || RowFields.isRow(common) || CommonTypes.isNested(common)
        ? null
        : common;
  }

  private static boolean isFixed(TypedExpression item) {
    return !dev.colonnade.sql.logical.LogicalExpressions.hasVariable(item.expression());
  }

  private List<TypedExpression> shared(List<TypedExpression> items, Type common) {
    TypeReference target = TypeReference.of(common);
    return items.stream().map(item -> analysis.conversions().convert(item, target)).toList();
  }

  /** Resolves the operator once for all items, which have one type. */
  private void addUniform(
      List<Supplier<Expression>> tests,
      String symbol,
      TypedExpression value,
      List<TypedExpression> items,
      int position) {
    Type itemType = items.getFirst().type().type();
    ResolvedOperator found =
        dev.colonnade.sql.analyze.expression.value.Positions.at(
            position, () -> state.operators().infix(symbol, value.type().type(), itemType));
    TypedExpression left = analysis.conversions().argument(value, found.operands().getFirst());
    for (TypedExpression item : items) {
      tests.add(
          builder.deferred(
              () ->
                  operators.invoked(
                      found,
                      left,
                      analysis.conversions().argument(item, found.operands().getLast()),
                      position)));
    }
  }
}
