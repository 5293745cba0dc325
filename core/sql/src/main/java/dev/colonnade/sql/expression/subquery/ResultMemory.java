package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Bytes of memory of one result of a subquery. One thread. */
final class ResultMemory {
  private final SubqueryExecutor.Memory account;
  private long bytes;

  ResultMemory(SubqueryExecutor.Memory account) {
    this.account = requireNonNull(account, "account is null");
  }

  /** Charges the rows of a batch, and more bytes for each row. */
  void add(VectorBatch batch, long bytesPerRow) {
    add(account.bytesOf(batch) + batch.rowCount() * bytesPerRow);
  }

  /** Charges a value, which may be null, and more bytes. */
  void add(@Nullable Object value, long more) {
    add(account.bytesOf(value) + more);
  }

  private void add(long more) {
    account.add(more);
    bytes += more;
  }

  /** Frees everything. Idempotent. */
  void free() {
    account.remove(bytes);
    bytes = 0;
  }
}
