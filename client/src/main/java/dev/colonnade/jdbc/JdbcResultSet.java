package dev.colonnade.jdbc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.cell.CellPage;
import dev.colonnade.jdbc.cell.ColumnCells;
import dev.colonnade.jdbc.cell.ResultDecoder;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.metadata.ColumnOrigins;
import dev.colonnade.jdbc.result.BufferedPages;
import dev.colonnade.jdbc.result.ColumnLabelResultSet;
import dev.colonnade.jdbc.result.PageSource;
import dev.colonnade.jdbc.result.ResultCursor;
import dev.colonnade.jdbc.result.StreamedPages;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result set that streams the pages of a result, or reads buffered ones. */
final class JdbcResultSet extends ColumnLabelResultSet implements DefaultWrapper {
  /** Statement as its result sets use it. */
  interface Owner extends Statement {
    /** Returns the cache of the table columns that result columns come from. */
    ColumnOrigins columnOrigins();

    /** Notifies the statement that one of its result sets has been closed. */
    void resultSetClosed(ResultSet closed) throws SQLException;
  }

  private final @Nullable Owner statement;
  private final ResultDecoder decoder;
  private final PageSource source;
  private final ResultCursor cursor;
  private final int scrollType;

  private int fetchSize;
  private boolean closed;
  private boolean isRead;

  /**
   * Creates a result set before its first row.
   *
   * @param statement the statement that it belongs to; null if there is none
   * @param scrollType TYPE_FORWARD_ONLY or TYPE_SCROLL_INSENSITIVE
   */
  JdbcResultSet(
      @Nullable Owner statement, ResultDecoder decoder, PageSource source, int scrollType) {
    this.statement = statement;
    this.decoder = requireNonNull(decoder, "decoder is null");
    this.source = requireNonNull(source, "source is null");
    this.scrollType = scrollType;
    this.cursor = new ResultCursor(source, scrollType != TYPE_FORWARD_ONLY);
  }

  /**
   * Returns a result set that belongs to no statement.
   *
   * @param columnValues for each column its values
   */
  static ResultSet ofObjects(
      List<SqlColumnInfo> columns, int rowCount, List<List<@Nullable Object>> columnValues) {
    CellPage page = CellPage.of(rowCount, columnValues, columns);
    return new JdbcResultSet(
        null,
        ResultDecoder.ofObjects(columns),
        new BufferedPages(rowCount == 0 ? List.of() : List.of(page)),
        TYPE_SCROLL_INSENSITIVE);
  }

  /** Returns a result set without rows and columns. */
  static ResultSet empty(Owner statement) {
    return new JdbcResultSet(
        statement,
        ResultDecoder.ofObjects(List.of()),
        new BufferedPages(List.of()),
        TYPE_FORWARD_ONLY);
  }

  @Override
  protected ColumnCells cells(int column) throws SQLException {
    if (column < 1 || column > decoder.columns().size()) {
      throw SqlFailures.badArgument(
          "there is no such column: column=" + column + " columnCount=" + decoder.columns().size());
    }
    requireOpen();
    try {
      return cursor.page().column(column - 1);
    } catch (ProtocolException malformed) {
      throw SqlFailures.malformed(malformed);
    }
  }

  @Override
  protected int row() {
    return cursor.row();
  }

  @Override
  public boolean next() throws SQLException {
    requireOpen();
    isRead = true;
    return cursor.next();
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    cursor.close();
    if (statement != null) {
      statement.resultSetClosed(this);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    requireOpen();
    int position = decoder.position(label);
    if (position == 0) {
      throw SqlFailures.noColumn(label);
    }
    return position;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    return metaData();
  }

  private ResultSetMetaData metaData() {
    List<SqlColumnInfo> columns = decoder.columns();
    return new JdbcResultSetMetaData(columns, statement == null ? null : statement.columnOrigins());
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target == ArrowResult.class) {
      requireOpen();
      if (isRead || !(source instanceof StreamedPages pages)) {
        throw SqlFailures.badState("Arrow batches are available only before the first row is read");
      }
      isRead = true;
      return target.cast(new ArrowBatches(pages));
    }
    return DefaultWrapper.super.unwrap(target);
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return (target == ArrowResult.class && source instanceof StreamedPages && !isRead)
        || DefaultWrapper.super.isWrapperFor(target);
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    requireOpen();
    return statement;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    requireOpen();
    return cursor.isBeforeFirst();
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    requireOpen();
    return cursor.isAfterLast();
  }

  @Override
  public boolean isFirst() throws SQLException {
    requireOpen();
    return cursor.position() == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    requireOpen();
    return cursor.isLast();
  }

  @Override
  public void beforeFirst() throws SQLException {
    requireOpen();
    cursor.beforeFirst();
  }

  @Override
  public void afterLast() throws SQLException {
    requireOpen();
    cursor.afterLast();
  }

  @Override
  public boolean first() throws SQLException {
    return absolute(1);
  }

  @Override
  public boolean last() throws SQLException {
    requireOpen();
    return cursor.moveTo(cursor.count());
  }

  @Override
  public int getRow() throws SQLException {
    requireOpen();
    return (int) cursor.position();
  }

  @Override
  public boolean absolute(int position) throws SQLException {
    requireOpen();
    return cursor.moveTo(position < 0 ? cursor.count() + 1 + position : position);
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    requireOpen();
    return cursor.moveTo(absolutePosition() + rows);
  }

  @Override
  public boolean previous() throws SQLException {
    requireOpen();
    return cursor.moveTo(absolutePosition() - 1);
  }

  /** Returns the number of the row; 0 before the first row and the row count + 1 after the last. */
  private long absolutePosition() throws SQLException {
    return cursor.isAfterLast() ? cursor.count() + 1 : cursor.position();
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != FETCH_FORWARD && scrollType == TYPE_FORWARD_ONLY) {
      throw SqlFailures.badArgument("the result set is forward only: direction=" + direction);
    }
  }

  @Override
  public int getFetchDirection() {
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    if (rows < 0) {
      throw SqlFailures.badArgument("fetch size is below 0: rows=" + rows);
    }
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public int getType() {
    return scrollType;
  }

  @Override
  public int getConcurrency() {
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlFailures.unsupported("a named cursor");
  }

  @Override
  public @Nullable SQLWarning getWarnings() {
    return null;
  }

  @Override
  public void clearWarnings() {} // warnings belong to the statement

  private void requireOpen() throws SQLException {
    if (closed) {
      throw SqlFailures.badState("this result set is closed");
    }
  }

  /** Arrow record batches of the result, read instead of its rows. */
  private final class ArrowBatches implements ArrowResult {
    private final StreamedPages pages;
    private @Nullable ResultPage page;

    ArrowBatches(StreamedPages pages) {
      this.pages = pages;
    }

    @Override
    public dev.colonnade.protocol.sql.SqlRowDescription shape() {
      return decoder.shape();
    }

    @Override
    public java.nio.ByteBuffer schemaMessage() {
      return java.nio.ByteBuffer.wrap(decoder.shape().arrowSchema().toArray());
    }

    @Override
    public boolean nextBatch() throws SQLException {
      requireOpen();
      if (page != null) {
        page.close();
      }
      page = pages.nextPage();
      return page != null;
    }

    @Override
    public java.nio.ByteBuffer batchMessage() {
      return pages.message();
    }

    @Override
    public ResultPage page() {
      return requireNonNull(page, "there is no batch, call nextBatch() first");
    }
  }
}
