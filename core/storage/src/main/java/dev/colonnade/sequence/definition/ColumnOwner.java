package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** The column that a sequence belongs to: it is dropped together with it. */
public record ColumnOwner(int tableId, int columnId) {
  public ColumnOwner {
    if (tableId < 0 || columnId < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "ids are not negative: tableId=" + tableId + " columnId=" + columnId);
    }
  }
}
