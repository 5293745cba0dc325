package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.BatchMemory;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Account of the results of subqueries in expressions, which cannot be spilled. It exists from the
 * first result on. One thread.
 */
final class SubqueryMemory implements SubqueryExecutor.Memory, AutoCloseable {
  private final QueryMemory query;
  private @Nullable OperatorMemory account;

  SubqueryMemory(QueryMemory query) {
    this.query = requireNonNull(query, "query is null");
  }

  @Override
  public long bytesOf(VectorBatch batch) {
    return BatchMemory.bytes(batch);
  }

  @Override
  public long bytesOf(@Nullable Object value) {
    return BatchMemory.valueBytes(value);
  }

  @Override
  public void add(long bytes) {
    account().grow(bytes);
  }

  @Override
  public void remove(long bytes) {
    account().shrink(bytes);
  }

  private OperatorMemory account() {
    OperatorMemory known = account;
    if (known == null) {
      known = query.newOperator();
      account = known;
    }
    return known;
  }

  @Override
  public void close() {
    if (account != null) {
      account.close();
    }
  }
}
