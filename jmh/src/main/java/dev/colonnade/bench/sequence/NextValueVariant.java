package dev.colonnade.bench.sequence;

import static java.util.Objects.requireNonNull;

/**
 * Variant of the nextval measurement.
 *
 * @param name name of the measurement
 * @param method {@code sequence_cache_method} of the sessions
 * @param inFlight requests in flight per connection
 * @param discards whether DISCARD SEQUENCES follows every value
 */
record NextValueVariant(String name, String method, int inFlight, boolean discards) {
  NextValueVariant {
    requireNonNull(name, "name is null");
    requireNonNull(method, "method is null");
  }
}
