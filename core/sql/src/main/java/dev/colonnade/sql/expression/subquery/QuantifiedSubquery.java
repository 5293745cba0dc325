package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.RowValues;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of one or several values with the rows of a subquery: ANY, of which IN is the case of
 * equality, and ALL.
 *
 * @param left values of each row
 * @param right over the columns of the subquery, each comparable to the value at its position
 */
public record QuantifiedSubquery(
    ComparisonOperator operator,
    boolean isAll,
    List<Expression> left,
    List<Expression> right,
    SubqueryCall call)
    implements SubqueryExpression {
  public QuantifiedSubquery {
    requireNonNull(operator, "operator is null");
    left = List.copyOf(left);
    right = List.copyOf(right);
    requireNonNull(call, "call is null");
    if (left.size() != right.size() || left.isEmpty()) {
      throw new IllegalArgumentException(
          "unequal rows: left=%d right=%d".formatted(left.size(), right.size()));
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    int count = batch.rowCount();
    Vector[] values = vectors(left, batch, evaluation);
    List<VectorType> types = types(left);
    SubqueryValues.Probes probes =
        new SubqueryValues.Probes(
            new VectorBatch(count, values),
            new RowValues(types, values),
            SubqueryValues.encoder(types));
    // ALL is true where no comparison with the opposite operator is.
    ComparisonOperator searched = isAll ? operator.negated() : operator;
    SubqueryCall.Results<SubqueryValues> results =
        call.results(this, evaluation, new ValuesReader(searched, right, evaluation));
    @Nullable Boolean[] isAny = new @Nullable Boolean[count];
    int step = call.plan().isCorrelated() ? 1 : count;
    for (int row = 0; row < count; row += step) {
      results.of(batch, row, evaluation).any(probes, row, row + step, isAny);
    }
    return vector(isAny);
  }

  private BooleanVector vector(@Nullable Boolean[] isAny) {
    boolean[] result = new boolean[isAny.length];
    boolean[] nulls = new boolean[isAny.length];
    for (int row = 0; row < isAny.length; row++) {
      Boolean value = isAny[row];
      nulls[row] = value == null;
      result[row] = value != null && value != isAll;
    }
    return new BooleanVector(result, Nulls.compact(nulls, isAny.length));
  }

  private static Vector[] vectors(
      List<Expression> expressions, VectorBatch batch, Evaluation evaluation) {
    Vector[] vectors = new Vector[expressions.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = expressions.get(i).evaluate(batch, evaluation);
    }
    return vectors;
  }

  private static List<VectorType> types(List<Expression> expressions) {
    return expressions.stream().map(Expression::type).toList();
  }

  private record ValuesReader(
      ComparisonOperator searched, List<Expression> columns, Evaluation evaluation)
      implements SubqueryCall.Reader<SubqueryValues> {
    @Override
    public SubqueryValues read(SubqueryRows rows, ResultMemory memory) {
      SubqueryValues values = SubqueryValues.of(searched, types(columns), memory);
      for (@Nullable VectorBatch batch = rows.next(); batch != null; batch = rows.next()) {
        values.add(new VectorBatch(batch.rowCount(), vectors(columns, batch, evaluation)));
      }
      return values;
    }

    @Override
    public long weight(SubqueryValues result) {
      return result.rowCount();
    }
  }

  @Override
  public List<Expression> operands() {
    return left;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new QuantifiedSubquery(operator, isAll, others, right, call);
  }

  @Override
  public String sql(List<String> columns) {
    String plan = call.plan().name();
    boolean isHashed = operator == ComparisonOperator.EQUAL && !isAll && !isVolatile();
    if (isHashed) {
      return "(hashed " + plan + ")";
    }
    String values = String.join(", ", left.stream().map(value -> value.sql(columns)).toList());
    return "((%s) %s %s (%s))".formatted(values, operator.symbol(), isAll ? "ALL" : "ANY", plan);
  }
}
