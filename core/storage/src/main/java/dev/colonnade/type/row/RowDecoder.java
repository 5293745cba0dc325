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

  public RowDecoder(RowFormat format) {
    this.format = requireNonNull(format, "format is null");
  }

  /** Returns the values of all columns of the latest schema version, in its order. */
  public @Nullable Object[] decode(Key rowKey, Map<Integer, byte[]> valuesByFamily) {
    return decode(rowKey, valuesByFamily, format.latest().columns());
  }

  /**
   * Returns the values of the projected columns of a row. Families for which the row has no value
   * are not in the map; columns that a value does not contain read as their default.
   */
  public @Nullable Object[] decode(
      Key rowKey, Map<Integer, byte[]> valuesByFamily, List<Column> wanted) {
    TableSchema schema = format.latest();
    @Nullable Object[] keyValues = format.keyCodec().decode(rowKey);
    @Nullable Object[] row = new @Nullable Object[wanted.size()];
    FamilyDecoder family = null;
    for (int i = 0; i < row.length; i++) {
      Column column = wanted.get(i);
      int keyPart = schema.keyPart(column.id());
      if (keyPart >= 0) {
        row[i] = keyValues[keyPart];
        continue;
      }
      int familyId = schema.familyOf(column.id()).id();
      if (family == null || family.familyId() != familyId) {
        family = decoder(familyId, valuesByFamily.get(familyId));
      }
      row[i] = family.decode(column);
    }
    return row;
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
