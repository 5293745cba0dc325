package dev.colonnade.sql.session.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.result.OpenResult;
import dev.colonnade.sql.session.TransactionBlock;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of rows at the snapshot of one statement of a transaction block. It ends with its
 * transaction; a read that fails fails the transaction, and a stream that fails leaves that to the
 * caller, who may have canceled it. One thread.
 */
public final class RowQuery implements OpenResult, AutoCloseable {
  private final TransactionBlock block;
  private final PinnedStatement statement;
  private final Set<Stream> open = new HashSet<>();
  private boolean isEnded;
  private boolean isClosed;

  RowQuery(TransactionBlock block, PinnedStatement statement) {
    this.block = requireNonNull(block, "block is null");
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the read timestamp. */
  public long readTimestamp() {
    return statement.readTimestamp();
  }

  /** Returns the catalog that the transaction sees. */
  public CatalogSnapshot catalog() {
    return statement.catalog();
  }

  /** Returns the value of a stored key; null if none. */
  public @Nullable Version get(Table table, Key key) {
    return reading(() -> statement.get(table, key));
  }

  /** Returns one page of a scan, which the caller closes. */
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return reading(() -> statement.page(table, request, cancellation));
  }

  /**
   * Returns the rows of a table. The caller closes the stream and each page, and fails the
   * transaction if the call or the stream fails.
   */
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    requireNotEnded();
    Stream stream = new Stream(statement.scan(table, request, cancellation));
    open.add(stream);
    return stream;
  }

  private void requireNotEnded() {
    if (isEnded) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "the result has ended with its transaction");
    }
  }

  private <T extends @Nullable Object> T reading(Supplier<T> read) {
    requireNotEnded();
    boolean done = false;
    try {
      T result = read.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        block.fail();
      }
    }
  }

  /** Fails the transaction, unless it has ended. */
  public void fail() {
    if (!isEnded) {
      block.fail();
    }
  }

  @Override
  public boolean isDrained() {
    return open.isEmpty();
  }

  @Override
  public void end() {
    isEnded = true;
    close();
  }

  /** Closes the streams, and releases the snapshot. Idempotent. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      Set.copyOf(open).forEach(Stream::close);
      block.untrack(this);
      statement.close();
    }
  }

  /** Rows of a table, which end with the query. */
  private final class Stream implements PageStream {
    private final PageStream pages;

    Stream(PageStream pages) {
      this.pages = pages;
    }

    @Override
    public PageFormat format() {
      return pages.format();
    }

    @Override
    public BatchSchema schema() {
      return pages.schema();
    }

    @Override
    public @Nullable ScanPage next() {
      requireNotEnded();
      ScanPage page = pages.next();
      if (page == null) {
        open.remove(this);
      }
      return page;
    }

    @Override
    public void pause() {
      if (!isEnded) {
        pages.pause();
      }
    }

    @Override
    public void close() {
      open.remove(this);
      pages.close();
    }
  }
}
