package dev.colonnade.sql.analyze.expression.composite;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.ArrayConstructor;
import dev.colonnade.sql.expression.call.QuantifiedElements;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.function.library.OperatorFunctions;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.resolve.ResolvedOperator;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.SubqueryExpression.Comparison;
import dev.colonnade.sql.syntax.query.SubqueryExpression.Quantifier;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Operators between a value and ANY or ALL elements of an array. */
public final class QuantifiedArrays {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Conversions conversions;
  private final Operators operators;

  public QuantifiedArrays(ExpressionAnalysis analysis, Operators operators) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.conversions = analysis.conversions();
    this.operators = requireNonNull(operators, "operators is null");
  }

  /** Returns the comparison of a value with the elements of an array. */
  public TypedExpression analyze(SubqueryExpression.QuantifiedArray node) {
    return compare(
        node.comparison(),
        analysis.analyze(node.comparison().left()),
        analysis.analyze(node.array()),
        node.position());
  }

  /** Variant of {@link #analyze} for analyzed operands. */
  public TypedExpression compare(
      Comparison comparison, TypedExpression value, TypedExpression list, int position) {
    boolean isAll = comparison.quantifier() == Quantifier.ALL;
    String symbol = comparison.operator().symbol();
    ResolvedOperator found =
        Positions.at(
            position,
            () -> state.operators().quantified(symbol, value.type().type(), list.type().type()));
    TypedExpression left = conversions.argument(value, found.operands().getFirst());
    TypedExpression array = conversions.argument(list, found.operands().getLast());
    Expression result = direct(found, isAll, left, array);
    if (result == null) {
      result = expanded(found, isAll, left, array, position);
    }
    return TypedExpression.of(result, state.reference("bool"), position);
  }

  private @Nullable Expression direct(
      ResolvedOperator operator, boolean isAll, TypedExpression left, TypedExpression array) {
    Type element = elementOf(array);
    boolean isOrderOfEnum = Conversions.isEnum(element);
    if (!conversions.nestings().of(element).isPlain()
        && !conversions.hasPaddedElements(array.type().type())) {
      return null;
    }
    Implementation implementation = operator.entry().implementation();
    if (implementation instanceof Implementation.Comparison(String symbol)) {
      boolean isEquality = symbol.equals("=") || symbol.equals("<>");
      return isOrderOfEnum && !isEquality ? null : comparison(symbol, isAll, left, array);
    }
    return switch (operator.entry().name()) {
      case "~~" -> like(isAll, left, array);
      case "!~~" -> state.builder().test(Test.NOT, like(!isAll, left, array));
      default -> null;
    };
  }

  private Type elementOf(TypedExpression array) {
    Type element = state.registry().types().elementOf(Types.baseOf(array.type().type()));
    return requireNonNull(element, "no element type");
  }

  private Expression comparison(
      String symbol, boolean isAll, TypedExpression left, TypedExpression array) {
    Type element = elementOf(array);
    Type type = Types.baseOf(left.type().type());
    TypedExpression value = left;
    TypedExpression list = array;
    if (!type.equals(element)) {
      Type common = state.commonTypes().find(List.of(type, element));
      if (common != null) {
        value = conversions.convert(left, TypeReference.of(common));
        Type arrayType = state.registry().types().arrayOf(common);
        list = arrayType == null ? array : conversions.cast(array, TypeReference.of(arrayType));
      }
    }
    boolean isPadded = conversions.hasPaddedElements(list.type().type());
    return call(
        method(symbol, isAll),
        (isAll ? "all " : "any ") + symbol,
        isPadded && !value.type().hasModifier()
            ? conversions.withoutBlanksOfText(value.expression())
            : value.expression(),
        isPadded ? conversions.withoutBlanks(list.expression()) : list.expression());
  }

  /**
   * Returns a call of a function. It is not strict, since ALL of no elements is true and ANY of
   * none is false also for NULL; with elements the result for NULL is NULL.
   */
  private Expression call(String method, String shown, Expression value, Expression array) {
    boolean hasElements =
        (array instanceof Literal literal && literal.value() instanceof List<?> list)
            ? !list.isEmpty()
            : (array instanceof ArrayConstructor constructor && !constructor.operands().isEmpty());
    return state
        .builder()
        .call(
            ExpressionState.scalar(OperatorFunctions.class, method, shown, hasElements),
            TypeKind.BOOLEAN,
            List.of(value, array));
  }

  private static String method(String symbol, boolean isAll) {
    String end = isAll ? "All" : "Any";
    return switch (symbol) {
      case "=" -> "equals" + end;
      case "<>" -> "differsFrom" + end;
      case "<" -> "isLessThan" + end;
      case "<=" -> "isAtMost" + end;
      case ">" -> "isGreaterThan" + end;
      default -> "isAtLeast" + end;
    };
  }

  private Expression like(boolean isAll, TypedExpression left, TypedExpression array) {
    return call(
        isAll ? "likeAll" : "likeAny",
        (isAll ? "all" : "any") + " like",
        left.expression(),
        array.expression());
  }

  /** Returns the operator with each element of an array. */
  private Expression expanded(
      ResolvedOperator operator,
      boolean isAll,
      TypedExpression left,
      TypedExpression array,
      int position) {
    Type element = elementOf(array);
    List<Expression> items = elements(array, element);
    if (items == null) {
      return ofVariable(operator, isAll, left, array, position);
    }
    List<Supplier<Expression>> tests = new ArrayList<>();
    for (Expression item : items) {
      TypedExpression right = TypedExpression.of(item, TypeReference.of(element), array.position());
      tests.add(state.builder().deferred(() -> operators.invoked(operator, left, right, position)));
    }
    return state.builder().logic(isAll, tests);
  }

  private Expression ofVariable(
      ResolvedOperator operator,
      boolean isAll,
      TypedExpression left,
      TypedExpression array,
      int position) {
    Type element = elementOf(array);
    VectorType form = ExpressionState.vectorOf(element);
    TypedExpression value =
        TypedExpression.of(
            new ColumnReference(left.expression().type(), 0), left.type(), left.position());
    TypedExpression item =
        TypedExpression.of(
            new ColumnReference(form, 1), TypeReference.of(element), array.position());
    Expression test = operators.invoked(operator, value, item, position);
    return new QuantifiedElements(left.expression(), array.expression(), form, test, isAll);
  }

  /** Returns the elements of an array that is written in the statement; null for others. */
  private static @Nullable List<Expression> elements(TypedExpression array, Type element) {
    if (array.expression() instanceof ArrayConstructor constructor) {
      return constructor.operands();
    }
    if (array.expression() instanceof Literal literal && literal.value() instanceof List<?> list) {
      List<Expression> found = new ArrayList<>();
      for (Object item : list) {
        found.add(new Literal(ExpressionState.vectorOf(element), item));
      }
      return found;
    }
    return null;
  }
}
