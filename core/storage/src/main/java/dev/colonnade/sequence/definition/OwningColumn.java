package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Column that owns a sequence (OWNED BY): dropping the column drops the sequence. */
public record OwningColumn(int tableId, int columnId) {
  public OwningColumn {
    if (tableId < 0 || columnId < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "ids are not negative: tableId=" + tableId + " columnId=" + columnId);
    }
  }
}
