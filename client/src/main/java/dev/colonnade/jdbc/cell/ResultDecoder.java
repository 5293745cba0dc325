package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.batch.BatchPageDecoder;
import dev.colonnade.client.page.batch.RecordBatchEncoder;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.RowEncoding;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Decoder of the rows of all results of one shape. */
public final class ResultDecoder {
  private static final WireScanUsage UNKNOWN_USAGE = new WireScanUsage(0, 0, 0, 0, 0);

  private final SqlRowDescription shape;
  private final PageDecoder decoder;
  private final List<WireType> carrierTypes;
  private final RowValueDecoder values;
  private final Map<String, Integer> positions = new HashMap<>();

  /** Creates a decoder of the rows that a server sends. */
  public ResultDecoder(SqlRowDescription shape) {
    this(shape, decoder(shape));
  }

  /** Returns the decoder of results whose rows are Java objects already. */
  public static ResultDecoder ofObjects(List<SqlColumnInfo> columns) {
    return new ResultDecoder(
        new SqlRowDescription(columns, Bytes.EMPTY),
        (info, payload) -> {
          throw new IllegalStateException("rows are objects: rowCount=" + info.rowCount());
        });
  }

  private ResultDecoder(SqlRowDescription shape, PageDecoder decoder) {
    this.shape = shape;
    this.decoder = decoder;
    this.carrierTypes = shape.columns().stream().map(column -> column.type().carrier()).toList();
    this.values = new RowValueDecoder(carrierTypes);
    for (int i = shape.columns().size(); i > 0; i--) {
      positions.put(caseFolded(shape.columns().get(i - 1).name()), i);
    }
  }

  private static PageDecoder decoder(SqlRowDescription shape) {
    return new BatchPageDecoder(
        new ResultMetadata(
            new ResultMetadata.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
            0,
            0,
            shape.columns().stream().map(SqlColumnInfo::resultColumn).toList(),
            shape.arrowSchema()));
  }

  public SqlRowDescription shape() {
    return shape;
  }

  public List<SqlColumnInfo> columns() {
    return shape.columns();
  }

  /**
   * Returns the position, from 1, of the first column of a name in any case; 0 if there is none.
   */
  public int position(String name) {
    return positions.getOrDefault(caseFolded(name), 0);
  }

  /**
   * Returns the rows as a page that is read value by value.
   *
   * @throws ProtocolException if the rows cannot be decoded
   */
  public CellPage cells(SqlRows rows) {
    return rows.form() == RowEncoding.VALUES
        ? CellPage.of(rows.rowCount(), values.read(rows), columns())
        : CellPage.of(decode(rows), columns());
  }

  /** Returns the rows as an Arrow record batch; makes one if they came as values. */
  public SqlRows toBatch(SqlRows rows) {
    if (rows.form() == RowEncoding.BATCH) {
      return rows;
    }
    ByteBuf message = RecordBatchEncoder.of(carrierTypes, values.read(rows), rows.rowCount());
    return new SqlRows(rows.shape(), rows.rowCount(), message);
  }

  /** Returns a record batch as columns that are read in place. */
  public ResultPage decode(SqlRows rows) {
    PageInfo info = new PageInfo(rows.rowCount(), ResumeReason.END, Bytes.EMPTY, UNKNOWN_USAGE);
    return decoder.decode(info, rows.payload());
  }

  private static String caseFolded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
