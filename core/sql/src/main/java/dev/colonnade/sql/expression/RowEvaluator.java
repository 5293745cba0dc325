package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of expressions over rows of values in their internal representation, one row or many at
 * once: for CHECK constraints, defaults, generated columns, conditions and expressions of indexes,
 * and procedural blocks. A single row is a batch of one, of the columns that the expressions read.
 * Thread-safe.
 */
public final class RowEvaluator {
  /** Column that no expression reads. */
  private static final Vector UNREAD = ObjectVector.of(new @Nullable Object[1], 1);

  private final Expression[] expressions;
  private final VectorType[] columnTypes;

  /** Positions of the columns that are read. */
  private final int[] columns;

  /**
   * Creates an evaluator.
   *
   * @param columnTypes representations of all columns of the rows
   */
  public RowEvaluator(List<Expression> expressions, List<VectorType> columnTypes) {
    this.expressions = expressions.toArray(Expression[]::new);
    this.columnTypes = columnTypes.toArray(VectorType[]::new);
    BitSet read = new BitSet();
    for (Expression expression : expressions) {
      collect(expression, read);
    }
    this.columns = read.stream().toArray();
  }

  private void collect(Expression node, BitSet into) {
    if (node instanceof ColumnReference column) {
      into.set(column.index());
    }
    if (node.subquery() != null) {
      // The plan of the subquery may read any column.
      into.set(0, columnTypes.length);
    }
    node.operands().forEach(operand -> collect(operand, into));
  }

  /** Returns the positions of the columns that the expressions read, in ascending order. */
  public IntStream columns() {
    return Arrays.stream(columns);
  }

  /** Returns the value of the only expression for a row. */
  public @Nullable Object value(@Nullable Object[] row, Evaluation evaluation) {
    if (expressions.length != 1) {
      throw new IllegalStateException("not one expression: " + expressions.length);
    }
    return value(0, batch(row), evaluation);
  }

  /** Returns the values of the expressions for a row. */
  public @Nullable Object[] values(@Nullable Object[] row, Evaluation evaluation) {
    VectorBatch batch = batch(row);
    @Nullable Object[] values = new @Nullable Object[expressions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(i, batch, evaluation);
    }
    return values;
  }

  private @Nullable Object value(int index, VectorBatch batch, Evaluation evaluation) {
    Expression expression = expressions[index];
    return expression.evaluate(batch, evaluation).held(0, expression.type());
  }

  private VectorBatch batch(@Nullable Object[] row) {
    Vector[] vectors = new Vector[columnTypes.length];
    Arrays.fill(vectors, UNREAD);
    for (int column : columns) {
      vectors[column] =
          VectorBuilder.vectorOf(new @Nullable Object[] {row[column]}, columnTypes[column]);
    }
    return new VectorBatch(1, vectors);
  }

  /**
   * Returns the values of the expressions for many rows. Rows are evaluated in batches; the error
   * of one row is that of its batch.
   */
  public List<@Nullable Object[]> valuesOfAll(
      List<@Nullable Object[]> rows, Evaluation evaluation) {
    List<@Nullable Object[]> results = new ArrayList<>(rows.size());
    for (int from = 0; from < rows.size(); from += VectorBatch.ROWS) {
      evaluation.cancellation().check();
      int to = Math.min(rows.size(), from + VectorBatch.ROWS);
      evaluate(rows.subList(from, to), evaluation, results);
    }
    return results;
  }

  private void evaluate(
      List<@Nullable Object[]> rows, Evaluation evaluation, List<@Nullable Object[]> into) {
    VectorBatch batch = batch(rows);
    Vector[] results = new Vector[expressions.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = expressions[i].evaluate(batch, evaluation);
    }
    for (int row = 0; row < rows.size(); row++) {
      @Nullable Object[] values = new @Nullable Object[results.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = results[i].held(row, expressions[i].type());
      }
      into.add(values);
    }
  }

  private VectorBatch batch(List<@Nullable Object[]> rows) {
    Vector[] vectors = new Vector[columnTypes.length];
    Arrays.fill(vectors, UNREAD);
    for (int column : columns) {
      @Nullable Object[] held = new @Nullable Object[rows.size()];
      for (int row = 0; row < held.length; row++) {
        held[row] = rows.get(row)[column];
      }
      vectors[column] = VectorBuilder.vectorOf(held, columnTypes[column]);
    }
    return new VectorBatch(rows.size(), vectors);
  }
}
