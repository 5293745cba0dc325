package dev.colonnade.statistics;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.statistics.ColumnStatistics.CommonValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Codec of the statistics of a table, in {@link StatisticsLayout}. */
final class StatisticsCodec {
  private StatisticsCodec() {}

  static byte[] encode(TableStatistics statistics) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(StatisticsLayout.FORMAT);
      out.writeLong(statistics.rowCount());
      out.writeShort(statistics.columns().size());
      for (ColumnStatistics column : statistics.columns()) {
        write(out, column);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, ColumnStatistics column) throws IOException {
    out.writeInt(column.columnId());
    out.writeDouble(column.nullFraction());
    out.writeDouble(column.distinctCount());
    out.writeShort(column.commonValues().size());
    for (CommonValue common : column.commonValues()) {
      out.writeUTF(common.value());
      out.writeDouble(common.fraction());
    }
    out.writeShort(column.bounds().size());
    for (double bound : column.bounds()) {
      out.writeDouble(bound);
    }
  }

  /** Returns the decoded statistics; throws STORE_CORRUPT if the bytes are invalid. */
  static TableStatistics decode(Key key, byte[] value) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      int format = in.readUnsignedByte();
      if (format != StatisticsLayout.FORMAT) {
        throw corrupt(key, "format=" + format, null);
      }
      long rowCount = in.readLong();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int i = in.readUnsignedShort(); i > 0; i--) {
        columns.add(read(in));
      }
      return new TableStatistics(StatisticsLayout.tableIdOf(key), rowCount, columns);
    } catch (IOException e) {
      throw corrupt(key, "truncated", e);
    }
  }

  private static ColumnStatistics read(DataInputStream in) throws IOException {
    int columnId = in.readInt();
    double nullFraction = in.readDouble();
    double distinctCount = in.readDouble();
    List<CommonValue> commonValues = new ArrayList<>();
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      commonValues.add(new CommonValue(in.readUTF(), in.readDouble()));
    }
    List<Double> bounds = new ArrayList<>();
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      bounds.add(in.readDouble());
    }
    return new ColumnStatistics(columnId, nullFraction, distinctCount, commonValues, bounds);
  }

  private static ColonnadeException corrupt(Key key, String reason, @Nullable Throwable cause) {
    String message = "statistics cannot be read: key=" + key + " " + reason;
    return cause == null
        ? new ColonnadeException(ErrorCode.STORE_CORRUPT, message)
        : new ColonnadeException(ErrorCode.STORE_CORRUPT, message, cause);
  }
}
