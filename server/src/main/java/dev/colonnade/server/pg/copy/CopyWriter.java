package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.server.parquet.write.ParquetFileWriter;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.TextValueEncoder;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.server.sql.ArrowFileWriter;
import dev.colonnade.server.sql.file.FileRowWriter;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.copy.CopyOptions.Quoting;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the rows of a COPY TO. Single-threaded. */
public final class CopyWriter {
  private final CopyOptions options;
  private final List<String> names;
  private final TextStyle style;
  private final List<ValueFormat> formats = new ArrayList<>();

  /** Null for formats that store rows. */
  private final @Nullable FileRowWriter file;

  /** Text of one value, before escaping or quoting. */
  private final ByteBuf value = Unpooled.buffer();

  public CopyWriter(CopyDescription terms, TextStyle style) {
    this.options = terms.options();
    this.names = terms.columnNames();
    this.style = requireNonNull(style, "style is null");
    for (SqlType type : terms.columnTypes()) {
      formats.add(new ValueFormat(PgType.of(type), true, style));
    }
    this.file = file(terms);
  }

  private static @Nullable FileRowWriter file(CopyDescription terms) {
    CopyFormat format = terms.options().format();
    if (!format.isColumnar()) {
      return null;
    }
    List<SqlColumn> columns = new ArrayList<>();
    for (int i = 0; i < terms.columnNames().size(); i++) {
      columns.add(new SqlColumn(terms.columnNames().get(i), terms.columnTypes().get(i)));
    }
    return format == CopyFormat.PARQUET
        ? new ParquetFileWriter(columns)
        : new ArrowFileWriter(columns, format == CopyFormat.ARROW);
  }

  /** Appends the header; nothing if the format has none. */
  public void writeStart(ByteBuf out) {
    if (file != null) {
      file.writeStart(out);
    } else if (options.format() == CopyFormat.BINARY) {
      out.writeBytes(BinaryCopyLayout.SIGNATURE).writeInt(0).writeInt(0);
    } else if (options.header() != CopyOptions.Header.NONE) {
      writeLine(out, names.toArray(), true);
    }
  }

  /** Appends a row; formats that store columns append many rows together. */
  public void writeRow(ByteBuf out, @Nullable Object[] row) {
    if (file != null) {
      file.writeRow(out, row);
    } else if (options.format() == CopyFormat.BINARY) {
      out.writeShort(row.length);
      for (int i = 0; i < row.length; i++) {
        formats.get(i).write(out, row[i]);
      }
    } else if (options.format() == CopyFormat.JSON_LINES) {
      writeObject(out, row[0]);
    } else {
      writeLine(out, row, false);
    }
  }

  /** Appends the trailer; nothing if the format has none. */
  public void writeEnd(ByteBuf out) {
    if (file != null) {
      file.writeEnd(out);
    } else if (options.format() == CopyFormat.BINARY) {
      out.writeShort(BinaryCopyLayout.END);
    }
  }

  /** Writes the object of a row; line ends in it are white space of JSON values. */
  private void writeObject(ByteBuf out, @Nullable Object object) {
    value.clear();
    TextValueEncoder.write(value, requireNonNull(object, "object is null"), style);
    for (int i = 0; i < value.readableBytes(); i++) {
      InterruptionPoint.check(i);
      byte next = value.getByte(i);
      out.writeByte(next == '\n' || next == '\r' ? ' ' : next);
    }
    out.writeByte('\n');
  }

  private void writeLine(ByteBuf out, @Nullable Object[] row, boolean isHeader) {
    for (int i = 0; i < row.length; i++) {
      if (i > 0) {
        out.writeByte(options.delimiter());
      }
      Object field = row[i];
      if (field == null) {
        out.writeCharSequence(options.nullText(), UTF_8);
        continue;
      }
      value.clear();
      TextValueEncoder.write(value, field, style);
      if (options.format() == CopyFormat.CSV) {
        boolean isForced = !isHeader && Quoting.isIn(options.quoting().forced(), names.get(i));
        writeQuoted(out, isForced || needsQuotes(row.length == 1));
      } else {
        writeEscaped(out);
      }
    }
    out.writeByte('\n');
  }

  private void writeEscaped(ByteBuf out) {
    for (int i = 0; i < value.readableBytes(); i++) {
      InterruptionPoint.check(i);
      byte next = value.getByte(i);
      switch (next) {
        case '\b' -> out.writeByte('\\').writeByte('b');
        case '\f' -> out.writeByte('\\').writeByte('f');
        case '\n' -> out.writeByte('\\').writeByte('n');
        case '\r' -> out.writeByte('\\').writeByte('r');
        case '\t' -> out.writeByte('\\').writeByte('t');
        case 0x0b -> out.writeByte('\\').writeByte('v');
        case '\\' -> out.writeByte('\\').writeByte('\\');
        default -> {
          if (next == options.delimiter()) {
            out.writeByte('\\');
          }
          out.writeByte(next);
        }
      }
    }
  }

  private void writeQuoted(ByteBuf out, boolean isQuoted) {
    if (!isQuoted) {
      out.writeBytes(value, value.readerIndex(), value.readableBytes());
      return;
    }
    Quoting quoting = options.quoting();
    out.writeByte(quoting.quote());
    for (int i = 0; i < value.readableBytes(); i++) {
      InterruptionPoint.check(i);
      byte next = value.getByte(i);
      if (next == quoting.quote() || next == quoting.escape()) {
        out.writeByte(quoting.escape());
      }
      out.writeByte(next);
    }
    out.writeByte(quoting.quote());
  }

  /** Returns whether a reader would parse the text differently without quotes. */
  private boolean needsQuotes(boolean isAlone) {
    String text = value.toString(UTF_8);
    if (text.equals(options.nullText()) || (isAlone && text.equals("\\."))) {
      return true;
    }
    char quote = options.quoting().quote();
    for (int i = 0; i < text.length(); i++) {
      InterruptionPoint.check(i);
      char next = text.charAt(i);
      if (next == options.delimiter() || next == quote || next == '\n' || next == '\r') {
        return true;
      }
    }
    return false;
  }
}
