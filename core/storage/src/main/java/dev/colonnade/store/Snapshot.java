package dev.colonnade.store;

/**
 * A store as it was when the snapshot was taken. Holds back the freeing of what was overwritten
 * since, so close it soon. Safe for use by many threads; closing twice is harmless, using it after
 * that is an error.
 */
public interface Snapshot extends StoreReader, AutoCloseable {

  @Override
  void close();
}
