package dev.colonnade.jdbc;

import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.batch.BatchMessage;
import dev.colonnade.client.page.batch.BatchPageDecoder;
import dev.colonnade.jdbc.cell.RowValues;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.response.ResultHead;
import dev.colonnade.protocol.scan.Compression;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.scan.ScanFormat;
import dev.colonnade.protocol.scan.Usage;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.RowForm;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlShape;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Decoder of the rows of all results of one shape. */
final class ResultForm {
  private static final Usage UNKNOWN_USAGE = new Usage(0, 0, 0, 0, 0);

  private final SqlShape shape;
  private final PageDecoder decoder;
  private final List<WireType> carrierTypes;
  private final RowValues values;
  private final Map<String, Integer> positions = new HashMap<>();

  /** Creates a decoder of the rows that a server sends. */
  ResultForm(SqlShape shape) {
    this(shape, decoder(shape));
  }

  /** Returns the decoder of results whose rows are Java objects already. */
  static ResultForm ofObjects(List<SqlColumnInfo> columns) {
    return new ResultForm(
        new SqlShape(columns, Bytes.EMPTY),
        (info, payload) -> {
          throw new IllegalStateException("rows are objects: rowCount=" + info.rowCount());
        });
  }

  private ResultForm(SqlShape shape, PageDecoder decoder) {
    this.shape = shape;
    this.decoder = decoder;
    this.carrierTypes = shape.columns().stream().map(column -> column.type().carrier()).toList();
    this.values = new RowValues(carrierTypes);
    for (int i = shape.columns().size(); i > 0; i--) {
      positions.put(caseFolded(shape.columns().get(i - 1).name()), i);
    }
  }

  private static PageDecoder decoder(SqlShape shape) {
    return new BatchPageDecoder(
        new ResultHead(
            new ResultHead.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
            0,
            0,
            shape.columns().stream().map(SqlColumnInfo::resultColumn).toList(),
            shape.arrowSchema()));
  }

  SqlShape shape() {
    return shape;
  }

  List<SqlColumnInfo> columns() {
    return shape.columns();
  }

  /**
   * Returns the position, from 1, of the first column of a name in any case; 0 if there is none.
   */
  int position(String name) {
    return positions.getOrDefault(caseFolded(name), 0);
  }

  /**
   * Returns the rows as a page that is read value by value.
   *
   * @throws ProtocolException if the rows cannot be decoded
   */
  CellPage cells(SqlRows rows) {
    return rows.form() == RowForm.VALUES
        ? CellPage.of(rows.rowCount(), values.read(rows), columns())
        : CellPage.of(decode(rows), columns());
  }

  /** Returns the rows as an Arrow record batch; makes one if they came as values. */
  SqlRows toBatch(SqlRows rows) {
    if (rows.form() == RowForm.BATCH) {
      return rows;
    }
    ByteBuf message = BatchMessage.of(carrierTypes, values.read(rows), rows.rowCount());
    return new SqlRows(rows.shape(), rows.rowCount(), message);
  }

  /** Returns a record batch as columns that are read in place. */
  ResultPage decode(SqlRows rows) {
    PageInfo info = new PageInfo(rows.rowCount(), ResumeReason.END, Bytes.EMPTY, UNKNOWN_USAGE);
    return decoder.decode(info, rows.payload());
  }

  private static String caseFolded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
