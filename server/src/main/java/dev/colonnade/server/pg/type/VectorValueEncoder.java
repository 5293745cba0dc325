package dev.colonnade.server.pg.type;

import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import io.netty.buffer.ByteBuf;

/**
 * Encoder of column values from vectors. Fast path of {@link ValueFormat#write} that creates no
 * object for each value of common types; the encoded bytes are equal.
 */
public final class VectorValueEncoder {
  private static final byte BLANK = ' ';

  private final ValueFormat format;
  private final SqlColumn column;
  private final VectorType type;
  private final boolean isText;

  /** Length of a CHAR in characters; 0 for other types. */
  private final int width;

  public VectorValueEncoder(ValueFormat format, SqlColumn column, VectorType type) {
    this.format = format;
    this.column = column;
    this.type = type;
    TypeKind kind = column.type().kind();
    this.isText = kind == TypeKind.TEXT || kind == TypeKind.VARCHAR || kind == TypeKind.CHAR;
    this.width = kind == TypeKind.CHAR ? column.type().precision() : 0;
  }

  /** Appends the value of a row after its length. */
  public void write(ByteBuf out, Vector vector, int row) {
    if (vector.isNull(row)) {
      format.write(out, null);
      return;
    }
    int start = out.writerIndex();
    out.writeInt(0);
    boolean isWritten =
        switch (vector) {
          case LongVector longs -> writeLong(out, longs.values()[row]);
          case TextVector texts -> writeText(out, texts, row);
          case DoubleVector doubles -> writeDouble(out, doubles.values()[row]);
          case BooleanVector booleans -> writeBoolean(out, booleans.values()[row]);
          case ObjectVector _ -> false;
        };
    if (isWritten) {
      out.setInt(start, out.writerIndex() - start - Integer.BYTES);
    } else {
      out.writerIndex(start);
      format.write(out, column.shown(vector.held(row, type)));
    }
  }

  /** Appends integers, dates and NUMERIC; returns false for types that need an object. */
  private boolean writeLong(ByteBuf out, long value) {
    if (type.kind() != column.type().kind()) {
      return false;
    }
    switch (type.kind()) {
      case SMALLINT -> {
        if (format.isBinary()) {
          out.writeShort((short) value);
        } else {
          AsciiNumbers.write(out, value);
        }
      }
      case INTEGER -> {
        if (format.isBinary()) {
          out.writeInt((int) value);
        } else {
          AsciiNumbers.write(out, value);
        }
      }
      case BIGINT -> {
        if (format.isBinary()) {
          out.writeLong(value);
        } else {
          AsciiNumbers.write(out, value);
        }
      }
      case DATE -> {
        if (format.isBinary()) {
          BinaryValueCodec.writeDay(out, value);
        } else {
          TextValueEncoder.writeDate(out, value, format.style());
        }
      }
      case NUMERIC -> {
        if (format.isBinary()) {
          return false;
        }
        AsciiNumbers.writeDecimal(out, value, type.scale());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean writeText(ByteBuf out, TextVector texts, int row) {
    if (!isText || !format.style().encoding().isUtf8()) {
      return false;
    }
    int start = texts.start(row);
    int length = texts.length(row);
    out.writeBytes(texts.bytes(), start, length);
    if (width > 0) {
      int blanks = width - texts.characterCount(row);
      for (int i = 0; i < blanks; i++) {
        out.writeByte(BLANK);
      }
    }
    return true;
  }

  private boolean writeDouble(ByteBuf out, double value) {
    if (!format.isBinary() || column.type().kind() != TypeKind.DOUBLE) {
      return false;
    }
    out.writeDouble(value);
    return true;
  }

  private boolean writeBoolean(ByteBuf out, boolean value) {
    if (column.type().kind() != TypeKind.BOOLEAN) {
      return false;
    }
    if (format.isBinary()) {
      out.writeByte(value ? 1 : 0);
    } else {
      out.writeByte(value ? 't' : 'f');
    }
    return true;
  }
}
