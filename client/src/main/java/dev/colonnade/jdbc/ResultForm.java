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

/** What is worked out once for all results of a shape. */
final class ResultForm {
  private static final Usage UNKNOWN_USAGE = new Usage(0, 0, 0, 0, 0);

  private final SqlShape shape;
  private final PageDecoder decoder;
  private final List<WireType> carriers;
  private final RowValues values;
  private final Map<String, Integer> positions = new HashMap<>();

  /** The form of results that come in batches. */
  ResultForm(SqlShape shape) {
    this(shape, decoder(shape));
  }

  /** The form of results that are objects. */
  static ResultForm ofObjects(SqlShape shape) {
    return new ResultForm(
        shape,
        (info, payload) -> {
          throw new IllegalStateException("rows are objects: rowCount=" + info.rowCount());
        });
  }

  private ResultForm(SqlShape shape, PageDecoder decoder) {
    this.shape = shape;
    this.decoder = decoder;
    this.carriers = shape.columns().stream().map(column -> column.type().carrier()).toList();
    this.values = new RowValues(carriers);
    for (int i = shape.columns().size(); i > 0; i--) {
      positions.put(folded(shape.columns().get(i - 1).name()), i);
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

  /** The position of the first column of that name, from 1 on; 0 if there is none. */
  int position(String name) {
    return positions.getOrDefault(folded(name), 0);
  }

  /**
   * The rows, to be read value by value.
   *
   * @throws ProtocolException if they cannot be read
   */
  CellPage cells(SqlRows rows) {
    return rows.form() == RowForm.VALUES
        ? CellPage.of(rows.rowCount(), values.read(rows), columns())
        : CellPage.of(decode(rows), columns());
  }

  /** The same rows as a batch. */
  SqlRows batch(SqlRows rows) {
    if (rows.form() == RowForm.BATCH) {
      return rows;
    }
    ByteBuf message = BatchMessage.of(carriers, values.read(rows), rows.rowCount());
    return new SqlRows(rows.shape(), rows.rowCount(), message);
  }

  /** A batch as a page. */
  ResultPage decode(SqlRows rows) {
    PageInfo info = new PageInfo(rows.rowCount(), ResumeReason.END, Bytes.EMPTY, UNKNOWN_USAGE);
    return decoder.decode(info, rows.payload());
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
