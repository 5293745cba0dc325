package dev.colonnade.server.session.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.type.row.KeyCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Row locks of one statement of a transaction. A row that is gone, or that is skipped because
 * another transaction has locked it, is left out.
 */
public final class RowLocker {
  /** Maximum number of rows that one statement locks; each is a span of the scan that follows. */
  public static final int ROWS_MAX = ScanRequest.SPANS_MAX;

  /** Minimum number of rows that are read ahead of the locks, if there is a row limit. */
  private static final long PAGE_ROWS_MIN = 64;

  private final StatementTransaction statement;
  private final Table table;
  private final LockStrength strength;
  private final RowLockPolicy onLocked;
  private final Set<Key> locked = new LinkedHashSet<>();

  /**
   * Creates the locker of a statement.
   *
   * @param mode with a lock strength other than NONE
   */
  public RowLocker(StatementTransaction statement, Table table, ReadMode mode) {
    this.statement = requireNonNull(statement, "statement is null");
    this.table = requireNonNull(table, "table is null");
    this.strength =
        switch (mode.lockStrength()) {
          case NONE -> throw new IllegalArgumentException("the read locks no rows");
          case SHARE -> LockStrength.SHARE;
          case NO_KEY_UPDATE -> LockStrength.NO_KEY_UPDATE;
          case UPDATE -> LockStrength.UPDATE;
        };
    this.onLocked =
        switch (mode.waitPolicy()) {
          case BLOCK -> RowLockPolicy.WAIT;
          case NOWAIT -> RowLockPolicy.FAIL;
          case SKIP_LOCKED -> RowLockPolicy.SKIP;
        };
  }

  /** Locks rows; returns the keys of those that are locked. */
  public Set<Key> lock(Collection<Key> rowKeys) {
    rowKeys.forEach(this::add);
    return locked;
  }

  /**
   * Locks the rows of a scan of the primary index, as many as its row limit; returns their keys.
   */
  public Set<Key> lock(ScanRequest request, Cancellation cancellation) {
    long rowsMax = request.limits().rowLimit();
    try (PageStream pages = statement.scan(table, keysOf(request), cancellation)) {
      for (ScanPage page = pages.next(); page != null; page = pages.next()) {
        try (ScanPage current = page) {
          for (Key rowKey : rowKeys((KeyValuePage) current)) {
            cancellation.check();
            add(rowKey);
            if (rowsMax > 0 && locked.size() == rowsMax) {
              return locked;
            }
          }
        }
      }
    }
    return locked;
  }

  /** Returns the same rows, without their values and limit: rows may be skipped. */
  private static ScanRequest keysOf(ScanRequest request) {
    ScanOptions options = request.options();
    ScanLimits limits = request.limits();
    long rowsMax = limits.rowLimit();
    if (rowsMax > 0) {
      PageLimits page = limits.page();
      long rows = Math.min(page.rows(), Math.max(rowsMax, PAGE_ROWS_MIN));
      limits =
          limits
              .withRowLimit(0)
              .withPage(new PageLimits(rows, page.encodedBytes(), page.scannedBytes()));
    }
    return new ScanRequest(
        request.target(),
        request.spans(),
        request.readTimestamp(),
        new Selection(List.of(), request.selection().filter()),
        new ScanRequest.Terms(
            limits, new ScanOptions(options.direction(), true, PageFormat.KEY_VALUES, false)));
  }

  private List<Key> rowKeys(KeyValuePage page) {
    KeyCodec keys = table.format().keyCodec();
    List<Key> rowKeys = new ArrayList<>(page.rowCount());
    page.forEach(
        (keyAddress, keyLength, valueAddress, valueLength) -> {
          Key rowKey = keys.rowKeyOf(Key.wrap(NativeMemory.bytes(keyAddress, keyLength)));
          if (rowKeys.isEmpty() || !rowKeys.getLast().equals(rowKey)) {
            rowKeys.add(rowKey);
          }
        });
    return rowKeys;
  }

  private void add(Key rowKey) {
    if (!statement
        .locks()
        .lock(table, table.format().keyCodec().decodePresent(rowKey), strength, onLocked)) {
      return;
    }
    if (locked.add(rowKey) && locked.size() > ROWS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "a request locks too many rows: max=" + ROWS_MAX);
    }
  }
}
