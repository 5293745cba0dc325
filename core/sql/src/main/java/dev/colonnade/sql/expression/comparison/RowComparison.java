package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.expression.result.OpenRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Order of two rows: {@code (a, b) < (c, d)}. The first pair of columns that differs or has a NULL
 * decides; later ones are not evaluated for the row.
 *
 * @param operator by order, neither = nor &lt;&gt;
 * @param left as many as {@code right}, each comparable to the one at its position
 */
public record RowComparison(
    ComparisonOperator operator, List<Expression> left, List<Expression> right)
    implements Expression {
  public RowComparison {
    requireNonNull(operator, "operator is null");
    left = List.copyOf(left);
    right = List.copyOf(right);
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
    boolean[] result = new boolean[count];
    boolean[] nulls = new boolean[count];
    OpenRows open = new OpenRows(batch);
    for (int i = 0; i < left.size() && open.count() > 0; i++) {
      Expression one = left.get(i);
      Expression other = right.get(i);
      boolean isLast = i == left.size() - 1;
      Vector some = one.evaluate(open.batch(), evaluation);
      Vector others = other.evaluate(open.batch(), evaluation);
      for (int k = 0; k < open.count(); k++) {
        int row = open.row(k);
        if (some.isNull(k) || others.isNull(k)) {
          nulls[row] = true;
          continue;
        }
        int order = ValueOrdering.compare(some, k, one.type(), others, k, other.type());
        if (order == 0 && !isLast) {
          open.keep(k);
        } else {
          result[row] = operator.holds(order);
        }
      }
      open.next();
    }
    return new BooleanVector(result, Nulls.compact(nulls, count));
  }

  @Override
  public List<Expression> operands() {
    List<Expression> operands = new ArrayList<>(left);
    operands.addAll(right);
    return operands;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RowComparison(
        operator, others.subList(0, left.size()), others.subList(left.size(), others.size()));
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + row(left, columns) + " " + operator.symbol() + " " + row(right, columns) + ")";
  }

  private static String row(List<Expression> row, List<String> columns) {
    StringJoiner text = new StringJoiner(", ", "ROW(", ")");
    row.forEach(value -> text.add(value.sql(columns)));
    return text.toString();
  }
}
