package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of rows in arrays to Java values: the time is proportional to the number of columns that
 * are decoded. The reference implementation that {@link RowAccessor} is tested against.
 */
public final class RowDecoder {
  private final RowFormat format;
  private final Projection all;

  public RowDecoder(RowFormat format) {
    this.format = requireNonNull(format, "format is null");
    this.all = projection(format.latest().columns());
  }

  /** Returns the values of all columns of the latest schema version, in its order. */
  public @Nullable Object[] decode(Key rowKey, Map<Integer, byte[]> valuesByFamily) {
    return all.decode(rowKey, valuesByFamily);
  }

  /**
   * Returns the values of the projected columns of a row. Families for which the row has no value
   * are not in the map; columns that a value does not contain read as their default.
   */
  public @Nullable Object[] decode(
      Key rowKey, Map<Integer, byte[]> valuesByFamily, List<Column> wanted) {
    return projection(wanted).decode(rowKey, valuesByFamily);
  }

  /** Returns a decoder of some columns, for many rows. */
  public Projection projection(List<Column> wanted) {
    return new Projection(wanted);
  }

  /** Decoder of some columns of rows, which has found their places once. Immutable. */
  public final class Projection {
    private final List<Column> wanted;

    /** Index in the primary key of each column; negative for the columns of families. */
    private final int[] keyParts;

    /** Family of each column that is not in the primary key. */
    private final int[] familyIds;

    private Projection(List<Column> wanted) {
      this.wanted = wanted;
      TableSchema schema = format.latest();
      keyParts = wanted.stream().mapToInt(column -> schema.keyPart(column.id())).toArray();
      familyIds = new int[keyParts.length];
      for (int i = 0; i < familyIds.length; i++) {
        familyIds[i] = keyParts[i] >= 0 ? 0 : schema.familyOf(wanted.get(i).id()).id();
      }
    }

    /** Returns the values of the columns; see {@link RowDecoder#decode(Key, Map, List)}. */
    public @Nullable Object[] decode(Key rowKey, Map<Integer, byte[]> valuesByFamily) {
      @Nullable Object[] keyValues = format.keyCodec().decode(rowKey);
      @Nullable Object[] row = new @Nullable Object[keyParts.length];
      FamilyDecoder family = null;
      for (int i = 0; i < row.length; i++) {
        if (keyParts[i] >= 0) {
          row[i] = keyValues[keyParts[i]];
          continue;
        }
        if (family == null || family.familyId() != familyIds[i]) {
          family = decoder(familyIds[i], valuesByFamily.get(familyIds[i]));
        }
        row[i] = family.decode(wanted.get(i));
      }
      return row;
    }
  }

  /**
   * Returns the decoder of the value that a row has for a family.
   *
   * @param value null if the row has none: its columns read as their defaults
   */
  public FamilyDecoder decoder(int familyId, byte @Nullable [] value) {
    return FamilyDecoder.of(format, familyId, value);
  }

  /** Returns one column of a value of its family. */
  public @Nullable Object decode(Column wanted, int familyId, byte[] value) {
    return decoder(familyId, requireNonNull(value, "value is null")).decode(wanted);
  }
}
