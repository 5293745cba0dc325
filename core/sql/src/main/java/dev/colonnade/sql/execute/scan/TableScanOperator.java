package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Scan of a stored table, or of one of its indexes; the only reader of a scan, or one of many. */
public final class TableScanOperator extends Operator {
  private final SharedScan scan;
  private final boolean isOnlyReader;

  /**
   * Creates a reader of a scan.
   *
   * @param isOnlyReader whether the operator closes the scan
   */
  public TableScanOperator(QueryContext query, SharedScan scan, boolean isOnlyReader) {
    super(query);
    this.scan = requireNonNull(scan, "scan is null");
    this.isOnlyReader = isOnlyReader;
  }

  @Override
  protected void open() {
    scan.open();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    return scan.next();
  }

  @Override
  protected void release() {
    if (isOnlyReader) {
      scan.close();
    }
  }
}
