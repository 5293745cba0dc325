package dev.colonnade.protocol.tuple;

import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import java.util.List;

/** Column types of a tuple, in order. Immutable. */
public final class TupleSchema {
  private final List<WireType> types;
  private final WireKind[] kinds;
  private final int[] widthsBytes;

  private TupleSchema(List<WireType> types) {
    this.types = types;
    this.kinds = types.stream().map(WireType::kind).toArray(WireKind[]::new);
    this.widthsBytes = types.stream().mapToInt(WireType::tupleWidthBytes).toArray();
  }

  public static TupleSchema of(List<WireType> types) {
    if (types.isEmpty()) {
      throw new IllegalArgumentException("a tuple needs a column");
    }
    return new TupleSchema(List.copyOf(types));
  }

  public static TupleSchema of(WireType... types) {
    return of(List.of(types));
  }

  /** Returns the shape of tuples of these columns. */
  public static TupleSchema ofColumns(List<ColumnDescription> columns) {
    return of(columns.stream().map(ColumnDescription::type).toList());
  }

  /** Returns the shape of the first columns of this one. */
  public TupleSchema prefix(int columnCount) {
    return of(types.subList(0, columnCount));
  }

  public int columnCount() {
    return kinds.length;
  }

  public WireType type(int column) {
    return types.get(column);
  }

  WireKind kind(int column) {
    return kinds[column];
  }

  int widthBytes(int column) {
    return widthsBytes[column];
  }

  int nullBitmapBytes() {
    return TupleLayout.nullBitmapBytes(kinds.length);
  }

  @Override
  public String toString() {
    return types.toString();
  }
}
