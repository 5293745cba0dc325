package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Subquery and how it is called.
 *
 * @param rowId identifies the row of the expression's batch among the outer rows of the subquery
 * @param isVolatile whether the plan calls volatile functions, so that results are not reused
 */
public record SubqueryCall(Subquery plan, int rowId, boolean isVolatile) {
  public SubqueryCall {
    requireNonNull(plan, "plan is null");
  }

  /** Reader of the rows of one run. */
  interface Reader<T> {
    /**
     * Returns the result of a run; it may leave rows unread.
     *
     * @param memory account of the result
     */
    T read(SubqueryRows rows, ResultMemory memory);

    /** Returns the approximate number of values that a result holds. */
    long weight(T result);
  }

  /** Results of a subquery in one execution. One thread. */
  final class Results<T> {
    private final Reader<T> reader;
    private final SubqueryMemo<T> memo = new SubqueryMemo<>();

    /** Memory of the current result, if it is used for one row only. */
    private @Nullable ResultMemory unkept;

    Results(Reader<T> reader) {
      this.reader = reader;
    }

    /** Returns the result for a row of the batch, which can be used until the next call. */
    T of(VectorBatch batch, int row, Evaluation evaluation) {
      if (unkept != null) {
        unkept.free();
        unkept = null;
      }
      evaluation.setOuter(rowId, batch, row);
      if (plan.isCorrelated() && isVolatile) {
        SubqueryMemo.Result<T> result = run(evaluation);
        unkept = result.memory();
        return result.value();
      }
      T known = memo.find(evaluation);
      if (known != null) {
        return known;
      }
      SubqueryMemo.Result<T> result = memo.add(evaluation, () -> run(evaluation));
      unkept = memo.keepsLast() ? null : result.memory();
      return result.value();
    }

    private SubqueryMemo.Result<T> run(Evaluation evaluation) {
      evaluation.cancellation().check();
      ResultMemory memory = new ResultMemory(evaluation.subqueries().memory());
      boolean isComplete = false;
      try (SubqueryRows rows = evaluation.subqueries().open(plan, evaluation)) {
        T result = reader.read(rows, memory);
        isComplete = true;
        return new SubqueryMemo.Result<>(result, reader.weight(result), memory);
      } finally {
        if (!isComplete) {
          memory.free();
        }
      }
    }
  }

  /**
   * Returns the results of an expression in an execution.
   *
   * @param owner the expression
   */
  @SuppressWarnings("unchecked") // the owner always passes a reader of the same type
  <T> Results<T> results(Object owner, Evaluation evaluation, Reader<T> reader) {
    return evaluation.state(owner, Results.class, () -> new Results<>(reader));
  }
}
