package dev.colonnade.advisory;

import static java.util.Objects.requireNonNull;

/**
 * A lock that a session holds, or waits for.
 *
 * @param sessionNumber what clients call the session by
 */
public record AdvisoryState(AdvisoryKey key, AdvisoryMode mode, int sessionNumber, boolean isHeld) {
  public AdvisoryState {
    requireNonNull(key, "key is null");
    requireNonNull(mode, "mode is null");
  }
}
