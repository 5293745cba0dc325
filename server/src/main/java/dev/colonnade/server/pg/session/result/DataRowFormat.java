package dev.colonnade.server.pg.session.result;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.server.pg.type.VectorValueEncoder;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.FieldDescription;
import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Format of the DataRow messages of one result: types and format codes of its columns. */
public final class DataRowFormat {
  public static final short[] ALL_TEXT = {};

  private final List<SqlColumn> columns;
  private final short[] codes;
  private final TextStyle style;
  private final ValueFormat[] formats;

  /** Description of the rows; null before it is first sent. */
  private @Nullable List<FieldDescription> fields;

  private DataRowFormat(
      List<SqlColumn> columns, short[] codes, TextStyle style, ValueFormat[] formats) {
    this.columns = columns;
    this.codes = codes;
    this.style = style;
    this.formats = formats;
  }

  /** Returns whether this is the format of rows with the same columns, format codes and style. */
  @SuppressWarnings("ReferenceEquality") // equal ones are rarely other objects
  public boolean isFor(List<SqlColumn> others, short[] otherCodes, TextStyle otherStyle) {
    return columns == others && style == otherStyle && Arrays.equals(codes, otherCodes);
  }

  /**
   * Returns the format of rows with these columns.
   *
   * @param codes format codes: none for text, one for all columns, or one for each
   */
  public static DataRowFormat of(List<SqlColumn> columns, short[] codes, TextStyle style) {
    if (codes.length > 1 && codes.length != columns.size()) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message has %d result formats but query has %d columns"
              .formatted(codes.length, columns.size()));
    }
    ValueFormat[] formats = new ValueFormat[columns.size()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = new ValueFormat(PgType.of(columns.get(i)), isBinary(codes, i), style);
    }
    return new DataRowFormat(columns, codes, style, formats);
  }

  public static boolean isBinary(short[] codes, int index) {
    return codes.length > 0
        && codes[codes.length == 1 ? 0 : index] == PgProtocolLayout.BINARY_FORMAT;
  }

  /** Writes a RowDescription. */
  public void describe(BackendWriter out) {
    List<FieldDescription> known = fields;
    if (known == null) {
      known = fields();
      fields = known;
    }
    out.rowDescription(known);
  }

  private List<FieldDescription> fields() {
    List<FieldDescription> described = new ArrayList<>(formats.length);
    for (int i = 0; i < formats.length; i++) {
      SqlColumn column = columns.get(i);
      PgType type = formats[i].type();
      described.add(
          new FieldDescription(
              column.name(),
              column.tableId(),
              column.columnId(),
              type.oid(),
              type.size(),
              column.typeModifier(),
              formats[i].isBinary()
                  ? PgProtocolLayout.BINARY_FORMAT
                  : PgProtocolLayout.TEXT_FORMAT));
    }
    return described;
  }

  /** Returns writers that encode columns from vectors. */
  public VectorValueEncoder[] columns(List<VectorType> types) {
    VectorValueEncoder[] writers = new VectorValueEncoder[formats.length];
    for (int i = 0; i < writers.length; i++) {
      writers[i] = new VectorValueEncoder(formats[i], columns.get(i), types.get(i));
    }
    return writers;
  }

  /** Writes a DataRow with a row of a batch. */
  public static void write(
      BackendWriter out, VectorValueEncoder[] columns, VectorBatch batch, int row) {
    ByteBuf bytes = out.begin('D').writeShort(columns.length);
    try {
      for (int i = 0; i < columns.length; i++) {
        columns[i].write(bytes, batch.column(i), row);
      }
    } catch (RuntimeException e) {
      out.undo();
      throw e;
    }
    out.end();
  }

  /** Writes a DataRow with the values of a row. */
  public void write(BackendWriter out, @Nullable Object[] row) {
    ByteBuf bytes = out.begin('D').writeShort(formats.length);
    try {
      for (int i = 0; i < formats.length; i++) {
        formats[i].write(bytes, row[i]);
      }
    } catch (RuntimeException e) {
      out.undo();
      throw e;
    }
    out.end();
  }
}
