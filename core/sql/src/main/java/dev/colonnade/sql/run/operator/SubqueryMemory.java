package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.BatchMemory;
import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Account of the results of subqueries in expressions, and their buffers of rows, which use
 * temporary files where memory is denied. It exists from the first result on. One thread.
 */
final class SubqueryMemory implements SubqueryExecutor.Memory, AutoCloseable {
  private final QueryMemory query;
  private final Function<OperatorMemory, SpillContext> resources;
  private @Nullable OperatorMemory account;
  private @Nullable Set<RowBuffer> buffers;

  /**
   * Creates the account.
   *
   * @param resources returns the resources of buffers with an account
   */
  SubqueryMemory(QueryMemory query, Function<OperatorMemory, SpillContext> resources) {
    this.query = requireNonNull(query, "query is null");
    this.resources = requireNonNull(resources, "resources is null");
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
  public boolean tryAdd(long bytes) {
    return account().tryGrowBeyondShare(bytes);
  }

  @Override
  public void remove(long bytes) {
    account().shrink(bytes);
  }

  @Override
  public SubqueryExecutor.Buffer newBuffer(List<VectorType> types) {
    RowBuffer rows = new RowBuffer(types, resources.apply(account()));
    Set<RowBuffer> open = buffers;
    if (open == null) {
      open = Collections.newSetFromMap(new IdentityHashMap<>());
      buffers = open;
    }
    open.add(rows);
    return new SpillingBuffer(rows, open);
  }

  /**
   * Buffer that is closed with the account if not before.
   *
   * @param open all buffers that are open
   */
  private record SpillingBuffer(RowBuffer rows, Set<RowBuffer> open)
      implements SubqueryExecutor.Buffer {
    @Override
    public void append(VectorBatch batch) {
      rows.append(batch);
    }

    @Override
    public SubqueryRows reader() {
      RowBuffer.Reader reader = rows.reader();
      return new SubqueryRows() {
        @Override
        public @Nullable VectorBatch next() {
          return reader.next();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {
      open.remove(rows);
      rows.close();
    }
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
    if (buffers != null) {
      new ArrayList<>(buffers).forEach(RowBuffer::close);
      buffers.clear();
    }
    if (account != null) {
      account.close();
    }
  }
}
