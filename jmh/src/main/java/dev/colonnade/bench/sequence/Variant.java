package dev.colonnade.bench.sequence;

import static java.util.Objects.requireNonNull;

/**
 * One way to take values.
 *
 * @param name of its figure
 * @param method the {@code sequence_cache_method} of the sessions
 * @param discards whether DISCARD SEQUENCES follows on every value
 */
record Variant(String name, String method, int inFlight, boolean discards) {
  Variant {
    requireNonNull(name, "name is null");
    requireNonNull(method, "method is null");
  }
}
