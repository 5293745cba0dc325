package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/**
 * Label of an enum type. Rows store the rank, which defines the order of the labels. Ranks leave
 * gaps, so that labels can be inserted in between.
 */
public record WireEnumLabel(int rank, String label) {
  public WireEnumLabel {
    requireNonNull(label, "label is null");
  }
}
