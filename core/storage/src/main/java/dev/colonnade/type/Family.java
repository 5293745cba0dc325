package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyLayout;
import java.util.List;

/**
 * Columns that are stored together in one KV. Key columns live in the key and belong to no family.
 *
 * @param columnIds the columns in the order of their slots; empty for a family whose columns were
 *     all dropped, and for family 0 of a table that has key columns only
 */
public record Family(int id, String name, List<Integer> columnIds) {
  /** The family that every row has: its KV is the row's existence. */
  public static final int FIRST_ID = 0;

  public Family {
    if (id < 0 || id > KeyLayout.FAMILY_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "family id out of range: id=" + id + " idMax=" + KeyLayout.FAMILY_ID_MAX);
    }
    Names.requireName("family", name);
    columnIds = List.copyOf(requireNonNull(columnIds, "columnIds is null"));
  }
}
