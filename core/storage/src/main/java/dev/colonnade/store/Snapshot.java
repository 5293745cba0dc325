package dev.colonnade.store;

/**
 * Consistent snapshot of a store at one point in time. It prevents the garbage collection of
 * versions overwritten since, and should be closed soon. Thread-safe; {@link #close} is idempotent,
 * and a use after it is an error.
 */
public interface Snapshot extends StoreReader, AutoCloseable {

  @Override
  void close();
}
