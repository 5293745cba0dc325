package dev.colonnade.sql.parse;

import org.jspecify.annotations.Nullable;

/**
 * Characteristics of a transaction; null where not given.
 *
 * @param isolation in lower case, as in the setting
 */
public record TransactionModes(
    @Nullable String isolation, @Nullable Boolean readOnly, @Nullable Boolean deferrable) {
  public static final TransactionModes NONE = new TransactionModes(null, null, null);

  public TransactionModes withIsolation(String other) {
    return new TransactionModes(other, readOnly, deferrable);
  }

  public TransactionModes withReadOnly(boolean other) {
    return new TransactionModes(isolation, other, deferrable);
  }

  public TransactionModes withDeferrable(boolean other) {
    return new TransactionModes(isolation, readOnly, other);
  }
}
