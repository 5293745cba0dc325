package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Which store this is.
 *
 * @param id drawn when the store was created; never changes
 * @param formatVersion the version of the layout of the folder
 */
public record StoreIdentity(UUID id, int formatVersion) {

  public StoreIdentity {
    requireNonNull(id, "id is null");
    if (formatVersion < 1) {
      throw new IllegalArgumentException("formatVersion below 1 formatVersion=" + formatVersion);
    }
  }
}
