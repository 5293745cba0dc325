package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory and buffers of one result of a subquery. One thread. */
final class ResultMemory {
  private final SubqueryExecutor.Memory account;
  private final List<SubqueryExecutor.Buffer> buffers = new ArrayList<>(0);
  private long bytes;
  private long tableBytes;

  ResultMemory(SubqueryExecutor.Memory account) {
    this.account = requireNonNull(account, "account is null");
  }

  /** Charges the rows of a batch. */
  void add(VectorBatch batch) {
    add(bytesOf(batch));
  }

  /** Charges a value, which may be null, and more bytes. */
  void add(@Nullable Object value, long more) {
    add(account.bytesOf(value) + more);
  }

  private void add(long more) {
    account.add(more);
    bytes += more;
  }

  /** Returns the bytes that the rows of a batch occupy. */
  long bytesOf(VectorBatch batch) {
    return account.bytesOf(batch);
  }

  /** Sets the bytes of the hash table if the query may use them. Returns whether it did. */
  boolean trySetTable(long newBytes) {
    if (newBytes > tableBytes && !account.tryAdd(newBytes - tableBytes)) {
      return false;
    }
    if (newBytes < tableBytes) {
      account.remove(tableBytes - newBytes);
    }
    tableBytes = newBytes;
    return true;
  }

  /** Returns an empty buffer of rows, closed with the result. */
  SubqueryExecutor.Buffer newBuffer(List<VectorType> types) {
    SubqueryExecutor.Buffer buffer = account.newBuffer(types);
    buffers.add(buffer);
    return buffer;
  }

  /** Frees everything. Idempotent. */
  void free() {
    account.remove(bytes + tableBytes);
    bytes = 0;
    tableBytes = 0;
    buffers.forEach(SubqueryExecutor.Buffer::close);
    buffers.clear();
  }
}
