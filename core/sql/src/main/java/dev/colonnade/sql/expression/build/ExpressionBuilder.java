package dev.colonnade.sql.expression.build;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.ArrayConstructor;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.expression.call.RowField;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.expression.subquery.QuantifiedSubquery;
import dev.colonnade.sql.expression.subquery.SubqueryCall;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builder of expressions. It chooses kernels by the types of the operands, converts operands to
 * comparable representations, and folds constants as PostgreSQL does: the errors of constants that
 * PostgreSQL reports even if no row needs them are in {@link #constantErrors}. One thread.
 */
public final class ExpressionBuilder {
  private final ConstantFolding folding;
  private final Conversions conversions;
  private final ComparisonBuilder comparisons;
  private final LogicBuilder logic;
  private final BranchBuilder branches;
  private final CallBuilder calls;

  /** Creates a builder. */
  public ExpressionBuilder() {
    this(() -> {});
  }

  /**
   * Creates a builder.
   *
   * @param onFailure called when the evaluation of a constant fails
   */
  public ExpressionBuilder(Runnable onFailure) {
    folding = new ConstantFolding(onFailure);
    conversions = new Conversions(folding);
    comparisons = new ComparisonBuilder(folding, conversions);
    logic = new LogicBuilder(folding);
    branches = new BranchBuilder(folding, conversions);
    calls = new CallBuilder(folding, conversions, comparisons);
  }

  /**
   * Returns the errors of immutable expressions over literals, in order. PostgreSQL evaluates these
   * when it plans a statement, so that the first of them fails the statement before it reads a row.
   */
  public List<ColonnadeException> constantErrors() {
    return folding.errors();
  }

  /** Keeps constant expressions, which are then equal only to expressions of the same form. */
  public void suspendFolding() {
    folding.suspend();
  }

  /**
   * Returns a supplier of an expression that is built at once. The errors of its constants count
   * only if the supplier is asked for it.
   */
  public Supplier<Expression> deferred(Supplier<Expression> build) {
    int count = folding.errors().size();
    Expression built = build.get();
    List<ColonnadeException> errors = folding.removeErrors(count);
    return () -> {
      folding.addErrors(errors);
      return built;
    };
  }

  /** Returns a constant in its internal representation. */
  public Expression literal(TypeKind kind, @Nullable Object value) {
    return ConstantFolding.literal(VectorType.of(kind), value);
  }

  /** Returns the value as one of another type; CANNOT_COERCE if there is no such cast. */
  public Expression cast(Expression value, TypeKind kind) {
    return conversions.cast(value, kind);
  }

  /** Returns a comparison of two values. */
  public Expression compare(ComparisonOperator operator, Expression left, Expression right) {
    return comparisons.compare(operator, left, right);
  }

  /** Returns a comparison of two rows of as many values. */
  public Expression compareRows(
      ComparisonOperator operator, List<Expression> left, List<Expression> right) {
    if (left.size() == 1) {
      return compare(operator, left.getFirst(), right.getFirst());
    }
    return switch (operator) {
      case EQUAL, NOT_EQUAL ->
          logic(
              operator == ComparisonOperator.EQUAL,
              suppliers(comparisons.pairs(operator, left, right)));
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          comparisons.order(operator, left, right);
    };
  }

  /** Returns IS [NOT] DISTINCT FROM of two rows of as many values. */
  public Expression distinct(boolean isNot, List<Expression> left, List<Expression> right) {
    List<Expression> pairs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      pairs.add(comparisons.distinct(isNot, left.get(i), right.get(i)));
    }
    return logic(isNot, suppliers(pairs));
  }

  private static List<Supplier<Expression>> suppliers(List<Expression> expressions) {
    return expressions.stream().map(expression -> (Supplier<Expression>) () -> expression).toList();
  }

  /** Returns AND or OR; the operands are asked for one by one, until a constant decides. */
  public Expression logic(boolean isAnd, List<? extends Supplier<Expression>> operands) {
    return logic.logic(isAnd, operands);
  }

  /** Returns NOT, IS TRUE and the like. */
  public Expression test(Test test, Expression value) {
    return logic.test(test, value);
  }

  /** Returns IS [NOT] NULL of a row: all of its values are NULL, or all are not. */
  public Expression isNull(boolean isNot, List<Expression> row) {
    return logic(true, suppliers(row.stream().map(value -> logic.isNull(isNot, value)).toList()));
  }

  /**
   * Returns CASE; the operands are asked for one by one, those of excluded branches not at all.
   *
   * @param operands conditions, each followed by its result, then the result of ELSE
   */
  public Expression caseOf(TypeKind kind, List<? extends Supplier<Expression>> operands) {
    return branches.caseOf(kind, operands);
  }

  /** Returns COALESCE; the operands are asked for one by one, until a constant is not NULL. */
  public Expression coalesce(TypeKind kind, List<? extends Supplier<Expression>> operands) {
    return branches.coalesce(kind, operands);
  }

  /** Returns a call whose arguments have the types of the function. */
  public Expression call(ScalarFunction function, TypeKind kind, List<Expression> arguments) {
    return calls.call(function, kind, arguments);
  }

  /** Returns ARRAY[...] of values of one type. */
  public Expression array(List<Expression> elements) {
    return folding.fold(new ArrayConstructor(elements));
  }

  /** Returns ROW(...). */
  public Expression row(List<Expression> fields) {
    return folding.fold(new RowConstructor(fields));
  }

  /** Returns a field of a row value, by its position from 0. */
  public Expression field(Expression row, int index, TypeKind kind, String name) {
    return row instanceof RowConstructor constructor
        ? constructor.operands().get(index)
        : folding.fold(new RowField(VectorType.of(kind), row, index, name));
  }

  /** Returns the comparison of a row with ANY or ALL rows of a subquery. */
  public Expression quantified(
      ComparisonOperator operator, boolean isAll, List<Expression> row, SubqueryCall call) {
    List<Expression> left = new ArrayList<>();
    List<Expression> right = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      VectorType type = call.plan().types().get(i);
      Expression value = row.get(i);
      Expression typed = Conversions.isNull(value) ? new Literal(type, null) : value;
      Conversions.Pair pair = conversions.comparable(typed, new ColumnReference(type, i));
      left.add(pair.left());
      right.add(pair.right());
    }
    return folding.fold(new QuantifiedSubquery(operator, isAll, left, right, call));
  }

  /** Returns an expression whose operands are folded, folded itself. */
  public Expression fold(Expression expression) {
    return folding.fold(expression);
  }
}
