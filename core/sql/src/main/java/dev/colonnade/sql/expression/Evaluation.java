package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
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
  /** Expected size of a map: most expressions of single rows have hardly a constant. */
  private static final int MAP_SIZE = 4;

  private static final VectorBatch ONE_ROW = new VectorBatch(1);

  private final IntFunction<@Nullable Object> parameters;
  private final StatementServices services;
  private final Cancellation cancellation;
  private final SubqueryExecutor subqueries;
  private Map<Integer, OuterRow> outerRows = Map.of();

  /** Values that are computed once; null until there is one. */
  private @Nullable IdentityHashMap<Object, Once> values;

  /** Vectors of equal rows; null until there is one. */
  private @Nullable IdentityHashMap<Object, Repeated> repeated;

  private @Nullable OuterReads recorded;
  private boolean hasParameterColumns;
  private boolean keepsConstants = true;

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

  /**
   * Returns the state of many executions at once: the columns of a batch are the parameters, and a
   * row is an execution.
   */
  public static Evaluation overParameterColumns(
      IntFunction<@Nullable Object> otherParameters,
      StatementServices services,
      Cancellation cancellation,
      SubqueryExecutor subqueries) {
    Evaluation evaluation = new Evaluation(otherParameters, services, cancellation, subqueries);
    evaluation.hasParameterColumns = true;
    evaluation.keepsConstants = false;
    return evaluation;
  }

  /** Returns the state of the evaluation of one row, where no value is worth to be kept. */
  public static Evaluation ofOneRow(
      IntFunction<@Nullable Object> parameters,
      StatementServices services,
      Cancellation cancellation) {
    Evaluation evaluation =
        new Evaluation(parameters, services, cancellation, SubqueryExecutor.NONE);
    evaluation.keepsConstants = false;
    return evaluation;
  }

  /**
   * Returns whether the columns of batches are the parameters: then the operands that are constant
   * in an execution differ from row to row.
   */
  public boolean hasParameterColumns() {
    return hasParameterColumns;
  }

  /** Returns whether expressions without columns are evaluated only once. */
  boolean keepsConstants() {
    return keepsConstants;
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
    if (outerRows.isEmpty()) {
      outerRows = new HashMap<>();
    }
    outerRows.put(id, new OuterRow(batch, row));
    if (recorded != null) {
      recorded.bind(id);
    }
  }

  /** Returns the value of an expression without columns, evaluated once in the execution. */
  public @Nullable Object constant(Expression expression) {
    Once known = known(expression);
    if (known == null) {
      known = known(expression, value(expression));
    }
    return known.value();
  }

  /** Returns the value of an expression without columns, evaluated now. */
  public @Nullable Object value(Expression expression) {
    return vector(expression).held(0, expression.type());
  }

  /** Variant of {@link #value} that returns a vector of one row. */
  public Vector vector(Expression expression) {
    return expression.evaluate(ONE_ROW, this);
  }

  /**
   * Returns the state that an expression keeps during the execution, made when it is first used.
   */
  public <T> T state(Object owner, Class<T> type, Supplier<T> initial) {
    Once known = known(owner);
    if (known == null) {
      known = known(owner, initial.get());
    }
    return type.cast(requireNonNull(known.value(), "state is null"));
  }

  private @Nullable Once known(Object owner) {
    return values == null ? null : values.get(owner);
  }

  private Once known(Object owner, @Nullable Object value) {
    if (values == null) {
      values = new IdentityHashMap<>(MAP_SIZE);
    }
    Once known = new Once(value);
    values.put(owner, known);
    return known;
  }

  /**
   * Returns a vector of at least {@code count} rows with the same value in every row.
   *
   * @param owner identifies the value within the execution
   */
  public Vector repeated(Object owner, VectorType type, @Nullable Object value, int count) {
    Repeated known = repeated == null ? null : repeated.get(owner);
    if (known == null || known.count() < count || !isSame(known.value(), value)) {
      Vector one = VectorBuilder.vectorOf(new @Nullable Object[] {value}, type);
      if (count <= 1) {
        // As cheap as to keep it.
        return one;
      }
      int size = Math.max(count, Math.min(VectorBatch.ROWS, 2 * count));
      known = new Repeated(value, size, one.gather(new int[size], size));
      if (repeated == null) {
        repeated = new IdentityHashMap<>(MAP_SIZE);
      }
      repeated.put(owner, known);
    }
    return known.vector();
  }

  @SuppressWarnings("ReferenceEquality") // another object is repeated again
  private static boolean isSame(@Nullable Object left, @Nullable Object right) {
    return left == right;
  }

  /**
   * Starts to record which columns of enclosing rows are read, in addition to recordings that
   * already run.
   */
  public OuterReads recordReads() {
    OuterReads reads = new OuterReads(recorded);
    recorded = reads;
    return reads;
  }

  /** Ends the recording that started last; its reads become reads of the one before. */
  public void endRecording(OuterReads reads) {
    OuterReads before = reads.before();
    if (before != null) {
      before.addAll(reads);
    }
    recorded = before;
  }

  /** Returns the column of the current row of an enclosing query, and records that it is read. */
  Vector outerColumn(OuterReference reference) {
    if (recorded != null) {
      recorded.add(reference);
    }
    return outer(reference.id()).batch().column(reference.index());
  }

  private record Once(@Nullable Object value) {}

  private record Repeated(@Nullable Object value, int count, Vector vector) {}
}
