package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.LiteralText;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * IN and NOT IN over a list of constants, found by hash.
 *
 * @param items constants, all of one type that is comparable to the value
 */
public record InList(boolean isNegated, Expression value, List<Expression> items)
    implements Expression {
  public InList {
    requireNonNull(value, "value is null");
    items = List.copyOf(items);
    if (items.isEmpty() || !items.stream().allMatch(Expression::isConstant)) {
      throw new IllegalArgumentException("not a list of constants: " + items);
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (count == 0) {
      return VectorBuilder.vectorOf(new @Nullable Object[0], type());
    }
    if (evaluation.hasParameterColumns()) {
      Vector[] vectors = new Vector[items.size()];
      Arrays.setAll(vectors, i -> items.get(i).evaluate(batch, evaluation));
      return Membership.ofEach(
          value,
          values,
          count,
          row -> set(i -> vectors[i].held(row, items.get(i).type())),
          isNegated);
    }
    ValueSet set =
        evaluation.state(this, ValueSet.class, () -> set(i -> evaluation.value(items.get(i))));
    return Membership.of(value, values, count, set, isNegated);
  }

  private ValueSet set(IntFunction<@Nullable Object> item) {
    @Nullable Object[] held = new @Nullable Object[items.size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = item.apply(i);
    }
    VectorType type = items.getFirst().type();
    return ValueSet.of(VectorBuilder.vectorOf(held, type), held.length, type);
  }

  @Override
  public boolean isSafe() {
    return value.isSafe() && items.stream().allMatch(Expression::isSafe);
  }

  @Override
  public List<Expression> operands() {
    List<Expression> operands = new ArrayList<>(items.size() + 1);
    operands.add(value);
    operands.addAll(items);
    return operands;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    List<Expression> list = others.subList(1, others.size());
    return list.stream().allMatch(Expression::isConstant)
        ? new InList(isNegated, others.getFirst(), list)
        : comparisons(others.getFirst(), list);
  }

  /** Returns the comparisons with items that are columns, as keys of groups are. */
  private Expression comparisons(Expression first, List<Expression> list) {
    ComparisonOperator operator =
        isNegated ? ComparisonOperator.NOT_EQUAL : ComparisonOperator.EQUAL;
    return new LogicExpression(
        isNegated,
        list.stream().map(item -> (Expression) new Comparison(operator, first, item)).toList());
  }

  @Override
  public String sql(List<String> columns) {
    String operator = isNegated ? " <> ALL (" : " = ANY (";
    return "(" + value.sql(columns) + operator + array(columns) + "))";
  }

  private String array(List<String> columns) {
    if (!items.stream().allMatch(Literal.class::isInstance)) {
      StringJoiner elements = new StringJoiner(", ", "ARRAY[", "]");
      items.forEach(item -> elements.add(item.sql(columns)));
      return elements.toString();
    }
    List<@Nullable Object> elements = new ArrayList<>();
    items.forEach(item -> elements.add(((Literal) item).value()));
    return LiteralText.ofArray(items.getFirst().type().kind(), elements);
  }
}
