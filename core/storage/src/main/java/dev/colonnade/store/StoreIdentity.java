package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Identity of a store.
 *
 * @param id unique id, generated when the store was created; never changes
 * @param formatVersion version of the directory layout, from 1
 */
public record StoreIdentity(UUID id, int formatVersion) {

  public StoreIdentity {
    requireNonNull(id, "id is null");
    if (formatVersion < 1) {
      throw new IllegalArgumentException("formatVersion below 1 formatVersion=" + formatVersion);
    }
  }
}
