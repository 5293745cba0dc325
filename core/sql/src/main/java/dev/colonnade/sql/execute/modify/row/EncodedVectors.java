package dev.colonnade.sql.execute.modify.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.row.RowWriter;

/**
 * Rows of a batch of vectors that are encoded as they are stored. Values whose representation in
 * vectors is the stored one are not made objects; the others are converted as by {@link
 * ColumnValues}.
 */
public final class EncodedVectors implements EncodedRowSource {
  private final VectorBatch batch;
  private final AllocatedValues allocated;
  private final int firstRow;
  private final Part[] parts;

  /**
   * Creates the rows.
   *
   * @param ordinals positions of the columns of {@code values} in the schema of the table
   * @param firstRow number of the batch's first row among the rows of {@code allocated}
   */
  public EncodedVectors(
      VectorBatch batch,
      ColumnValues values,
      int[] ordinals,
      AllocatedValues allocated,
      int firstRow) {
    this.batch = requireNonNull(batch, "batch is null");
    this.allocated = requireNonNull(allocated, "allocated is null");
    this.firstRow = firstRow;
    this.parts = new Part[ordinals.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(values, i, ordinals[i]);
    }
  }

  private Part part(ColumnValues values, int index, int ordinal) {
    Vector vector = batch.column(values.indexInBatch(index));
    ColumnType type = values.columns().get(index).type();
    return switch (vector) {
      case LongVector longs when isStoredLong(type, values.vectorType(index)) ->
          new Part.Longs(longs, ordinal, type.storage());
      case DoubleVector doubles when type == ColumnType.Plain.DOUBLE ->
          new Part.Doubles(doubles, ordinal);
      case BooleanVector booleans when type == ColumnType.Plain.BOOLEAN ->
          new Part.Booleans(booleans, ordinal);
      case TextVector texts when type.isText() && type.storage() == StorageKind.VARIABLE ->
          new Part.Texts(texts, ordinal);
      default -> new Part.Objects(values, index, ordinal);
    };
  }

  private static boolean isStoredLong(ColumnType type, VectorType from) {
    if (from.kind() != TypeMapping.sqlType(type).kind()) {
      return false;
    }
    return switch (type) {
      case ColumnType.Plain plain ->
          switch (plain) {
            case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
            case BOOLEAN, REAL, DOUBLE, TEXT, BYTEA, UUID -> false;
          };
      case ColumnType.Numeric numeric ->
          type.storage() == StorageKind.INT64 && from.scale() == numeric.scale();
      case ColumnType.Varchar _,
          ColumnType.Char _,
          ColumnType.Enumerated _,
          ColumnType.Packed _,
          ColumnType.Composite _ ->
          false;
    };
  }

  @Override
  public int count() {
    return batch.rowCount();
  }

  @Override
  public boolean put(int index, RowWriter into) {
    for (Part part : parts) {
      if (!part.put(batch, index, into)) {
        return false;
      }
    }
    allocated.put(firstRow + index, into);
    return true;
  }

  /** Column of the batch. */
  private sealed interface Part {
    /** Writes the value of a row; returns false if it cannot be written in this form. */
    boolean put(VectorBatch batch, int row, RowWriter into);

    record Longs(LongVector vector, int ordinal, StorageKind storage) implements Part {
      @Override
      public boolean put(VectorBatch batch, int row, RowWriter into) {
        if (vector.isNull(row)) {
          into.putNull(ordinal);
          return true;
        }
        long value = vector.values()[row];
        switch (storage) {
          case INT16 -> into.putShort(ordinal, (short) value);
          case INT32 -> into.putInt(ordinal, (int) value);
          default -> {
            if (value == Long.MAX_VALUE || value == Long.MIN_VALUE) {
              return false; // stands for NaN or an infinite value in rows of some types
            }
            into.putLong(ordinal, value);
          }
        }
        return true;
      }
    }

    record Doubles(DoubleVector vector, int ordinal) implements Part {
      @Override
      public boolean put(VectorBatch batch, int row, RowWriter into) {
        if (vector.isNull(row)) {
          into.putNull(ordinal);
        } else {
          into.putDouble(ordinal, vector.values()[row]);
        }
        return true;
      }
    }

    record Booleans(BooleanVector vector, int ordinal) implements Part {
      @Override
      public boolean put(VectorBatch batch, int row, RowWriter into) {
        if (vector.isNull(row)) {
          into.putNull(ordinal);
        } else {
          into.putBoolean(ordinal, vector.values()[row]);
        }
        return true;
      }
    }

    record Texts(TextVector vector, int ordinal) implements Part {
      @Override
      public boolean put(VectorBatch batch, int row, RowWriter into) {
        if (vector.isNull(row)) {
          into.putNull(ordinal);
        } else {
          into.putBytes(ordinal, vector.bytes(), vector.start(row), vector.length(row));
        }
        return true;
      }
    }

    record Objects(ColumnValues values, int index, int ordinal) implements Part {
      @Override
      public boolean put(VectorBatch batch, int row, RowWriter into) {
        into.putObject(ordinal, values.value(batch, row, index));
        return true;
      }
    }
  }
}
