package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of the expressions of one execution: parameters, services, outer rows, and values that are
 * computed once. One thread.
 */
public final class Evaluation {
  private static final VectorBatch ONE_ROW = new VectorBatch(1);

  private final IntFunction<@Nullable Object> parameters;
  private final StatementServices services;
  private final Cancellation cancellation;
  private final SubqueryExecutor subqueries;
  private final Map<Integer, OuterRow> outerRows = new HashMap<>();
  private final IdentityHashMap<Object, Once> values = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Repeated> repeated = new IdentityHashMap<>();

  /**
   * Creates the state.
   *
   * @param parameters the internal representation of a parameter, by its number from 0
   */
  public Evaluation(
      IntFunction<@Nullable Object> parameters,
      StatementServices services,
      Cancellation cancellation,
      SubqueryExecutor subqueries) {
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.services = requireNonNull(services, "services is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
    this.subqueries = requireNonNull(subqueries, "subqueries is null");
  }

  /** Row of an enclosing query. */
  public record OuterRow(VectorBatch batch, int row) {}

  public StatementServices services() {
    return services;
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  public SubqueryExecutor subqueries() {
    return subqueries;
  }

  /** Returns a parameter in its internal representation, by its number from 0. */
  public @Nullable Object parameter(int index) {
    return parameters.apply(index);
  }

  /** Returns the current row of an enclosing query. */
  public OuterRow outer(int id) {
    return requireNonNull(outerRows.get(id), "outer row is missing");
  }

  /** Sets the current row of an enclosing query. */
  public void setOuter(int id, VectorBatch batch, int row) {
    outerRows.put(id, new OuterRow(batch, row));
  }

  /** Returns the value of an expression without columns, evaluated once in the execution. */
  public @Nullable Object constant(Expression expression) {
    Once known = values.get(expression);
    if (known == null) {
      known = new Once(value(expression));
      values.put(expression, known);
    }
    return known.value();
  }

  /** Returns the value of an expression without columns, evaluated now. */
  public @Nullable Object value(Expression expression) {
    return expression.evaluate(ONE_ROW, this).held(0, expression.type());
  }

  /**
   * Returns the state that an expression keeps during the execution, made when it is first used.
   */
  public <T> T state(Object owner, Class<T> type, Supplier<T> initial) {
    Once known = values.get(owner);
    if (known == null) {
      known = new Once(initial.get());
      values.put(owner, known);
    }
    return type.cast(requireNonNull(known.value(), "state is null"));
  }

  /**
   * Returns a vector of the same value in every row.
   *
   * @param owner identifies the value within the execution
   */
  Vector repeated(Object owner, VectorType type, @Nullable Object value, int count) {
    Repeated known = repeated.get(owner);
    if (known == null || known.count() < count || !isSame(known.value(), value)) {
      @Nullable Object[] values = new @Nullable Object[count];
      Arrays.fill(values, value);
      known = new Repeated(value, count, VectorBuilder.vectorOf(values, type));
      repeated.put(owner, known);
    }
    return known.vector();
  }

  @SuppressWarnings("ReferenceEquality") // another object is repeated again
  private static boolean isSame(@Nullable Object left, @Nullable Object right) {
    return left == right;
  }

  private record Once(@Nullable Object value) {}

  private record Repeated(@Nullable Object value, int count, Vector vector) {}
}
