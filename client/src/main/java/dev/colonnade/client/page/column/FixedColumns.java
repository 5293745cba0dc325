package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.result.ResultColumn;

/** Readers of fixed-width columns, one class for each width and meaning. */
public final class FixedColumns {
  private FixedColumns() {}

  /**
   * Returns the reader of a column whose slots have the widths of {@code StoredValueLayout}: a
   * NUMERIC of up to 18 digits in 8 bytes, a UUID big-endian, an ENUM as int rank.
   */
  public static ColumnReader open(ResultColumn column, ValueSlots slots, NullMask nulls) {
    return switch (column.type().kind()) {
      case BOOLEAN -> new ByteBooleanColumn(column, slots, nulls);
      case SMALLINT -> new ShortColumn(column, slots, nulls);
      case INTEGER, DATE -> new IntColumn(column, slots, nulls);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> new LongColumn(column, slots, nulls);
      case REAL -> new FloatColumn(column, slots, nulls);
      case DOUBLE -> new DoubleColumn(column, slots, nulls);
      case NUMERIC ->
          column.type().isWideNumeric()
              ? wideNumeric(column, slots, nulls)
              : new LongNumericColumn(column, slots, nulls);
      case UUID -> new UuidColumn(column, slots, nulls);
      case ENUM -> EnumColumn.ofRanks(column, slots, nulls);
      case TEXT, VARCHAR, CHAR, BYTEA ->
          throw new IllegalArgumentException("not of fixed width: column=" + column.name());
    };
  }

  /** Returns the reader of a NUMERIC of any precision in slots of 16 bytes. */
  public static ColumnReader wideNumeric(ResultColumn column, ValueSlots slots, NullMask nulls) {
    return new WideNumericColumn(column, slots, nulls);
  }

  private static final class ByteBooleanColumn extends FixedColumn {
    ByteBooleanColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public boolean booleanAt(int row) {
      return slots.memory().get(slots.offset(row)) != 0;
    }
  }

  private static final class ShortColumn extends FixedColumn {
    ShortColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public short shortAt(int row) {
      return slots.memory().getShort(slots.offset(row));
    }

    @Override
    public int intAt(int row) {
      return shortAt(row);
    }

    @Override
    public long longAt(int row) {
      return shortAt(row);
    }
  }

  private static final class IntColumn extends FixedColumn {
    IntColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public int intAt(int row) {
      return slots.memory().getInt(slots.offset(row));
    }

    @Override
    public long longAt(int row) {
      return intAt(row);
    }

    @Override
    public void copyInts(int fromRow, int rowCount, int[] target, int targetOffset) {
      slots.copyInts(fromRow, rowCount, target, targetOffset);
    }
  }

  private static final class LongColumn extends FixedColumn {
    LongColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public long longAt(int row) {
      return slots.memory().getLong(slots.offset(row));
    }

    @Override
    public void copyLongs(int fromRow, int rowCount, long[] target, int targetOffset) {
      slots.copyLongs(fromRow, rowCount, target, targetOffset);
    }
  }

  private static final class FloatColumn extends FixedColumn {
    FloatColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public float floatAt(int row) {
      return slots.memory().getFloat(slots.offset(row));
    }

    @Override
    public double doubleAt(int row) {
      return floatAt(row);
    }
  }

  private static final class DoubleColumn extends FixedColumn {
    DoubleColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public double doubleAt(int row) {
      return slots.memory().getDouble(slots.offset(row));
    }

    @Override
    public void copyDoubles(int fromRow, int rowCount, double[] target, int targetOffset) {
      slots.copyDoubles(fromRow, rowCount, target, targetOffset);
    }
  }

  private static final class LongNumericColumn extends FixedColumn {
    LongNumericColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public long unscaledLowAt(int row) {
      return slots.memory().getLong(slots.offset(row));
    }

    @Override
    public long unscaledHighAt(int row) {
      return unscaledLowAt(row) >> (Long.SIZE - 1);
    }

    @Override
    public void copyUnscaled(int fromRow, int rowCount, long[] target, int targetOffset) {
      slots.copyLongs(fromRow, rowCount, target, targetOffset);
    }
  }

  private static final class WideNumericColumn extends FixedColumn {
    WideNumericColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public long unscaledLowAt(int row) {
      return slots.memory().getLong(slots.offset(row));
    }

    @Override
    public long unscaledHighAt(int row) {
      return slots.memory().getLong(slots.offset(row) + Long.BYTES);
    }

    @Override
    public void copyUnscaled(int fromRow, int rowCount, long[] target, int targetOffset) {
      slots.copyLongs(fromRow, rowCount, target, targetOffset);
    }
  }

  private static final class UuidColumn extends FixedColumn {
    UuidColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
      super(column, slots, nulls);
    }

    @Override
    public long uuidMostSignificantAt(int row) {
      return Long.reverseBytes(slots.memory().getLong(slots.offset(row)));
    }

    @Override
    public long uuidLeastSignificantAt(int row) {
      return Long.reverseBytes(slots.memory().getLong(slots.offset(row) + Long.BYTES));
    }
  }
}
