package dev.colonnade.server.parquet.write;

import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.PageEncoding;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.server.parquet.format.ThriftWriter;
import java.util.List;

/** Writer of the footer of a file: its schema and the places of its column chunks. */
final class FooterWriter {
  private static final int VERSION = 2;
  private static final int ZSTD = 6;

  private static final int OPTIONAL = 1;
  private static final int REPEATED = 2;

  /** Numbers of types in files that were written before there were logical types. */
  private static final int OLD_TEXT = 0;

  private static final int OLD_LIST = 3;
  private static final int OLD_DECIMAL = 5;
  private static final int OLD_DATE = 6;
  private static final int OLD_TIMESTAMP_MICROS = 10;
  private static final int OLD_INT16 = 16;
  private static final int OLD_JSON = 19;

  private final ThriftWriter out = new ThriftWriter();
  private final List<ColumnWriter> columns;

  private FooterWriter(List<ColumnWriter> columns) {
    this.columns = columns;
  }

  /** Returns the bytes of the footer. */
  static byte[] write(List<ColumnWriter> columns, List<RowGroup> groups) {
    return new FooterWriter(columns).write(groups);
  }

  private byte[] write(List<RowGroup> groups) {
    out.writeInt(1, VERSION);
    writeSchema();
    out.writeLong(3, groups.stream().mapToLong(RowGroup::rowCount).sum());
    out.beginStructs(4, groups.size());
    groups.forEach(this::writeGroup);
    out.writeText(6, createdBy());
    out.beginStructs(7, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      out.beginElement();
      out.writeEmpty(1); // the order of the type
      out.endStruct();
    }
    out.endStruct();
    return out.toByteArray();
  }

  private static String createdBy() {
    String version = FooterWriter.class.getPackage().getImplementationVersion();
    return version == null ? "Colonnade" : "Colonnade version " + version;
  }

  private void writeSchema() {
    int elements = columns.stream().mapToInt(column -> column.isList() ? 3 : 1).sum();
    out.beginStructs(2, 1 + elements);
    out.beginElement();
    out.writeText(4, "schema");
    out.writeInt(5, columns.size());
    out.endStruct();
    for (ColumnWriter column : columns) {
      String name = column.type().name();
      if (column.isList()) {
        writeList(name);
        writeLeaf(column.type(), "element");
      } else {
        writeLeaf(column.type(), name);
      }
    }
  }

  private void writeList(String name) {
    out.beginElement();
    out.writeInt(3, OPTIONAL);
    out.writeText(4, name);
    out.writeInt(5, 1);
    out.writeInt(6, OLD_LIST);
    writeLogical(LogicalType.of(LogicalType.Kind.LIST));
    out.endStruct();
    out.beginElement();
    out.writeInt(3, REPEATED);
    out.writeText(4, "list");
    out.writeInt(5, 1);
    out.endStruct();
  }

  private void writeLeaf(ValueWriter type, String name) {
    LogicalType logical = type.logical();
    out.beginElement();
    out.writeInt(1, type.physical().number());
    if (type.physical() == PhysicalType.FIXED_BYTES) {
      out.writeInt(2, type.fixedBytes());
    }
    out.writeInt(3, OPTIONAL);
    out.writeText(4, name);
    int old = oldType(logical);
    if (old >= 0) {
      out.writeInt(6, old);
    }
    if (logical.kind() == LogicalType.Kind.DECIMAL) {
      out.writeInt(7, logical.scale());
      out.writeInt(8, logical.precision());
    }
    if (logical.kind() != LogicalType.Kind.NONE) {
      writeLogical(logical);
    }
    out.endStruct();
  }

  /** Returns the number of the type for older readers; negative if there is none. */
  private static int oldType(LogicalType logical) {
    return switch (logical.kind()) {
      case STRING -> OLD_TEXT;
      case JSON -> OLD_JSON;
      case DECIMAL -> OLD_DECIMAL;
      case DATE -> OLD_DATE;
      case INTEGER -> OLD_INT16;
      case TIMESTAMP -> logical.isAdjusted() ? OLD_TIMESTAMP_MICROS : -1;
      case NONE, LIST, TIME, UUID, FLOAT16, UNKNOWN, OTHER -> -1;
    };
  }

  private void writeLogical(LogicalType logical) {
    out.beginStruct(10);
    switch (logical.kind()) {
      case STRING -> out.writeEmpty(1);
      case LIST -> out.writeEmpty(3);
      case DECIMAL -> {
        out.beginStruct(5);
        out.writeInt(1, logical.scale());
        out.writeInt(2, logical.precision());
        out.endStruct();
      }
      case DATE -> out.writeEmpty(6);
      case TIME -> writeTime(7, logical);
      case TIMESTAMP -> writeTime(8, logical);
      case INTEGER -> {
        out.beginStruct(10);
        out.writeByte(1, logical.precision());
        out.writeBoolean(2, logical.isAdjusted());
        out.endStruct();
      }
      case JSON -> out.writeEmpty(12);
      case UUID -> out.writeEmpty(14);
      case NONE, FLOAT16, UNKNOWN, OTHER ->
          throw new IllegalArgumentException("not written: kind=" + logical.kind());
    }
    out.endStruct();
  }

  private void writeTime(int field, LogicalType logical) {
    out.beginStruct(field);
    out.writeBoolean(1, logical.isAdjusted());
    out.beginStruct(2);
    out.writeEmpty(2); // microseconds
    out.endStruct();
    out.endStruct();
  }

  private void writeGroup(RowGroup group) {
    out.beginElement();
    out.beginStructs(1, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      writeChunk(columns.get(i), group.chunks().get(i));
    }
    out.writeLong(2, group.chunks().stream().mapToLong(ColumnChunk::plainBytes).sum());
    out.writeLong(3, group.rowCount());
    out.endStruct();
  }

  private void writeChunk(ColumnWriter column, ColumnChunk chunk) {
    boolean hasDictionary = chunk.dictionaryStart() != ColumnChunk.NO_DICTIONARY;
    out.beginElement();
    out.writeLong(2, 0);
    out.beginStruct(3);
    out.writeInt(1, column.type().physical().number());
    out.writeInts(2, chunk.encodings().stream().mapToInt(PageEncoding::number).sorted().toArray());
    String name = column.type().name();
    out.writeTexts(
        3, column.isList() ? new String[] {name, "list", "element"} : new String[] {name});
    out.writeInt(4, ZSTD);
    out.writeLong(5, chunk.valueCount());
    out.writeLong(6, chunk.plainBytes());
    out.writeLong(7, chunk.bytes());
    out.writeLong(9, chunk.pagesStart());
    if (hasDictionary) {
      out.writeLong(11, chunk.dictionaryStart());
    }
    out.beginStruct(12);
    chunk.statistics().write(out);
    out.endStruct();
    out.endStruct();
    out.endStruct();
  }
}
