package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.NameLimits;
import java.util.List;

/**
 * Column family: the columns of a table that are stored together in one key-value pair. Key columns
 * are stored in the key and belong to no family.
 *
 * @param columnIds the columns in the order of their slots; empty for a family whose columns were
 *     all dropped, and for family 0 of a table that has key columns only
 */
public record ColumnFamily(int id, String name, List<Integer> columnIds) {
  /**
   * Id of the family that every row has: a row exists if the key-value pair of this family does.
   */
  public static final int FIRST_ID = 0;

  public ColumnFamily {
    if (id < 0 || id > KeyLayout.FAMILY_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "family id out of range: id=" + id + " idMax=" + KeyLayout.FAMILY_ID_MAX);
    }
    NameLimits.requireName("family", name);
    columnIds = List.copyOf(requireNonNull(columnIds, "columnIds is null"));
  }
}
