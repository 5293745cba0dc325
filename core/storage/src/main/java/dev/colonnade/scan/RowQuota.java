package dev.colonnade.scan;

/** How many rows a scan may still return. */
final class RowQuota {
  /** More rows than any scan returns. */
  static final long UNLIMITED = Long.MAX_VALUE;

  private RowQuota() {}

  /** All that the request allows. */
  static long of(CompiledScan scan) {
    long limit = scan.limits().rowLimit();
    return limit == 0 ? UNLIMITED : limit;
  }
}
