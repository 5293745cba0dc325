package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;

/**
 * Bound of a span, in the order of the index: for a descending column the start has the larger
 * value.
 */
public sealed interface KeyBound {
  KeyBound UNBOUNDED = new Unbounded();

  /** No bound: the first or last key of the index. */
  record Unbounded() implements KeyBound {}

  /**
   * Values for the first key columns of the index, as one tuple. All rows whose keys start with
   * these values are inside the span if inclusive, and outside if not.
   */
  record Prefix(int columnCount, boolean inclusive, Bytes tuple) implements KeyBound {
    public Prefix {
      requireNonNull(tuple, "tuple is null");
      if (columnCount < 1) {
        throw new IllegalArgumentException("columnCount=" + columnCount + " is below 1");
      }
    }
  }

  /** Encoded key as a range or page reports it: a start is inclusive, an end is exclusive. */
  record EncodedKey(Bytes key) implements KeyBound {
    public EncodedKey {
      requireNonNull(key, "key is null");
    }
  }
}
