package dev.colonnade.sql.expression;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executor of the subqueries of expressions. */
@FunctionalInterface
public interface SubqueryExecutor {
  /** Executor of expressions that have no subqueries. */
  SubqueryExecutor NONE =
      (subquery, _) -> {
        throw new ColonnadeException(
            ErrorCode.INTERNAL, "no subqueries here: subquery=" + subquery.name());
      };

  /**
   * Starts a subquery with the outer rows that the evaluation has now; the caller closes the rows.
   */
  SubqueryRows open(Subquery subquery, Evaluation evaluation);

  /** Returns the account of the results that expressions keep. */
  default Memory memory() {
    return Memory.NONE;
  }

  /** Account of the memory of results, as a part of the memory of the query. */
  interface Memory {
    /** Account of expressions whose memory is not limited. */
    Memory NONE =
        new Memory() {
          @Override
          public long bytesOf(VectorBatch batch) {
            return 0;
          }

          @Override
          public long bytesOf(@Nullable Object value) {
            return 0;
          }

          @Override
          public void add(long bytes) {}

          @Override
          public boolean tryAdd(long bytes) {
            return true;
          }

          @Override
          public void remove(long bytes) {}

          @Override
          public Buffer newBuffer(List<VectorType> types) {
            throw new ColonnadeException(ErrorCode.INTERNAL, "no buffer of rows here");
          }
        };

    /** Returns the bytes that the rows of a batch occupy. */
    long bytesOf(VectorBatch batch);

    /** Returns the bytes that a value in its internal representation occupies. */
    long bytesOf(@Nullable Object value);

    /**
     * Adds bytes.
     *
     * @throws ColonnadeException MEMORY_LIMIT beyond the limit of the query
     */
    void add(long bytes);

    /** Adds bytes if the query may use them. Returns whether it did. */
    boolean tryAdd(long bytes);

    /** Removes bytes that were added. */
    void remove(long bytes);

    /**
     * Returns an empty buffer of rows, which are in a temporary file where memory is denied; the
     * caller closes it.
     */
    Buffer newBuffer(List<VectorType> types);
  }

  /** Rows that can be read any number of times, in the order in which they were added. */
  interface Buffer extends AutoCloseable {
    /** Adds the rows of a batch. */
    void append(VectorBatch batch);

    /** Returns a reader from the first row on. */
    SubqueryRows reader();

    /** Frees the memory and deletes the file. Idempotent. */
    @Override
    void close();
  }
}
