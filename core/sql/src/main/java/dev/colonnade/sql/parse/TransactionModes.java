package dev.colonnade.sql.parse;

import org.jspecify.annotations.Nullable;

/**
 * What is said of a transaction; null where nothing is.
 *
 * @param isolation in small letters, as the setting has it
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
