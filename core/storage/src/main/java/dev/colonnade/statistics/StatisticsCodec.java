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
      out.writeShort(statistics.groups().size());
      for (ColumnGroup group : statistics.groups()) {
        write(out, group);
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
    out.writeDouble(column.correlation());
    out.writeDouble(column.widthBytes());
  }

  private static void write(DataOutputStream out, ColumnGroup group) throws IOException {
    out.writeShort(group.columnIds().size());
    for (int columnId : group.columnIds()) {
      out.writeInt(columnId);
    }
    out.writeDouble(group.distinctCount());
  }

  /** Returns the decoded statistics; throws STORE_CORRUPT if the bytes are invalid. */
  static TableStatistics decode(Key key, byte[] value) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      int format = in.readUnsignedByte();
      if (format < StatisticsLayout.FORMAT_OF_COLUMNS || format > StatisticsLayout.FORMAT) {
        throw corrupt(key, "format=" + format, null);
      }
      long rowCount = in.readLong();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int i = in.readUnsignedShort(); i > 0; i--) {
        columns.add(read(in, format));
      }
      List<ColumnGroup> groups = new ArrayList<>();
      if (format >= StatisticsLayout.FORMAT) {
        for (int i = in.readUnsignedShort(); i > 0; i--) {
          groups.add(group(in));
        }
      }
      return new TableStatistics(StatisticsLayout.tableIdOf(key), rowCount, columns, groups);
    } catch (IOException e) {
      throw corrupt(key, "truncated", e);
    }
  }

  private static ColumnStatistics read(DataInputStream in, int format) throws IOException {
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
    if (format < StatisticsLayout.FORMAT) {
      return new ColumnStatistics(columnId, nullFraction, distinctCount, commonValues, bounds);
    }
    return new ColumnStatistics(
        columnId,
        nullFraction,
        distinctCount,
        commonValues,
        bounds,
        in.readDouble(),
        in.readDouble());
  }

  private static ColumnGroup group(DataInputStream in) throws IOException {
    List<Integer> columnIds = new ArrayList<>();
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      columnIds.add(in.readInt());
    }
    return new ColumnGroup(columnIds, in.readDouble());
  }

  private static ColonnadeException corrupt(Key key, String reason, @Nullable Throwable cause) {
    String message = "statistics cannot be read: key=" + key + " " + reason;
    return cause == null
        ? new ColonnadeException(ErrorCode.STORE_CORRUPT, message)
        : new ColonnadeException(ErrorCode.STORE_CORRUPT, message, cause);
  }
}
